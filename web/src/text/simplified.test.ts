import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { settings } from "../settings.svelte.ts";
import { speakerOf } from "../voice.ts";
import { ACCOUNT_TEXTS } from "./account/account.ts";
import { MEETING_TEXTS } from "./meeting/meeting.ts";
import { LEARN_TEXTS } from "./learn/learn.ts";
import { SCORER_TEXTS } from "./scorer.ts";
import { simplify } from "./simplified.ts";
import { bookName, t, term } from "./text.svelte.ts";
import { zh } from "./zh.ts";

/** Characters of our texts that are written in the same way in both scripts. A new one belongs here or in simplified.txt. */
const SAME = new Set("一七三上下不且両中串丸主久么之乎乘九也了予事二互五些交亦享亮人什仍他付仙代令以件任份伏休估伺但位低何作你佳使例供依価保信俱倍倒候値值做停像允元充先入全八公六共其兼再冬凡出分切列初判到制刷刻前剩副力加助効包匆北十千半卓南単印危即却原去又及友双反取受口句另只可台右吃各合同名向否吧含告和哪哭善喜喰器嚼四回因国圈在地址均坎坐型基増增墩士変夏外多大天太失奇套好如妥妨始子字存季它安完定宝客宣家容密対封小少尚就尾局居届山嵌巡差己已布希席帯常幢平年序底度座庸延建弊式引弧形影役彼往待很律得循微徴心必忙快怎思急性息恰悉悔情想意慢懂成我或戦截戻房所手才打払扣扱找承把抜択抽拔括持指按振捷授掌排接推揃提插搜摸撤播操支收改放故效散数整文料断新方旁既日早明易星春是晚普暗更曾替最月有朋服望期未末本束条板枚果查栄根格桌梅棒検楚概次款止正此步死残段母毎每比毫気求池沉河沿法泣活流海消涉涵深混清満溜漏灰点然照熟版牌特犯状独率王玩理生用由留略番発登白百的皆目盯直相盹省看知短石破碰示祝禁秋秒秘称移稍空立站章端竹笑符第等筒算管箭精糊系素索累続繁缺置翻老考者而耐聊聴背胡能自至致般色花若英荒荘菊落著藏行衡表被裁西要覆覧角解言読赤走起超足跟路跳踏身躬躲辨辺近返追退送逐途通速造道邀那部都配酒釈重量金関附降限除隠雀集零需震露非面鞠音食首骰高鶏麻鼓申唯功拒幕援私修碌住划升拚拿教越距靠");

afterEach(() => Object.assign(settings, { language: "en", simplified: false, terms: "romaji" }));

/** All Chinese texts of the rulebooks that ship. */
function ofRulebooks(): string[] {
  const folder = new URL("../../../crates/rules/rulebooks/", import.meta.url);
  const files = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
  return files.flatMap((file) => [...file.matchAll(/\bzh = "([^"]*)"/g)].map(([, text]) => text ?? ""));
}

it("says of every character of our Chinese texts how it is simplified", () => {
  const books = ofRulebooks();
  expect(books.length).toBeGreaterThan(500);
  const texts = [...Object.values(zh), ...Object.values(ACCOUNT_TEXTS.zh), ...Object.values(MEETING_TEXTS.zh), ...Object.values(SCORER_TEXTS.zh), ...books].join("");
  const texts = [...Object.values(zh), ...Object.values(ACCOUNT_TEXTS.zh), ...Object.values(SCORER_TEXTS.zh), ...Object.values(LEARN_TEXTS.zh), ...books].join("");
  const unknown = [...new Set(texts)].filter((one) => /\p{Script=Han}/u.test(one) && simplify(one) === one && !SAME.has(one));
  expect(unknown).toEqual([]);
});

it("pairs characters one to one and simplifies once", () => {
  const table = readFileSync(new URL("simplified.txt", import.meta.url), "utf8");
  for (const line of table.split("\n").filter((each) => each.startsWith("="))) expect([...line].length % 2).toBe(1);
  for (const text of Object.values(zh)) expect(simplify(simplify(text))).toBe(simplify(text));
});

it("uses the words of the mainland", () => {
  expect(simplify("伺服器沒有回應")).toBe("服务器没有回应");
  expect(simplify("複製連結")).toBe("复制链接");
  expect(simplify("么九牌不足九種")).toBe("幺九牌不足九种");
  expect(simplify("在此裝置上開啟「設定」選單")).toBe("在此设备上打开“设置”菜单");
});

it("changes our words and never those of people", () => {
  Object.assign(settings, { language: "zh", simplified: true, terms: "kanji" });
  expect(t("nav.settings")).toBe("设置");
  expect(term("ron")).toBe("荣和");
  expect(bookName({ en: "Zung Jung", zh: "中庸麻將" })).toBe("中庸麻将");
  // A player is called 東風戰.
  expect(t("say.kan.hidden", { who: "東風戰" })).toContain("東風戰");
  settings.simplified = false;
  expect(t("nav.settings")).toBe("設定");
});

it("is called out by the Chinese voice", () => {
  expect(speakerOf("榮和", "zh")).toEqual(speakerOf("荣和", "zh"));
  expect(speakerOf("荣和", "zh")?.speaker).toBe("zh");
});
