// The layer "Errata" of the map: the hexes that the errata shown change.
import { effect } from "@preact/signals";
import type { Board } from "../map/view";
import { drawn } from "../map/drawn";
import * as state from "../state";
import { listing } from "./model";

export function layErrata(board: Board): void {
  effect(() => {
    const grid = state.grid.value, group = board.group("errata");
    group.replaceChildren();
    if (!grid || !state.shown.value.has("errata")) return;
    for (const [id, numbers] of Object.entries(listing.value?.hexes ?? {})) {
      const hex = grid.number(id);
      if (hex < 0) continue;
      const mark = drawn("g", { class: "erratum-mark", "data-hex": id }, group);
      drawn("path", { d: grid.outline(hex, 0.86) }, mark);
      drawn("title", {}, mark, `${id}: ${[...new Set(numbers)].join(", ")}`);
    }
  });
}
