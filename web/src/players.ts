import type { PlayerInfo } from "./wire.ts";

/** The four plants of the flower tiles: bots of one table need names that differ. */
const BOT_NAMES = ["Ume", "Ran", "Kiku", "Take"];

/** The players with names that tell them apart. */
export function namedPlayers(players: PlayerInfo[]): PlayerInfo[] {
  return players.map((player, seat) => ({ ...player, name: player.name === player.bot ? botName(seat) : player.name }));
}

/** The name of a bot on a seat. */
export function botName(seat: number): string {
  return BOT_NAMES[seat % BOT_NAMES.length] ?? "";
}
