import { whoIn } from "./announce.ts";
import { botName } from "./cast.ts";
import type { Session } from "./session.svelte.ts";
import type { PlayerInfo } from "./wire.ts";

/** The players, with bots named so that they can be told apart. A bot keeps its name when the seats are drawn. */
export function namedPlayers(players: PlayerInfo[]): PlayerInfo[] {
  return players.map((player, seat) => ({ ...player, name: player.name === player.bot ? botName(player.bot, player.cast ?? seat) : player.name }));
}

/** The seats of a finished game by place. */
export function ranked({ places }: { places: number[] }): { seat: number; place: number }[] {
  return places.map((place, seat) => ({ seat, place })).sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** Other players who still have the score sheet open. The next hand begins when all have closed it. */
export function awaitedNames({ awaited, result, seat: me, table, view }: Pick<Session, "awaited" | "result" | "seat" | "table" | "view">): string[] {
  if (result || !view.outcome.settled) return [];
  return awaited.filter((seat) => seat !== me).map((seat) => table?.players[seat]?.name || whoIn(view, seat, me));
}
