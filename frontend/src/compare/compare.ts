// What the screen differs in: from the files, from the last commit, or one scenario from another.
import { computed, effect, signal } from "@preact/signals";
import { Refused, post, type ChangeEntry, type CompareAnswer } from "../api";
import * as state from "../state";
import { words } from "../words/en";

export type To = "saved" | "commit" | "scenario";

export const to = signal<To>("saved");
export const before = signal("");
export const after = signal("");
export const answer = signal<CompareAnswer | null>(null);
export const problem = signal("");
export const updating = signal(false);
export const chosen = signal(-1);

export const shown = computed(() => state.pane.value === "compare");
/** Changes by what they are about, or by their document. */
export const groups = computed(() => {
  const found = new Map<string, [number, ChangeEntry][]>();
  (answer.value?.changes ?? []).forEach((change, n) => {
    const key = to.value === "scenario" || change.document === "" ? change.matter : change.document;
    const there = found.get(key);
    if (there) there.push([n, change]);
    else found.set(key, [[n, change]]);
  });
  return [...found];
});

const LATER = 700;
let later = 0;
let asked = 0;

/** Compare anew: a while after the last change of a text, while the tab is open. */
export function followCompare(): void {
  let last = "";
  effect(() => {
    void state.changes.value;
    if (!shown.value) return;
    if (to.value === "scenario") {
      const scenarios = state.game.peek()?.scenarios ?? [];
      before.value ||= scenarios[0]?.id ?? "";
      after.value ||= scenarios[1]?.id ?? scenarios[0]?.id ?? "";
    }
    const wanted = [to.value, before.value, after.value].join(" ");
    if (wanted !== last) answer.value = null; // of something else
    last = wanted;
    asked += 1; // what is under way is of an older text
    updating.value = true;
    clearTimeout(later);
    later = window.setTimeout(() => void compare(), answer.peek() ? LATER : 0);
  });
}

async function compare(): Promise<void> {
  const mine = ++asked;
  try {
    const found = await post("/api/compare", { to: to.value, before: before.value, after: after.value });
    if (mine !== asked) return;
    answer.value = found;
    problem.value = "";
    chosen.value = -1;
    state.announced.value = words.comparing.count(found.changes.length + found.left_out);
  } catch (failed) {
    if (mine !== asked) return;
    answer.value = null;
    problem.value = failed instanceof Refused && failed.status < 500 ? failed.message : words.lost;
  } finally {
    if (mine === asked) updating.value = false;
  }
}
