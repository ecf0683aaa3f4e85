// Where supply and zones of control of each side reach at the turn of the slider, and which of them are shown.
import { computed, effect, signal } from "@preact/signals";
import { get, type OverlayAnswer } from "../api";
import * as setUp from "./units";

export type OverlayKind = "supply" | "zones";
export const KINDS: readonly OverlayKind[] = ["supply", "zones"];

/** Milliseconds after a change, or a move of the slider, until the overlays follow. */
const FOLLOWS = 60;

export const answer = signal<OverlayAnswer | null>(null);
/** What is drawn, as `KIND/SIDE`. */
export const shown = signal<ReadonlySet<string>>(new Set());
/** Units out of supply, by id; it changes only when they do. */
const starving = computed(() => (answer.value?.sides ?? []).flatMap((each) => each.unsupplied ?? []).join(" "));
export const unsupplied = computed<ReadonlySet<string>>(() => new Set(starving.value === "" ? [] : starving.value.split(" ")));

let asked = 0;
let waiting = 0;
effect(() => {
  const scenario = setUp.answer.value?.problem === "" ? setUp.answer.value.scenario : "", turn = setUp.turn.value;
  clearTimeout(waiting);
  const mine = ++asked;
  if (scenario === "") {
    answer.value = null;
    return;
  }
  waiting = window.setTimeout(() => {
    // while nobody answers, the last overlays stay; the commands of the session say why
    void get("/api/overlays", { scenario, turn }).then((now) => {
      if (mine === asked) answer.value = now;
    }, () => undefined);
  }, FOLLOWS);
});
