import type { BotInfo, OptionInfo, RulebookInfo } from "./wire.ts";

/** The choice for each option of a rulebook or overlay. */
export type Chosen = Record<string, string>;

/** The request for a rulebook with options and overlays; default choices are left out. */
export function specOf(book: RulebookInfo, chosen: Chosen, overlays: { book: RulebookInfo; chosen: Chosen }[]): string {
  return [partOf(book, chosen), ...overlays.map((overlay) => partOf(overlay.book, overlay.chosen))].join("+");
}

/** Can it be played on its own? An overlay can if it names its base. */
export function standsAlone(book: RulebookInfo): boolean {
  return !book.overlay || book.base !== null;
}

/** The overlays that fit a rulebook. */
export function overlaysFor(book: RulebookInfo, all: RulebookInfo[]): RulebookInfo[] {
  return all.filter((other) => other.overlay && !book.overlay && other.seats === book.seats);
}

/** The default bot. */
export function usualBot(bots: BotInfo[]): string {
  return (bots.find((bot) => bot.id === "club") ?? bots.at(-1))?.id ?? "";
}

/** Seats of a new table: me first, bots in the others. */
export function seatsWithBots(seats: number, bot: string): string[] {
  return Array.from({ length: seats }, (_, place) => (place === 0 ? "me" : bot));
}

/** Seats of a table for friends: me first, the others open. */
export function seatsForFriends(seats: number): string[] {
  return seatsWithBots(seats, "open");
}

function partOf(book: RulebookInfo, chosen: Chosen): string {
  const parts = book.options.filter((option) => isChanged(option, chosen)).map((option) => `${option.id}=${chosen[option.id]}`);
  return parts.length > 0 ? `${book.id}(${parts.join(",")})` : book.id;
}

function isChanged(option: OptionInfo, chosen: Chosen): boolean {
  const choice = chosen[option.id];
  return choice !== undefined && choice !== option.default && option.choices.some((other) => other.id === choice);
}
