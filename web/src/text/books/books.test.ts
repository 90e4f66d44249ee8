import { expect, it } from "vitest";
import { simplify } from "../simplified.ts";
import { BOOKS_TEXTS } from "./books.ts";
import { KEY_WORDS, SECTIONS } from "./keys.ts";

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Characters that both scripts share. A new one belongs here or in simplified.txt. */
const SAME = new Set("一七三上下不中久么之九也了二五些人什仍他付代令以件任位低何作你使例依保修俱倍候值做停允充先入全公其再出分列到制刻前剩副加包北半南占即原又友取另只可台史吃各合同名向否告和哪器四回因在地均基填增外多天太失套好如始子字存季它完定宣家容少尚就局山嵌巡差己已布平底座式影役彼律得恢情意成我或所手才打扣找抄拔拿指振排搜摸支收改放效整文料新方早明是暗更替最有朋期未本束板枚果查根案桌棒模次止正此死殊母每比法流消清版牌特率玩理用由留番白的目直相看知短碰示私空立符第等算糊累置翻者而胡能自至般花若英著行表被要覆言象赤起超足辨逃道部都配重量附限除零需露非靠面食高");

it("fills the same places in every language", () => {
  for (const [language, strings] of Object.entries(BOOKS_TEXTS)) {
    for (const [key, text] of Object.entries(strings)) expect([language, key, places(text)]).toEqual([language, key, places(BOOKS_TEXTS.en[key as keyof typeof strings])]);
  }
});

it("says of every Chinese character how it is simplified", () => {
  const texts = [...Object.values(BOOKS_TEXTS.zh), ...Object.values(SECTIONS).map(({ zh }) => zh), ...Object.values(KEY_WORDS).map(({ zh }) => zh)].join("");
  const unknown = [...new Set(texts)].filter((one) => /\p{Script=Han}/u.test(one) && simplify(one) === one && !SAME.has(one));
  expect(unknown).toEqual([]);
});
