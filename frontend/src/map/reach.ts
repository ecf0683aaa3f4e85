// Supply and zones of control over the map: hatched in the colour of the side, on a sheet below the counters.
import { effect } from "@preact/signals";
import * as overlays from "../set_up/overlays";
import type { OverlayKind } from "../set_up/overlays";
import * as state from "../state";
import type { Board } from "./view";
import { drawn } from "./drawn";
import type { HexGrid } from "./geometry";

const SLANTS: Record<OverlayKind, readonly number[]> = { supply: [45, -45], zones: [0, 90] };

/** Degrees by which the upright hatching of a side is turned, so that sides are told apart without colours. */
export function slant(kind: OverlayKind, side: number): number {
  const slants = SLANTS[kind];
  return slants[side % slants.length] ?? 0;
}

/** Draw the overlays that are chosen whenever they change. */
export function layReach(board: Board): void {
  effect(() => {
    const sheet = board.reach, grid = state.grid.value;
    sheet.replaceChildren();
    if (!grid || overlays.shown.value.size === 0) return;
    const patterns = drawn("defs", {}, sheet);
    overlays.answer.value?.sides.forEach((side, n) => {
      if (side.supply && overlays.shown.value.has(`supply/${side.side}`)) {
        const group = drawn("g", { class: "supply", style: `--of: ${side.color}`, "data-side": side.side }, sheet);
        hatch(patterns, `supply-${n}`, grid.radius * 0.42, grid.radius * 0.06, slant("supply", n), side.color);
        side.supply.reach.forEach((each, m) => area(grid, each.hexes, m === 0 ? `url(#supply-${n})` : "none", group, m > 0));
        for (const id of new Set(side.supply.sources)) source(grid, id, group);
      }
      if (side.zones && overlays.shown.value.has(`zones/${side.side}`)) {
        const group = drawn("g", { class: "zones", style: `--of: ${side.color}`, "data-side": side.side }, sheet);
        hatch(patterns, `zones-${n}`, grid.radius * 0.2, grid.radius * 0.07, slant("zones", n), side.color);
        area(grid, side.zones, `url(#zones-${n})`, group);
      }
    });
  });
}

function hatch(parent: Element, id: string, gap: number, width: number, turned: number, color: string): void {
  const pattern = drawn("pattern", { id, width: gap, height: gap, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turned})` }, parent);
  drawn("rect", { width, height: gap, fill: color }, pattern);
}

/** Hexes with a line around them. */
function area(grid: HexGrid, ids: readonly string[], fill: string, parent: Element, inner = false): void {
  const hexes = new Set(ids.map((id) => grid.number(id)).filter((hex) => hex >= 0));
  if (fill !== "none") drawn("path", { d: [...hexes].map((hex) => grid.outline(hex, 1.005)).join(""), fill, class: "inside" }, parent);
  const edge: string[] = [];
  for (const hex of hexes) {
    for (let way = 0; way < 6; way++) {
      if (hexes.has(grid.neighbour(hex, way))) continue;
      const [[ax, ay], [bx, by]] = [grid.vertex(hex, way), grid.vertex(hex, way + 1)];
      edge.push(`M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`);
    }
  }
  drawn("path", { d: edge.join(""), class: inner ? "edge inner" : "edge" }, parent);
}

function source(grid: HexGrid, id: string, parent: Element): void {
  const hex = grid.number(id);
  if (hex < 0) return;
  const [cx, cy] = grid.centre(hex);
  drawn("circle", { cx, cy, r: grid.radius * 0.72, class: "source" }, parent);
}
