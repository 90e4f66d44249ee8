/**
 * Joins the simple shapes of a drawing that have the same paint into one path each. A bamboo tile has sixty rectangles; every tile on the table
 * would bring that many elements, for which a slow phone pays whenever its table changes.
 */
export function merged(drawing: string): string {
  const layers: Layer[] = [];
  const groups: Group[] = [{ paint: {}, place: STILL }];
  for (const [, close, name = "", attributes = ""] of drawing.matchAll(/<(\/?)([a-z]+)([^>]*?)\/?>/g)) {
    const around = groups.at(-1) ?? { paint: {}, place: STILL };
    if (close) {
      groups.pop();
      continue;
    }
    const own = Object.fromEntries([...attributes.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]));
    const place = combined(around.place, own["transform"]);
    const paint = { ...around.paint, ...Object.fromEntries(PAINTS.filter((key) => own[key] !== undefined).map((key) => [key, own[key] ?? ""])) };
    if (!place || Object.keys(own).some((key) => !KNOWN.has(key))) return drawing;
    if (name === "g") groups.push({ paint, place });
    else if (!lay(layers, name, own, paint, place)) return drawing;
  }
  return layers.map(({ text, paint }) => `<path d="${text}"${paint}/>`).join("");
}

/** Shapes of one paint, one upon the other with those of others. */
type Layer = { text: string; paint: string; boxes: Box[] };
type Box = { left: number; top: number; right: number; bottom: number };
/** Turned by so many degrees around the origin, then moved. */
type Place = { turn: number; x: number; y: number };
type Group = { paint: Record<string, string>; place: Place };

const STILL: Place = { turn: 0, x: 0, y: 0 };
const ALL: Box = { left: -1e4, top: -1e4, right: 1e4, bottom: 1e4 };
const PAINTS = ["fill", "stroke", "stroke-width", "stroke-linecap"];
const KNOWN = new Set([...PAINTS, "transform", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d"]);

/** Puts a shape on the layer of its paint, if nothing of another paint lies between. */
function lay(layers: Layer[], name: string, own: Record<string, string>, paints: Record<string, string>, place: Place): boolean {
  const shape = name === "path" ? drawn(own["d"] ?? "", place) : rounded(name, own, place, Number(paints["stroke-width"] ?? 0));
  if (!shape) return false;
  const paint = PAINTS.filter((key) => paints[key] !== undefined).map((key) => ` ${key}="${paints[key]}"`).join("");
  for (const layer of layers.toReversed()) {
    if (layer.paint === paint && name !== "path") {
      layer.text += shape.text;
      layer.boxes.push(shape.box);
      return true;
    }
    if (layer.boxes.some((box) => meet(box, shape.box))) break;
  }
  layers.push({ text: shape.text, paint, boxes: [shape.box] });
  return true;
}

/** A path stays as it is; one that is moved cannot be joined. */
function drawn(text: string, place: Place): { text: string; box: Box } | null {
  return place.turn === 0 && place.x === 0 && place.y === 0 ? { text, box: ALL } : null;
}

/** A rectangle, circle or ellipse as a path, clockwise. */
function rounded(name: string, own: Record<string, string>, place: Place, stroke: number): { text: string; box: Box } | null {
  const number = (key: string, usual = 0) => Number(own[key] ?? usual);
  const isRect = name === "rect";
  if (!isRect && name !== "circle" && name !== "ellipse") return null;
  const [rx, ry] = isRect ? [number("rx", number("ry")), number("ry", number("rx"))] : [number("rx", number("r")), number("ry", number("r"))];
  const [left, top] = isRect ? [number("x"), number("y")] : [number("cx") - rx, number("cy") - ry];
  const [wide, high] = isRect ? [number("width"), number("height")] : [2 * rx, 2 * ry];
  const [across, down] = [Math.min(rx, wide / 2), Math.min(ry, high / 2)];
  const [right, bottom] = [left + wide, top + high];
  const at = (x: number, y: number) => moved(place, x, y).map(short).join(" ");
  const arc = (x: number, y: number) => (across > 0 && down > 0 ? `A${short(across)} ${short(down)} ${short(place.turn)} 0 1 ${at(x, y)}` : `L${at(x, y)}`);
  const line = (x: number, y: number) => `L${at(x, y)}`;
  const text = [
    `M${at(left + across, top)}`,
    line(right - across, top),
    arc(right, top + down),
    line(right, bottom - down),
    arc(right - across, bottom),
    line(left + across, bottom),
    arc(left, bottom - down),
    line(left, top + down),
    arc(left + across, top),
    "Z",
  ].join("");
  const corners = [moved(place, left, top), moved(place, right, top), moved(place, right, bottom), moved(place, left, bottom)];
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
  return { text, box: { left: Math.min(...xs) - stroke, top: Math.min(...ys) - stroke, right: Math.max(...xs) + stroke, bottom: Math.max(...ys) + stroke } };
}

function combined(around: Place, transform: string | undefined): Place | null {
  if (transform === undefined) return around;
  const found = /^(rotate|translate)\(([-\d. ,]+)\)$/.exec(transform);
  if (!found) return null;
  const [first = 0, x = 0, y = 0] = (found[2] ?? "").split(/[ ,]+/).map(Number);
  const own = found[1] === "translate" ? { turn: 0, x: first, y: x } : turnedAround(first, x, y);
  const [movedX = 0, movedY = 0] = moved(around, own.x, own.y);
  return { turn: around.turn + own.turn, x: movedX, y: movedY };
}

/** Turned around a point. */
function turnedAround(turn: number, x: number, y: number): Place {
  const [turnedX = 0, turnedY = 0] = moved({ turn, x: 0, y: 0 }, x, y);
  return { turn, x: x - turnedX, y: y - turnedY };
}

function moved({ turn, x, y }: Place, px: number, py: number): number[] {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  return [x + px * cos - py * sin, y + px * sin + py * cos];
}

const meet = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const short = (number: number) => String(Math.round(number * 100) / 100);
