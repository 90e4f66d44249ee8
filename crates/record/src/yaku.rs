//! The yaku as Tenhou numbers and names them, and as our rulebooks do.

/// What one of Tenhou's yaku is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YakuEntry {
    pub id: &'static str,
    pub kanji: &'static str,
}

/// Tenhou's yaku, by number.
pub const TENHOU_YAKU: [YakuEntry; 55] = [
    entry("menzen-tsumo", "門前清自摸和"),
    entry("riichi", "立直"),
    entry("ippatsu", "一発"),
    entry("chankan", "槍槓"),
    entry("rinshan", "嶺上開花"),
    entry("haitei", "海底摸月"),
    entry("houtei", "河底撈魚"),
    entry("pinfu", "平和"),
    entry("tanyao", "断幺九"),
    entry("iipeikou", "一盃口"),
    entry("seat-wind", "自風 東"),
    entry("seat-wind", "自風 南"),
    entry("seat-wind", "自風 西"),
    entry("seat-wind", "自風 北"),
    entry("round-wind", "場風 東"),
    entry("round-wind", "場風 南"),
    entry("round-wind", "場風 西"),
    entry("round-wind", "場風 北"),
    entry("haku", "役牌 白"),
    entry("hatsu", "役牌 發"),
    entry("chun", "役牌 中"),
    entry("double-riichi", "両立直"),
    entry("chiitoitsu", "七対子"),
    entry("chanta", "混全帯幺九"),
    entry("ittsuu", "一気通貫"),
    entry("sanshoku-doujun", "三色同順"),
    entry("sanshoku-doukou", "三色同刻"),
    entry("sankantsu", "三槓子"),
    entry("toitoi", "対々和"),
    entry("sanankou", "三暗刻"),
    entry("shousangen", "小三元"),
    entry("honroutou", "混老頭"),
    entry("ryanpeikou", "二盃口"),
    entry("junchan", "純全帯幺九"),
    entry("honitsu", "混一色"),
    entry("chinitsu", "清一色"),
    entry("renhou", "人和"),
    entry("tenhou", "天和"),
    entry("chiihou", "地和"),
    entry("daisangen", "大三元"),
    entry("suuankou", "四暗刻"),
    entry("suuankou-tanki", "四暗刻単騎"),
    entry("tsuuiisou", "字一色"),
    entry("ryuuiisou", "緑一色"),
    entry("chinroutou", "清老頭"),
    entry("chuuren", "九蓮宝燈"),
    entry("junsei-chuuren", "純正九蓮宝燈"),
    entry("kokushi", "国士無双"),
    entry("kokushi-juusanmen", "国士無双１３面"),
    entry("daisuushii", "大四喜"),
    entry("shousuushii", "小四喜"),
    entry("suukantsu", "四槓子"),
    entry("dora", "ドラ"),
    entry("ura-dora", "裏ドラ"),
    entry("red-five", "赤ドラ"),
];

/// A yaku by Tenhou's number, an index of [`TENHOU_YAKU`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TenhouYaku(u8);

impl TenhouYaku {
    pub fn numbered(number: u8) -> Option<TenhouYaku> {
        (usize::from(number) < TENHOU_YAKU.len()).then_some(TenhouYaku(number))
    }

    /// The yaku with this name on Tenhou.
    pub fn written(kanji: &str) -> Option<TenhouYaku> {
        let number = TENHOU_YAKU.iter().position(|e| e.kanji == kanji)?;
        u8::try_from(number).ok().map(TenhouYaku)
    }

    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its id in our rulebooks. The four seat winds share one, so do the four round winds.
    pub const fn id(self) -> &'static str {
        TENHOU_YAKU[self.0 as usize].id
    }

    /// Its name as Tenhou writes it.
    pub const fn kanji(self) -> &'static str {
        TENHOU_YAKU[self.0 as usize].kanji
    }
}

/// A yaku of a recorded win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordYaku {
    Tenhou(TenhouYaku),
    /// Any other, by its name in the file: converters from other sites use their own.
    Other(String),
}

const fn entry(id: &'static str, kanji: &'static str) -> YakuEntry {
    YakuEntry { id, kanji }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that fix the order: the first and last of each group in Tenhou's list.
    #[test]
    fn numbers_and_names_belong_together() {
        for (number, id, kanji) in [
            (0, "menzen-tsumo", "門前清自摸和"),
            (7, "pinfu", "平和"),
            (13, "seat-wind", "自風 北"),
            (14, "round-wind", "場風 東"),
            (20, "chun", "役牌 中"),
            (35, "chinitsu", "清一色"),
            (36, "renhou", "人和"),
            (47, "kokushi", "国士無双"),
            (54, "red-five", "赤ドラ"),
        ] {
            let yaku = TenhouYaku::numbered(number).expect("in the table");
            assert_eq!((yaku.id(), yaku.kanji()), (id, kanji));
            assert_eq!(TenhouYaku::written(kanji), Some(yaku));
        }
        assert_eq!(TenhouYaku::numbered(55), None);
        assert_eq!(TenhouYaku::written("Riichi"), None);
    }
}
