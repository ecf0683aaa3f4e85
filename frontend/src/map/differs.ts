// Hexes in which the screen differs from what it is compared with, and the ways of units that were moved.
import { effect } from "@preact/signals";
import * as compare from "../compare/compare";
import * as play from "../play/play";
import * as state from "../state";
import type { Board } from "./view";
import { drawChanged, drawMove } from "./changes";

export function layDifferences(board: Board): void {
  effect(() => {
    if (play.on.value) return;
    const group = board.group("scene"), grid = state.grid.value;
    group.replaceChildren();
    if (!grid || !compare.shown.value) return;
    const chosen = compare.chosen.value;
    (compare.answer.value?.changes ?? []).forEach((change, n) => {
      const [from, to] = [change.before, change.after].map((ids) => ids.map((id) => grid.number(id)).filter((hex) => hex >= 0)) as [number[], number[]];
      const hexes = [...new Set([...from, ...to])];
      const look = n === chosen ? "changed chosen" : "changed";
      if (hexes.length > 0 && hexes.length < 500) drawChanged(hexes, grid, group, look);
      const [a, b] = [from[0], to[0]];
      if (change.unit && a !== undefined && b !== undefined && a !== b) drawMove(a, b, grid, group);
    });
  });
}
