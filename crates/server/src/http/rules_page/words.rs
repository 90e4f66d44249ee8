//! The words around a rulebook, in the languages of the client.

use crate::http::language::Language;
use jantaku_rules::Terms;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::Also;
use jantaku_rules::rulebook::yaku::{Names, Worth};
use jantaku_rules::win::{By, Win};

/// A text in English, German, Japanese and Chinese.
#[derive(Clone, Copy)]
pub(super) struct In(pub(super) [&'static str; 4]);

impl In {
    pub(super) const fn pick(self, language: Language) -> &'static str {
        self.0[match language {
            Language::English => 0,
            Language::German => 1,
            Language::Japanese => 2,
            Language::Chinese | Language::Simplified => 3,
        }]
    }
}

pub(super) const YAKU: In = In(["Yaku", "Yaku", "役", "役"]);
/// What Chinese rules call yaku.
const PATTERNS: In = In(["Patterns", "Muster", "役", "番種"]);

/// Yaku, as a rulebook calls them.
pub(super) fn yaku_of(rules: &Rules) -> In {
    if *Terms::of(rules) == *Terms::CHINESE {
        PATTERNS
    } else {
        YAKU
    }
}

/// The words of one language; `#` stands for a number or a name.
pub(super) struct Words {
    pub(super) none: &'static str,
    about: &'static str,
    /// Shown where a clause has no translation.
    pub(super) in_english: &'static str,
    pub(super) options: &'static str,
    clauses_of: &'static str,
    pub(super) name: &'static str,
    pub(super) worth: &'static str,
    pub(super) clause: &'static str,
    pub(super) etiquette: &'static str,
    pub(super) read_as: &'static str,
    pub(super) others_read: &'static str,
    /// `#` is a list of links to clauses.
    pub(super) replaced_by: &'static str,
    pub(super) except: &'static str,
    pub(super) wording: &'static str,
    pub(super) deal: &'static str,
    pub(super) effect: &'static str,
    pub(super) charts: &'static str,
    pub(super) contents: &'static str,
    pub(super) search: &'static str,
    /// `#` is a number of clauses that a search leaves.
    pub(super) found: &'static str,
    /// Where a rulebook is silent; `#` is the one that answers.
    silent: &'static str,
    pub(super) compare: &'static str,
    pub(super) write: &'static str,
    pub(super) score: &'static str,
    pub(super) print: &'static str,
    /// `#` is a friend's name.
    pub(super) invited: &'static str,
    pub(super) take_seat: &'static str,
    pub(super) decline: &'static str,
    drawn: &'static str,
    discarded: &'static str,
    robbed: &'static str,
    riichi: [&'static str; 5],
    ippatsu: &'static str,
    replacement: &'static str,
    last: &'static str,
    first: &'static str,
    payer: &'static str,
    seat: &'static str,
    all_winds: [&'static str; 4],
    /// East, south and west.
    pub(super) winds: [&'static str; 3],
    han: &'static str,
    closed_only: &'static str,
    open_only: &'static str,
    open: &'static str,
    yakuman: &'static str,
    yakumans: &'static str,
    points: &'static str,
}

impl Language {
    pub(super) const fn words(self) -> &'static Words {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::Japanese => &JAPANESE,
            Language::Chinese | Language::Simplified => &CHINESE,
        }
    }

    /// A text of a rulebook, where it is kept in this language; otherwise in English. With the tag of the language it is in.
    pub(super) fn said<'a>(self, says: &'a str, also: &'a Also) -> (&'a str, &'static str) {
        let own = match self {
            Language::English => "",
            Language::German => &also.de,
            Language::Japanese => &also.ja,
            Language::Chinese | Language::Simplified => &also.zh,
        };
        if own.is_empty() {
            (says, "en")
        } else {
            (own, self.tag())
        }
    }

    /// What stands between the parts of a list.
    pub(super) const fn pause(self) -> &'static str {
        match self {
            Language::English | Language::German => ", ",
            Language::Japanese | Language::Chinese | Language::Simplified => "、",
        }
    }

    /// A number with the separators of the language.
    pub(super) fn number(self, number: i64) -> String {
        let text = super::chart::grouped(number);
        match self {
            Language::German => text.replace(',', "."),
            _ => text,
        }
    }

    /// The same with a sign.
    pub(super) fn signed(self, number: i64) -> String {
        let sign = if number > 0 { "+" } else { "" };
        format!("{sign}{}", self.number(number))
    }

    /// The names that there are, that of this language first.
    pub(super) fn names(self, names: &Names) -> Vec<&str> {
        let Names { en, de, ja, zh, romaji } = names;
        // The name in another European language says nothing new.
        let order = match self {
            Language::English => [en, romaji, ja, zh],
            Language::German => [if de.is_empty() { en } else { de }, romaji, ja, zh],
            Language::Japanese => [ja, romaji, en, zh],
            Language::Chinese => [zh, ja, romaji, en],
            // Japanese characters would be converted too: see `japanese`.
            Language::Simplified => [zh, romaji, en, zh],
        };
        let there = order.into_iter().map(String::as_str).filter(|name| !name.is_empty());
        let mut found: Vec<&str> = Vec::new();
        for name in there {
            if !found.contains(&name) {
                found.push(name);
            }
        }
        found
    }

    /// The Japanese name where `names` leaves it out and there is no Chinese one.
    pub(super) fn japanese(self, names: &Names) -> Option<&str> {
        let wanted = self == Language::Simplified && names.zh.is_empty() && !names.ja.is_empty();
        wanted.then_some(names.ja.as_str())
    }
}

