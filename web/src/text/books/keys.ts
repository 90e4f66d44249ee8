import type { Language } from "../terms.ts";

/** Sections of a rulebook's keys. */
export const SECTIONS: Record<string, Record<Language, string>> = {
  tiles: { en: "Tiles", de: "Steine", ja: "牌", zh: "牌" },
  wall: { en: "Wall", de: "Mauer", ja: "牌山", zh: "牌山" },
  claims: { en: "Claims", de: "Rufe", ja: "鳴き", zh: "鳴牌" },
  kan: { en: "Kans", de: "Kan", ja: "カン", zh: "槓" },
  riichi: { en: "Riichi", de: "Riichi", ja: "リーチ", zh: "立直" },
  furiten: { en: "Furiten", de: "Furiten", ja: "フリテン", zh: "振聽" },
  aside: { en: "Kita and flowers", de: "Kita und Blumen", ja: "北抜き・花牌", zh: "拔北與花牌" },
  pocchi: { en: "Pocchi", de: "Pocchi", ja: "白ポッチ", zh: "紅點白板" },
  dora: { en: "Dora", de: "Dora", ja: "ドラ", zh: "寶牌" },
  value: { en: "Hand value", de: "Wert der Hand", ja: "打点", zh: "牌值" },
  fu: { en: "Fu", de: "Fu", ja: "符", zh: "符" },
  payment: { en: "Payments", de: "Zahlungen", ja: "支払い", zh: "支付" },
  pao: { en: "Liability", de: "Haftung (Pao)", ja: "責任払い", zh: "包牌" },
  draws: { en: "Draws", de: "Unentschieden", ja: "流局", zh: "流局" },
  game: { en: "Game", de: "Spielverlauf", ja: "対局", zh: "對局" },
  result: { en: "Result", de: "Ergebnis", ja: "成績", zh: "成績" },
  chips: { en: "Chips", de: "Chips", ja: "チップ", zh: "籌碼" },
  penalty: { en: "Penalties", de: "Strafen", ja: "罰則", zh: "罰則" },
};
