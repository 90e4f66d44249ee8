/** A page of the client, by its path. */
export type Route =
  | { page: "lobby" }
  | { page: "new" }
  | { page: "settings" }
  | { page: "table"; id: string; invite: string | null }
  | { page: "replay"; id: string; at: number | null }
  | { page: "fair"; id: string }
  | { page: "missing" };

let route: Route = $state(routeOf(new URL(location.href)));

/** The page that is shown. */
export function current(): Route {
  return route;
}

/** Goes to another page of the client. */
export function go(path: string): void {
  history.pushState(null, "", path);
  route = routeOf(new URL(location.href));
  scrollTo(0, 0);
}

/** Follows links and the browser's own buttons. Called once, at the start. */
export function watchRoute(): void {
  addEventListener("popstate", () => (route = routeOf(new URL(location.href))));
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
  const [first = "", id = "", more] = address.pathname.split("/").slice(1).map(decodeURIComponent);
  if (more !== undefined) return { page: "missing" };
  if (first === "table" && id) return { page: "table", id, invite: joinCode(address) };
  if (first === "replay" && id) return { page: "replay", id, at: numberIn(address.searchParams.get("at")) };
  if (first === "fair" && id) return { page: "fair", id };
  if (id) return { page: "missing" };
  if (first === "") return { page: "lobby" };
  if (first === "new") return { page: "new" };
  if (first === "settings") return { page: "settings" };
  return { page: "missing" };
}

/** Codes stand behind the hash, which browsers do not send to servers or other sites. */
function joinCode(address: URL): string | null {
  return /^#join=(.+)$/.exec(address.hash)?.[1] ?? null;
}

function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
