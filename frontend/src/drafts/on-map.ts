// The front of the chosen scenario on the map, and the candidates of the place that is being decided as letters.
import { effect } from "@preact/signals";
import type { OpenPlace } from "../api";
import type { Board } from "../map/view";
import { drawn } from "../map/drawn";
import * as state from "../state";
import { words } from "../words/en";
import { current, decideBy, front, here, letter } from "./drafts";

/** Pixels of a letter's radius, at least. */
const LEAST = 11;

export function layDates(board: Board): void {
  effect(() => drawFront(board));
  let on: object | null = null, looks = "";
  effect(() => {
    const grid = state.grid.value, place = state.pane.value === "decide" ? current.value : null, zoom = state.zoom.value;
    // a letter that is pressed stays while the same is told anew
    const now = JSON.stringify([zoom, place?.candidates]);
    if (grid === on && now === looks) return;
    [on, looks] = [grid, now];
    drawLetters(board, place, zoom);
  });
  effect(() => {
    // once for each place: what is told anew of it leaves the map where the pointer has it
    if (state.pane.value === "decide" && here.value !== "") board.frame(current.peek()?.candidates.flatMap((each) => each.hexes) ?? []);
  });
}

function drawFront(board: Board): void {
  const grid = state.grid.value, group = board.group("front");
  group.replaceChildren();
  const sides = front.value?.sides ?? [];
  if (!grid || sides.length === 0) return;
  const d = sides.map(([a, b]) => grid.ends([grid.number(a), grid.number(b)])).filter((ends) => ends !== null)
    .map(([[ax, ay], [bx, by]]) => `M${ax} ${ay}L${bx} ${by}`).join("");
  const look = front.value?.own ? "own" : "likely";
  drawn("path", { d, class: "under" }, group);
  drawn("path", { d, class: look }, group);
}

function drawLetters(board: Board, place: OpenPlace | null, zoom: number): void {
  const grid = board.grid, group = board.group("letters");
  group.replaceChildren();
  if (!grid || !place) return;
  const r = Math.max(grid.radius * 0.5, LEAST / zoom);
  /** How many letters a hex has already. */
  const taken = new Map<string, number>();
  place.candidates.forEach((candidate, n) => {
    for (const hex of candidate.hexes) {
      const number = grid.number(hex);
      if (number < 0) continue;
      const [x, y] = grid.centre(number), before = taken.get(hex) ?? 0;
      taken.set(hex, before + 1);
      const made = drawn("g", { class: candidate.doubt === "" ? "letter" : "letter doubtful", "data-letter": letter(n), "data-at": hex }, group);
      const cx = x + before * r * 1.9;
      drawn("circle", { cx, cy: y, r }, made);
      drawn("text", { x: cx, y: y + r * 0.38, "font-size": r * 1.15 }, made, letter(n));
      drawn("title", {}, made, words.dates.letter(letter(n), candidate.said, candidate.doubt || candidate.why.join("; ")));
      made.addEventListener("pointerdown", (event) => {
        if (!state.picking.value) event.stopPropagation(); // else the hex below is meant
      });
      made.addEventListener("click", () => decideBy(letter(n)));
    }
  });
}
