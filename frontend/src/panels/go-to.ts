// The way to a hex from anywhere on the page.
import type { Board } from "../map/view";
import { describe } from "../map/hands";
import { showHex } from "../shown";
import * as state from "../state";

let board: Board | null = null;

/** Show hexes on this map from now on. */
export function showOn(map: Board): void {
  board = map;
}

/** Put the hex cursor on a hex, in sight. */
export function goTo(hex: string, text = true): void {
  state.cursor.value = hex;
  board?.reveal(hex, true);
  state.announced.value = describe(hex);
  if (!text) return;
  document.getElementById("board")?.focus();
  void showHex(hex);
}
