// The first-time tour: five steps, each of which waits for what it asks to be done.
import { computed, effect, signal } from "@preact/signals";
import { acted, openText, showHex } from "./shown";
import * as state from "./state";

export type StepName = "paint" | "undo" | "unit" | "fix" | "preview";
interface Step {
  name: StepName;
  /** What the page points at. */
  at: string;
  /** Whether the step makes sense in this game. */
  fits?(): boolean;
  begin?(): void;
  done(): boolean;
}

const SEEN = "forge-tour";
/** The place in whose line the author makes a slip: without its quotes, its capacity is no text. */
export const slipped = computed(() => state.map.value?.places.find((each) => /^\d+$/.test(each.capacity ?? "")) ?? null);

const STEPS: readonly Step[] = [
  { name: "paint", at: ".tools", done: () => /^map\.(paint|fill)$/.test(state.did.value.name) },
  { name: "undo", at: "#undo", done: () => state.did.value.name === "undo" },
  {
    name: "unit", at: ".set-up", done: () => state.did.value.name === "unit.move",
    fits: () => (state.game.peek()?.scenarios.length ?? 0) > 0,
  },
  {
    name: "fix", at: ".text", done: () => state.did.value.name === "fix", fits: () => slipped.peek() !== null,
    begin: () => {
      const place = slipped.peek(), map = state.game.peek()?.documents.find((each) => each.kind === "map");
      state.pane.value = "text";
      if (!place || !map) return;
      const opened = openText(map.name), isLast = acted();
      void opened.then(() => (isLast() ? showHex(place.hex) : undefined)); // the author may have found it
    },
  },
  { name: "preview", at: "#tab-preview", done: () => state.pane.value === "preview" },
];

/** The step that waits; `STEPS.length` for the end, −1 without a tour. */
const number = signal(-1);
export const touring = computed(() => number.value >= 0);
export const step = computed(() => {
  const now = STEPS[number.value];
  return { name: now?.name ?? null, number: Math.min(number.value + 1, STEPS.length), of: STEPS.length };
});
/** Whether the tour was never taken here. */
export const unseen = signal(localStorage.getItem(SEEN) === null);

export function beginTour(): void {
  localStorage.setItem(SEEN, "1");
  unseen.value = false;
  go(0);
}

export function endTour(): void {
  number.value = -1;
}

export function skipStep(): void {
  go(number.value + 1);
}

function go(to: number): void {
  state.did.value = { name: "", times: 0 };
  let next = to;
  while (next < STEPS.length && STEPS[next]?.fits?.() === false) next++;
  STEPS[next]?.begin?.();
  if (STEPS[next]?.name === "preview" && state.pane.peek() === "preview") state.pane.value = "text";
  number.value = next;
}

/** Go on when what a step asks for was done, and mark what it points at. */
export function followTour(): void {
  effect(() => {
    const now = STEPS[number.value];
    if (now?.done()) queueMicrotask(() => go(number.peek() + 1));
  });
  effect(() => {
    const selector = STEPS[number.value]?.at;
    for (const each of document.querySelectorAll(".toured")) each.classList.remove("toured");
    if (selector) document.querySelector(selector)?.classList.add("toured");
  });
}
