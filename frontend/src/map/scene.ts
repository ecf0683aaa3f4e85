// What a line of the log tells of, on the map: the way that was gone, hexes fought for, the die.
import { drawn } from "./drawn";
import type { HexGrid } from "./geometry";

export interface Scene {
  kind: string;
  /** Hexes by their numbers on the map. */
  hexes: readonly number[];
  die: string;
}

export function drawScene({ kind, hexes, die }: Scene, grid: HexGrid, group: Element): void {
  if (kind === "move" && hexes.length > 1) drawWay(hexes, grid, group);
  else drawn("path", { d: hexes.map((hex) => grid.outline(hex, 0.97)).join(""), class: kind === "combat" ? "fight" : "spot" }, group);
  const last = hexes[hexes.length - 1];
  if (!die || last === undefined) return;
  const [x, y] = grid.centre(last), r = grid.radius;
  drawn("rect", { x: x + r * 0.55, y: y - r * 1.15, width: r * 0.62, height: r * 0.62, rx: r * 0.12, class: "die" }, group);
  drawn("text", { x: x + r * 0.86, y: y - r * 0.68, "font-size": r * 0.5, class: "die" }, group, die);
}

/** Draw a way from hex to hex; `guess`: only its ends are known. */
export function drawWay(hexes: readonly number[], grid: HexGrid, group: Element, guess = false): void {
  const d = `M${hexes.map((hex) => grid.centre(hex).join(" ")).join("L")}`;
  drawn("path", { d, class: "way under" }, group);
  drawn("path", { d, class: guess ? "way guess" : "way" }, group);
  const [cx, cy] = grid.centre(hexes[0] ?? 0);
  drawn("circle", { cx, cy, r: grid.radius * 0.14, class: "point" }, group);
}