impl Words {
    /// `3 players, 112 tiles.`
    pub(super) fn about(&self, players: usize, tiles: usize) -> String {
        filled(&filled(self.about, players), tiles)
    }

    /// `Where this rulebook is silent: clauses of riichi`
    pub(super) fn silent_in(&self, rulebook: &str) -> String {
        filled(self.silent, rulebook)
    }

    /// `Clauses of zan`
    pub(super) fn clauses_of(&self, rulebook: &str) -> String {
        filled(self.clauses_of, rulebook)
    }

    /// `tsumo, riichi, seat south`
    pub(super) fn how(&self, win: &Win) -> String {
        let by = match win.by {
            By::Tsumo => self.drawn,
            By::Ron => self.discarded,
            By::RobbingAKan | By::RobbingAKita | By::RobbingAFlower => self.robbed,
        };
        let seat = filled(self.seat, self.all_winds[win.seat.index()]);
        let words = [
            (true, by),
            (win.riichi.declared(), self.riichi[win.riichi as usize]),
            (win.ippatsu, self.ippatsu),
            (win.rinshan, self.replacement),
            (win.last_tile, self.last),
            (win.first_turn, self.first),
            (win.payer_riichi, self.payer),
            (true, &seat),
        ];
        let said: Vec<&str> = words
            .into_iter()
            .filter(|(holds, _)| *holds)
            .map(|(_, word)| word)
            .collect();
        said.join(" · ")
    }

    /// `3 han, open 2`
    pub(super) fn worth_of(&self, worth: Worth) -> String {
        let han = |n: u8| filled(self.han, n);
        match worth {
            Worth::Han { closed, open } if closed == open => han(closed),
            Worth::Han { closed, open: 0 } => han(closed) + self.closed_only,
            Worth::Han { closed: 0, open } => han(open) + self.open_only,
            Worth::Han { closed, open } => han(closed) + &filled(self.open, open),
            Worth::Yakuman(1) => self.yakuman.to_owned(),
            Worth::Yakuman(n) => filled(self.yakumans, n),
            Worth::Points(points) => filled(self.points, points),
        }
    }
}

pub(super) fn filled(pattern: &str, with: impl ToString) -> String {
    pattern.replacen('#', &with.to_string(), 1)
}

static ENGLISH: Words = Words {
    none: "Rulebook not found",
    about: "# players, # tiles.",
    in_english: "",
    options: "Options",
    clauses_of: "Clauses of #",
    name: "Name",
    worth: "Worth",
    clause: "Clause",
    etiquette: "etiquette",
    read_as: "Read as:",
    others_read: "Others read:",
    replaced_by: "Replaced by #.",
    except: "Except as in #:",
    wording: "What it says",
    winds: ["East", "South", "West"],
    deal: "The next four tiles, top and bottom in turn: east has the two on top, south the one below the first, west the one below the second.",
    effect: "Effect",
    charts: "Charts",
    contents: "Contents",
    search: "Search this rulebook",
    found: "# clauses",
    silent: "Where this rulebook is silent: clauses of #",
    compare: "Compare with another rulebook",
    write: "Write your own from this",
    score: "Score a hand",
    print: "Print as a booklet",
    invited: "# invites you to a table.",
    take_seat: "Take the seat",
    decline: "No, thanks",
    drawn: "self-drawn",
    discarded: "on a discard",
    robbed: "on a robbed tile",
    riichi: ["", "riichi", "double riichi", "open riichi", "double open riichi"],
    ippatsu: "ippatsu",
    replacement: "replacement tile",
    last: "last tile",
    first: "first go-around",
    payer: "payer in riichi",
    seat: "seat #",
    all_winds: ["east", "south", "west", "north"],
    han: "# han",
    closed_only: ", closed only",
    open_only: ", open only",
    open: ", open #",
    yakuman: "yakuman",
    yakumans: "# yakuman",
    points: "# points",
};

