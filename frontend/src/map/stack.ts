// The drawing of counters and of their stacks, the same wherever a map shows them.
import { drawn } from "./drawn";
import type { Point } from "./geometry";

/** Counters of a stack that are seen, the top one included. */
const SEEN = 4;
/** The side of a counter in radii of a hex. */
export const PART = 1.12;

/** What a counter shows. */
export interface Look {
  /** The symbol of the side that is up; empty for a plain counter. */
  face: string;
  /** What is left of its strength, where it is not what is printed. */
  strength?: string;
  /** What is marked on it, by a letter or two. */
  badges?: readonly string[];
  /** The direction that it faces, in degrees from east. */
  facing?: number | undefined;
}

export function drawCounter(look: Look, [x, y]: Point, side: number, parent: Element, attributes: Record<string, string | number> = {}): SVGElement {
  const made = drawn("g", { class: "counter", ...attributes }, parent);
  if (look.face) drawn("use", { href: `#${look.face}`, x, y, width: side, height: side }, made);
  drawn("rect", { x, y, width: side, height: side, rx: side * 0.05, class: "rim" }, made);
  if (look.strength) badge(made, x + side * 0.14, y + side * 0.86, side * 0.2, "strength", look.strength);
  look.badges?.forEach((text, n) => badge(made, x + side * (0.88 - n * 0.24), y + side * 0.14, side * 0.15, "marked", text));
  if (look.facing !== undefined) {
    const place = `translate(${x + side / 2} ${y + side / 2}) rotate(${look.facing}) translate(${side * 0.62}) scale(${side * 0.1})`;
    drawn("path", { d: "M-1.2-2L1.6 0L-1.2 2Z", transform: place, class: "facing" }, made);
  }
  return made;
}

function badge(parent: Element, cx: number, cy: number, r: number, kind: string, text: string): void {
  drawn("circle", { cx, cy, r, class: `badge ${kind}` }, parent);
  const size = kind === "marked" && text.length > 1 ? 1.15 : 1.45;
  drawn("text", { x: cx, y: cy + r * size * 0.345, "font-size": r * size, class: `badge ${kind}` }, parent, text);
}

/** Draw a stack around a point, the lowest counter first, and how many there are; `draw` draws one at its upper left corner. */
export function drawStack<T>(counters: readonly T[], [x, y]: Point, side: number, group: Element, draw: (counter: T, at: Point) => void): void {
  const seen = counters.slice(-SEEN), step = side * 0.09, off = ((seen.length - 1) * step) / 2;
  seen.forEach((counter, n) => draw(counter, [x - side / 2 - off + n * step, y - side / 2 + off - n * step]));
  if (counters.length < 2) return;
  const cx = x + side / 2 + off, cy = y + side / 2 + off, r = side * 0.2;
  drawn("circle", { cx, cy, r, class: "height" }, group);
  drawn("text", { x: cx, y: cy + r * 0.5, "font-size": r * 1.45, class: "height" }, group, String(counters.length));
}
