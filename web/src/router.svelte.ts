/** A code for a seat: a free one, or the player's seat from another device; or for the referee's place. */
export type Invite = { code: string; own: boolean; referee?: boolean };

/** A page of the client, by its path. */
export type Route =
  | { page: "lobby" }
  | { page: "new" }
  | { page: "settings" }
  | { page: "score" }
  | { page: "me" }
  | { page: "find" }
  | { page: "friends" }
  | { page: "table"; id: string; invite: Invite | null }
  | { page: "replay"; id: string; at: number | null; hand: number | null }
  | { page: "fair"; id: string }
  | { page: "books" }
  | { page: "book"; id: string }
  | { page: "missing" };

let route: Route = $state(routeOf(new URL(location.href)));

/** The page that is shown. */
export function current(): Route {
  return route;
}

/** Goes to another page of the client; a page that is held is asked first, unless the person has been. */
export function go(path: string, isSure = false): void {
  if (holder && !isSure) return holder(() => go(path, true));
  place += 1;
  history.pushState({ from: location.pathname, place }, "", path);
  route = routeOf(new URL(location.href));
  scrollTo(0, 0);
}

/** What asks before the page is left, and leaves it if the person agrees. */
type Holder = (leave: () => void) => void;
let holder: Holder | null = null;
/** Which entry of the browser's history is shown, so that a step back can be taken back. */
let place = 0;

/** Keeps the page until the person agrees to leave it, by a link or by the browser's own buttons. Returns what ends this. */
export function hold(ask: Holder): () => void {
  holder = ask;
  return () => {
    if (holder === ask) holder = null;
  };
}

/** The table from which this page was opened, to go back to. */
export function cameFromTable(): string | null {
  const from: unknown = (history.state as { from?: unknown } | null)?.from;
  return typeof from === "string" && from.startsWith("/table/") ? from : null;
}

/** Follows links and the browser's own buttons. Called once, at the start. */
export function watchRoute(): void {
  place = placeIn(history.state) ?? 0;
  history.replaceState({ ...(history.state as object | null), place }, "");
  let leave: (() => void) | null = null;
  addEventListener("popstate", ({ state }) => {
    const steps = (placeIn(state) ?? place) - place;
    if (holder && steps !== 0) {
      leave = () => {
        holder = null;
        history.go(steps);
      };
      history.go(-steps);
      return;
    }
    if (leave) {
      // The page is back at its address.
      holder?.(leave);
      leave = null;
      return;
    }
    place += steps;
    route = routeOf(new URL(location.href));
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (routeOf(new URL(link.href)).page === "missing") return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** The page that an address names. */
export function routeOf(address: URL): Route {
  const parts = partsOf(address.pathname);
  if (!parts || parts.length > 2) return { page: "missing" };
  const [first = "", id = ""] = parts;
  if (first === "table" && id) return { page: "table", id, invite: joinCode(address) };
  if (first === "replay" && id) return { page: "replay", id, at: numberIn(address.searchParams.get("at")), hand: numberIn(address.searchParams.get("hand")) };
  if (first === "fair" && id) return { page: "fair", id };
  if (first === "books" && id) return { page: "book", id };
  if (id) return { page: "missing" };
  if (first === "") return { page: "lobby" };
  if (first === "new") return { page: "new" };
  if (first === "write") return { page: "book", id: "" };
  if (first === "settings" || first === "score" || first === "me" || first === "find" || first === "friends" || first === "books") return { page: first };
  return { page: "missing" };
}

/** Codes are in the fragment, which browsers do not send to servers or other sites. */
function joinCode(address: URL): Invite | null {
  const found = /^#(join|seat|referee)=(.+)$/.exec(address.hash);
  if (!found?.[2]) return null;
  return { code: found[2], own: found[1] === "seat", ...(found[1] === "referee" && { referee: true }) };
}

function placeIn(state: unknown): number | null {
  const found = (state as { place?: unknown } | null)?.place;
  return typeof found === "number" ? found : null;
}

/** The parts of a path; none if it is malformed. */
function partsOf(path: string): string[] | null {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