static GERMAN: Words = Words {
    none: "Regelwerk nicht gefunden",
    about: "# Spieler, # Steine.",
    in_english: "Nicht übersetzte Klauseln sind auf Englisch.",
    options: "Optionen",
    clauses_of: "Klauseln von #",
    name: "Name",
    worth: "Wert",
    clause: "Klausel",
    etiquette: "Etikette",
    read_as: "Unsere Auslegung:",
    others_read: "Andere Auslegung:",
    replaced_by: "Ersetzt durch #.",
    except: "Mit den Abweichungen in #:",
    wording: "Wortlaut",
    winds: ["Ost", "Süd", "West"],
    deal: "Die nächsten vier Steine, abwechselnd oben und unten: Ost nimmt die beiden oberen, Süd den unter dem ersten, West den unter dem zweiten.",
    effect: "Wirkung (englisch)",
    charts: "Tabellen",
    contents: "Inhalt",
    search: "In diesem Regelwerk suchen",
    found: "# Klauseln",
    silent: "Wozu dieses Regelwerk nichts sagt: Klauseln von #",
    compare: "Mit einem anderen Regelwerk vergleichen",
    write: "Eigene Regeln daraus machen",
    score: "Hand werten",
    print: "Als Heft drucken",
    invited: "# lädt dich an einen Tisch ein.",
    take_seat: "Platz nehmen",
    decline: "Nein, danke",
    drawn: "selbst gezogen",
    discarded: "auf einen Abwurf",
    robbed: "auf einen geraubten Stein",
    riichi: ["", "Riichi", "Doppel-Riichi", "offenes Riichi", "offenes Doppel-Riichi"],
    ippatsu: "Ippatsu",
    replacement: "Ersatzstein",
    last: "letzter Stein",
    first: "erster Umlauf",
    payer: "Zahler in Riichi",
    seat: "Platzwind #",
    all_winds: ["Ost", "Süd", "West", "Nord"],
    han: "# Han",
    closed_only: ", nur geschlossen",
    open_only: ", nur offen",
    open: ", offen #",
    yakuman: "Yakuman",
    yakumans: "# Yakuman",
    points: "# Punkte",
};

static JAPANESE: Words = Words {
    none: "ルールブックが見つかりません",
    about: "#人打ち、牌#枚。",
    in_english: "未訳の条文は英語です。",
    options: "選択ルール",
    clauses_of: "#の条文",
    name: "名称",
    worth: "翻・点",
    clause: "条文",
    etiquette: "マナー",
    read_as: "解釈：",
    others_read: "別の解釈：",
    replaced_by: "#に置き換えられています。",
    except: "#に別の定めがある部分を除く：",
    wording: "元の条文",
    winds: ["東", "南", "西"],
    deal: "次の4枚（上段・下段の順）：東家は上段の2枚、南家は最初の幢の下段、西家は次の幢の下段を取ります。",
    effect: "効果（英語）",
    charts: "一覧表",
    contents: "目次",
    search: "このルールブックを検索",
    found: "#件",
    silent: "このルールブックに定めのない場合：#の条文",
    compare: "他のルールブックと比較",
    write: "これを元に自分のルールを作る",
    score: "点数計算",
    print: "冊子として印刷",
    invited: "# から卓への招待が届いています。",
    take_seat: "着席する",
    decline: "やめておく",
    drawn: "ツモ",
    discarded: "ロン",
    robbed: "槍槓など",
    riichi: ["", "リーチ", "ダブルリーチ", "オープンリーチ", "ダブルオープンリーチ"],
    ippatsu: "一発",
    replacement: "嶺上牌",
    last: "海底・河底",
    first: "第一巡",
    payer: "放銃者リーチ中",
    seat: "#家",
    all_winds: ["東", "南", "西", "北"],
    han: "#翻",
    closed_only: "（門前のみ）",
    open_only: "（鳴きのみ）",
    open: "（鳴くと#翻）",
    yakuman: "役満",
    yakumans: "#倍役満",
    points: "#点",
};

static CHINESE: Words = Words {
    none: "找不到這本規則書",
    about: "#人，#張牌。",
    in_english: "尚未翻譯的條文以英文顯示。",
    options: "可選規則",
    clauses_of: "#的條文",
    name: "名稱",
    worth: "翻數／分數",
    clause: "條文",
    etiquette: "禮儀",
    read_as: "解讀為：",
    others_read: "另一種解讀：",
    replaced_by: "由 # 取代。",
    except: "除 # 另有規定外：",
    wording: "原條文",
    winds: ["東", "南", "西"],
    deal: "接下來的四張牌（先上後下）：東家取上層兩張，南家取第一墩下層，西家取第二墩下層。",
    effect: "效果（英文）",
    charts: "表格",
    contents: "目錄",
    search: "搜尋本規則書",
    found: "#條",
    silent: "本規則書未規定者：#的條文",
    compare: "與另一本規則書比較",
    write: "以此為基礎自訂規則",
    score: "算分",
    print: "列印成小冊",
    invited: "# 邀請你入座。",
    take_seat: "入座",
    decline: "不用了",
    drawn: "自摸",
    discarded: "和出牌",
    robbed: "搶牌",
    riichi: ["", "立直", "雙立直", "開立直", "雙開立直"],
    ippatsu: "一發",
    replacement: "補牌",
    last: "最後一張",
    first: "第一巡",
    payer: "出牌者已立直",
    seat: "#家",
    all_winds: ["東", "南", "西", "北"],
    han: "#翻",
    closed_only: "（限門清）",
    open_only: "（限副露）",
    open: "（副露#翻）",
    yakuman: "役滿",
    yakumans: "#倍役滿",
    points: "#分",
};
