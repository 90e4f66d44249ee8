/** The bots of each level, one for each seat. Players cannot take their names: the server has the same list in `names.rs`. */
const CAST: Record<string, readonly string[]> = {
  greedy: ["Hiyoko", "Usagi", "Kame", "Risu"],
  club: ["Neko", "Kuma", "Tanuki", "Panda"],
  strong: ["Tora", "Kitsune", "Fukuro", "Okami"],
};

export const CHARACTERS: readonly string[] = Object.values(CAST).flat();

/** The name of a bot of this level on a seat; bots without a level borrow those of beginners. */
export function botName(level: string, seat: number): string {
  const names = CAST[level] ?? CAST["greedy"] ?? [];
  return names[seat % names.length] ?? "";
}

/** A part of a face: its colour and its outline in a square of 48. */
export type Part = readonly [fill: string, outline: string];

const DARK = "#22252b";
const WHITE = "#fffaf2";
const PINK = "#f0a3a0";

/** An ellipse. */
const oval = (x: number, y: number, wide: number, high = wide): string => `M${x - wide} ${y}a${wide} ${high} 0 1 0 ${2 * wide} 0a${wide} ${high} 0 1 0 ${-2 * wide} 0z`;
/** The same on both sides. */
const two = (x: number, y: number, wide: number, high = wide): string => oval(x, y, wide, high) + oval(48 - x, y, wide, high);
/** A triangle on both sides, by its corners on the left. */
const ears = (...[ax, ay, bx, by, cx, cy]: [number, number, number, number, number, number]): string =>
  `M${ax} ${ay}L${bx} ${by}L${cx} ${cy}zM${48 - ax} ${ay}L${48 - bx} ${by}L${48 - cx} ${cy}z`;
const eyes = (x = 17.5, y = 25): Part => [DARK, two(x, y, 2.5, 2.8)];
const nose = (y: number, fill = DARK): Part => [fill, oval(24, y, 2.8, 2.1)];
const POINTED = "M6 20c4-7 32-7 36 0-1 10-9 20-18 22-9-2-17-12-18-22z";
const CHEEKS = "M7 25c7 0 13 6 17 17-9-2-15-9-17-17zM41 25c-7 0-13 6-17 17 9-2 15-9 17-17z";

const FACES: Record<string, readonly Part[]> = {
  Hiyoko: [["#f4c430", "M24 3c4 3 4 6 2 9h-4c-2-3-2-6 2-9z"], ["#f7d348", oval(24, 27, 17)], [PINK, two(12.5, 31, 3)], ["#e2711d", "M24 27l5.5 4-5.5 4.5-5.5-4.5z"], eyes(16.5)],
  Usagi: [[WHITE, two(16, 13, 5, 11)], [PINK, two(16, 13, 2.2, 7.5)], [WHITE, oval(24, 31, 15.5, 13)], [PINK, two(13.5, 35, 2.8)], nose(33.5, "#d96b6b"), eyes(17.5, 29)],
  Risu: [["#8f4317", ears(10, 20, 9, 4, 21, 13)], ["#c1652a", oval(24, 27, 16.5, 15)], [WHITE, two(14, 32, 6, 5.5)], [WHITE, "M21.5 35h5v6.5h-5z"], nose(31.5), eyes(17, 23)],
  Kame: [["#2f5d33", oval(24, 29, 21, 17)], ["#4d8a44", "M24 12l9 5v9l-9 5-9-5v-9zM5 27l7-8 3 8-6 9zM43 27l-7-8-3 8 6 9z"], ["#94c973", oval(24, 30, 13, 13.5)], [DARK, "M16.5 35c5 5 10 5 15 0l-1.2-1.4c-4.2 3.6-8.4 3.6-12.6 0z"], eyes(18.5, 26)],
  Neko: [["#5d636d", ears(8, 24, 9, 4, 23, 14)], [PINK, ears(11.5, 18, 12, 9, 18.5, 14)], ["#6f7682", oval(24, 28, 17, 14.5)], [WHITE, two(20.5, 34, 4.6, 4)], nose(31, PINK), ["#e8d44d", two(16.5, 25, 4, 3.6)], [DARK, two(16.5, 25, 1.5, 3.2)]],
  Kuma: [["#6b4423", two(10.5, 13, 6.5)], ["#d9b38c", two(10.5, 13, 3)], ["#8a5a33", oval(24, 27, 18, 16.5)], ["#e6cba8", oval(24, 33, 8, 6.5)], nose(30.5), eyes(16.5, 24)],
  Tanuki: [["#5a4636", two(10.5, 13, 5.5)], ["#b58f66", oval(24, 27, 18, 15.5)], ["#463629", two(14.5, 27, 6.5, 5.5)], [WHITE, two(16, 26, 2.9)], [DARK, two(16.3, 26.2, 1.6)], ["#f1e3cb", oval(24, 34, 7, 5)], nose(31.5)],
  Panda: [[DARK, two(10, 12.5, 6.5)], [WHITE, oval(24, 27, 18, 16.5)], [DARK, two(15.5, 26, 5, 6)], [WHITE, two(16.5, 25, 1.8)], nose(33)],
  Tora: [["#c9731a", two(10.5, 13, 6)], ["#ec9a34", oval(24, 27, 18, 16.5)], [DARK, "M24 9.5l3 8.5h-6zM16.5 11.5l3.5 6.5-5 .5zM31.5 11.5l-3.5 6.5 5 .5zM6 25l8 2.5-7.5 3zM42 25l-8 2.5 7.5 3z"], [WHITE, two(20.5, 35, 5, 4.2)], nose(31.5, "#c9525a"), eyes(18, 25)],
  Kitsune: [["#c95a1c", ears(6, 24, 7, 2, 23, 15)], [DARK, ears(7, 10, 7, 2, 13.5, 7.5)], ["#ea7f35", POINTED], [WHITE, CHEEKS], [DARK, oval(24, 40, 3, 2.4)], [DARK, "M12.5 22.5c3.5-1.5 6.5 0 8 4-3.5.5-6.5-1-8-4zM35.5 22.5c-3.5-1.5-6.5 0-8 4 3.5.5 6.5-1 8-4z"]],
  Fukuro: [["#6f5238", ears(7, 18, 5, 3, 20, 11)], ["#8c6a4a", oval(24, 27, 18.5, 18)], ["#f3e2c4", two(16, 24, 8.3)], [DARK, two(16.5, 24, 4.6)], [WHITE, two(15.3, 22.4, 1.5)], ["#e2911d", "M24 26.5l3.6 5.5-3.6 5-3.6-5z"]],
  Okami: [["#4e5967", ears(6, 24, 8, 2, 23, 15)], ["#738090", POINTED], ["#e9edf1", CHEEKS], [DARK, oval(24, 39.5, 3.4, 2.7)], ["#f2c53d", two(16.5, 24, 3.3, 2.6)], [DARK, two(16.8, 24, 1.5, 2.3)]],
};

/** The face of the bot with this name; null for anybody else. */
export function faceOf(name: string): readonly Part[] | null {
  return FACES[name] ?? null;
}
