// The set-up of the scenario that is shown: its units, who is there at the turn of the slider, the unit in hand.
import { computed, signal } from "@preact/signals";
import { Refused, get, getSvg, type SetUpAnswer, type SetUpUnit } from "../api";

/** The scenario whose set-up is shown; empty for none. */
export const scenario = signal("");
export const answer = signal<SetUpAnswer | null>(null);
export const turn = signal(0);
/** The unit that the keys move. */
export const held = signal("");
/** The hex whose stack is fanned out. */
export const fanned = signal("");

export const unitsById = computed(() => new Map((answer.value?.units ?? []).map((unit) => [unit.id, unit])));
export const atStart = computed(() => answer.value === null || turn.value <= answer.value.first);

/** Whether a unit that was there at the start, or arrived, has not left by the turn of the slider. */
export function present(unit: SetUpUnit): boolean {
  const came = unit.arrives.filter((each) => each <= turn.value).length, went = unit.leaves.filter((each) => each < turn.value).length;
  return (unit.state === "absent" || unit.state === "eliminated" ? 0 : 1) + came > went;
}

export interface Coming { kind: "arrives" | "leaves"; at: number }

/** When a unit next arrives, or else leaves, from the turn of the slider on. */
export function coming(unit: SetUpUnit): Coming | null {
  for (const kind of ["arrives", "leaves"] as const) {
    const at = unit[kind].find((each) => each >= turn.value);
    if (at !== undefined) return { kind, at };
  }
  return null;
}

/** Units on the map by hex, in the order of the orders of battle. */
export const stacks = computed(() => {
  const found = new Map<string, SetUpUnit[]>();
  for (const unit of answer.value?.units ?? []) {
    if (unit.state === "at" && unit.hex !== "" && present(unit)) found.set(unit.hex, [...(found.get(unit.hex) ?? []), unit]);
  }
  return found;
});

const SHEET = "counter-faces";
let drawn = false;

/** Fetch the counters; while their document has errors that keep them from being drawn, the last ones stay. */
async function drawFaces(): Promise<void> {
  const svg = await getSvg("/api/counters.svg").catch((failed: unknown) => {
    if (failed instanceof Refused && failed.status >= 404) return null;
    throw failed;
  });
  if (!svg) return;
  svg.id = SHEET;
  svg.setAttribute("aria-hidden", "true");
  document.getElementById(SHEET)?.remove();
  document.body.append(svg);
  drawn = true;
}

/** Have the answer for the scenario that is chosen; the counters anew where their document changed. */
export async function refresh(counters = false): Promise<void> {
  if (scenario.value === "") {
    answer.value = null;
    return;
  }
  if (counters || !drawn) await drawFaces();
  const asked = scenario.value, now = await get("/api/set-up", { scenario: asked });
  if (asked !== scenario.value) return; // a different one was chosen meanwhile
  // while a text is typed at, the last set-up that could be read stays
  if (now.problem === "" || answer.value?.scenario !== now.scenario) answer.value = now;
  turn.value = Math.min(Math.max(turn.value, now.first), now.last);
}
