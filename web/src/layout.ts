/** The four ways in which the table is laid out, by the room that it has. */
export type Layout = "wide" | "tablet" | "portrait" | "landscape";

/** The layout for a table of this size in pixels. */
export function layoutOf(width: number, height: number): Layout {
  if (width < 600) return "portrait";
  if (height < 560) return "landscape";
  return width < 1000 && height > 0.9 * width ? "tablet" : "wide";
}

/** The classes that `table.css` lays the table out by. */
export function layoutClasses(width: number, height: number, seats: number): string {
  const layout = layoutOf(width, height);
  const shared = layout === "wide" || layout === "tablet" ? "roomy" : "phone";
  const short = layout === "portrait" && height < 700 ? "short" : "";
  // The console has room for two lines only.
  const flat = (layout === "landscape" && seats === 4) || (layout === "wide" && height < 640) ? "flat" : "";
  return [layout, shared, short, flat, `p${seats}`].filter((one) => one !== "").join(" ");
}
