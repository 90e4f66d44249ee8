import type { BotInfo, OptionInfo, RulebookInfo } from "./wire.ts";

/** What is chosen for one rulebook or overlay: option by choice. */
export type Chosen = Record<string, string>;

/** How a rulebook with its options and additions is asked for; what is chosen by default is left out. */
export function specOf(book: RulebookInfo, chosen: Chosen, overlays: { book: RulebookInfo; chosen: Chosen }[]): string {
  return [partOf(book, chosen), ...overlays.map((overlay) => partOf(overlay.book, overlay.chosen))].join("+");
}

/** Can it be played as it is? An addition can where it knows what it sits on. */
export function standsAlone(book: RulebookInfo): boolean {
  return !book.overlay || book.base !== null;
}

/** The additions that can be laid on a rulebook. */
export function overlaysFor(book: RulebookInfo, all: RulebookInfo[]): RulebookInfo[] {
  return all.filter((other) => other.overlay && !book.overlay && other.seats === book.seats);
}

/** The bot that sits down where nothing else is chosen. */
export function usualBot(bots: BotInfo[]): string {
  return (bots.find((bot) => bot.id === "greedy") ?? bots.at(-1))?.id ?? "";
}

/** The seats of a new table: me first, bots in all the others. */
export function seatsWithBots(seats: number, bot: string): string[] {
  return Array.from({ length: seats }, (_, place) => (place === 0 ? "me" : bot));
}

/** The seats of a table for friends: me first, all others open. */
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
