import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { simplify } from "../simplified.ts";
import { BOOKS_TEXTS } from "./books.ts";
import { SECTIONS } from "./keys.ts";

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** What the program says of facts, keys and errors in Chinese. */
const MEANINGS = [...readFileSync(new URL("../../../../crates/rules/src/meanings.toml", import.meta.url), "utf8").matchAll(/zh = "((?:[^"\\]|\\.)*)"/g)].map(([, zh]) => zh);

/** Characters that both scripts share. A new one belongs here or in simplified.txt. */
const SAME = new Set("一七三上下不中久么之乘九也了事二五些亦亮人什仍他付代令以件任但位低何作你使例供依保修俱倍候值做停允元充先免入全公其再出分列到制刻前剩副加包化北十半南占即原去又及友反取受另只可台史吃各合同名向否含告和哪器四回因圈在地均型基填增墩外多大天太失套好如始子字存季它完定宣家容小少尚就尾局山嵌巡巢差己已布平序底座式引形影役彼律得必恢情意成我或截所手才打扣找抄抵拔括拿指振掉排接插搜摸支收改放效整文料新方早明是暗更替最有朋期未本束板枚果查根格案桌棒模次止正此死殊母每比法活流海消深清然版牌特率王玩理用由留番白的目直相看知短碰示私空立端符第等筒答算糊索累缺置翻者而耗胡能自至般色花若英著行衡表被西要覆解言象赤起超足辨返退逃途逗造道那部都配重量附限除雀集零需露非靠面食高");

it("fills the same places in every language", () => {
  for (const [language, strings] of Object.entries(BOOKS_TEXTS)) {
    for (const [key, text] of Object.entries(strings)) expect([language, key, places(text)]).toEqual([language, key, places(BOOKS_TEXTS.en[key as keyof typeof strings])]);
  }
});

it("says of every Chinese character how it is simplified", () => {
  const texts = [...Object.values(BOOKS_TEXTS.zh), ...Object.values(SECTIONS).map(({ zh }) => zh), ...MEANINGS].join("");
  const unknown = [...new Set(texts)].filter((one) => /\p{Script=Han}/u.test(one) && simplify(one) === one && !SAME.has(one));
  expect(unknown).toEqual([]);
});
