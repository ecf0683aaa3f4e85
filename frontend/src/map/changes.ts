// How changes look on the map: the hexes in which something differs, and the ways of units that were moved.
import { drawn } from "./drawn";
import type { HexGrid } from "./geometry";

export function drawChanged(hexes: readonly number[], grid: HexGrid, group: Element, look = "changed"): SVGElement {
  return drawn("path", { d: hexes.map((hex) => grid.outline(hex, 0.95)).join(""), class: look }, group);
}

/** A way in a flat bow, so that ways there and back lie beside each other. */
export function drawMove(from: number, to: number, grid: HexGrid, group: Element): void {
  const [ax, ay] = grid.centre(from), [bx, by] = grid.centre(to);
  const d = `M${ax} ${ay}Q${(ax + bx) / 2 - (by - ay) * 0.1} ${(ay + by) / 2 + (bx - ax) * 0.1} ${bx} ${by}`;
  for (const kind of ["moved", "moved over"]) drawn("path", { d, class: kind }, group);
  drawn("circle", { cx: bx, cy: by, r: grid.radius * 0.2, class: "point" }, group);
}
