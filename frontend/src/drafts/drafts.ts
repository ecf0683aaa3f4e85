// Scenarios on new dates: what the chosen one leaves to decide, with the evidence, and the changes that decide it.
import { batch, computed, effect, signal } from "@preact/signals";
import { Refused, get, type Finding, type FrontAnswer, type PlacesAnswer } from "../api";
import { put, showScenario, type Change, type Made } from "../session";
import * as setUp from "../set_up/units";
import * as state from "../state";
import { words } from "../words/en";

export interface Draft { name: string; title: string; start: string; stop: string; first: string | null; last: string | null; origin: string | null }

/** Milliseconds without a change after which the evidence is asked for anew. */
const QUIET = 250;
/** The finding of units on the wrong side of a front. */
const BEYOND_THE_FRONT = "SCN016";
/** Without those that are keys of their own. */
const LETTERS = "ABCDEFGHILMNPQRSTUVWXYZ";
/** A cell that a letter alone begins: the code of a box, or of a state such as in reserve. */
const CODE = /^([A-Z])(?![\w])/;

/** What the server told last, perhaps of another scenario. */
const toldPlaces = signal<PlacesAnswer | null>(null);
const toldFront = signal<(FrontAnswer & { scenario: string }) | null>(null);
/** Places, `note QUESTION` and `row ROW` that were decided and are still in what the server told; `kept` once it has that. */
const deciding = signal<ReadonlyMap<string, { kept: boolean }>>(new Map());
export const answer = computed<PlacesAnswer | null>(() => {
  const told = toldPlaces.value, done = deciding.value;
  if (told?.scenario !== setUp.scenario.value) return null;
  if (done.size === 0) return told;
  const places = told.places.filter((each) => !done.has(each.id)), gone = told.places.length - places.length;
  const notes = told.notes.filter((each) => !done.has(`note ${each.text}`)), rows = told.rows.filter((each) => !done.has(`row ${each.id}`));
  return { ...told, open: told.open - gone, decided: told.decided + gone, places, notes, rows };
});
export const asking = signal(false);
export const front = computed(() => (toldFront.value?.scenario === setUp.scenario.value ? toldFront.value : null));
/** The place that is being decided; the first one where there is none of that name. */
export const chosen = signal("");
/** What stands in the field for another cell, and the source that goes with the next decision. */
export const cell = signal("");
export const source = signal("");

export const current = computed(() => {
  const places = answer.value?.places ?? [];
  return places.find((each) => each.id === chosen.value) ?? places[0] ?? null;
});
/** The place that is being decided by its name: news of the same place leave what is typed, and the view, as they are. */
export const here = computed(() => current.value?.id ?? "");
/** Whether the chosen scenario has anything to decide. */
export const waits = computed(() => {
  const told = answer.value;
  return told !== null && (told.open + told.notes.length + told.rows.length > 0 || told.moved);
});

/** Whether places of the chosen scenario were decided, or rows proposed: they can be looked over. */
export const decided = computed(() => {
  const told = answer.value;
  return told !== null && told.decided + told.proposed.length > 0;
});

/** Codes that cells of a scenario's draft had: a letter is to mean the same candidate when the last place with one is decided. */
let seen = { scenario: "", codes: new Set<string>() };
/** The letters of candidates, the same for every place: none that a cell of this draft has as a code. */
const letters = computed(() => {
  const told = toldPlaces.value;
  if (told && told.scenario !== seen.scenario) seen = { scenario: told.scenario, codes: new Set() };
  for (const { cell } of told?.places.flatMap((place) => place.candidates) ?? []) {
    const code = CODE.exec(cell)?.[1];
    if (code) seen.codes.add(code);
  }
  return [...LETTERS].filter((each) => !seen.codes.has(each));
});

export function letter(n: number): string {
  return letters.value[n] ?? "";
}

let asked = 0;
let stale = false;
/** Whether a scenario was just made, and its list waits for its evidence. */
const arrives = signal(false);
async function ask(): Promise<void> {
  const scenario = setUp.scenario.value, mine = ++asked;
  stale = false;
  if (scenario === "") return;
  asking.value = true;
  const kept = [...deciding.value].filter(([, each]) => each.kept);
  try {
    const line = await get("/api/dates/front", { scenario });
    if (mine === asked) toldFront.value = { ...line, scenario };
    const places = await get("/api/dates/places", { scenario });
    if (mine !== asked) return;
    batch(() => {
      toldPlaces.value = places;
      deciding.value = new Map([...deciding.value].filter(([id, each]) => !kept.some(([other, was]) => other === id && was === each)));
    });
  } catch (failed) {
    // a scenario that cannot be read at the moment leaves the last answer
    if (!(failed instanceof Refused) || failed.status < 404) throw failed;
  } finally {
    if (mine === asked) asking.value = false;
  }
}

/** Follow the scenario that is chosen and the changes that touch it; others wait until the list is looked at. */
export function followDates(): void {
  let waiting = 0;
  const later = (wait: number): void => {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void ask().catch(() => undefined), wait);
  };
  effect(() => {
    asking.value = setUp.scenario.value !== "";
    asked += 1; // what is under way is of the one before
    chosen.value = "";
    deciding.value = new Map();
    unsent.clear();
    later(QUIET);
  });
  effect(() => {
    const docs = state.touched.value;
    if (setUp.scenario.peek() === "") return;
    // questions that are left, without places, cost no evidence: their count follows where they are answered
    const asks = toldPlaces.peek()?.open === 0 ? toldPlaces.peek()?.notes ?? [] : [];
    const answers = (doc: string): boolean => /^(scenarios|orders-of-battle)\//.test(doc) || asks.some((each) => each.doc === doc);
    if (docs === null || state.pane.peek() === "decide" || docs.some(answers)) later(QUIET);
    else stale = true;
  });
  effect(() => {
    if (state.pane.value === "decide" && stale) later(0);
  });
  effect(() => {
    // not before the dialog has gone, which gives the focus back to its button
    if (!arrives.value || answer.value === null || state.pane.value !== "decide" || state.dialog.value !== null) return;
    arrives.value = false;
    const now = document.activeElement, typing = !now?.closest("dialog") && now?.closest("input, select, textarea, .cm-editor, [role=grid]");
    if (answer.peek()?.open && !typing) focusPlace();
  });
  effect(() => {
    // another place: its own cell stands in the field again, and the source stays for the next
    cell.value = unsent.get(here.value) ?? "";
  });
  let cursor = state.cursor.peek();
  effect(() => {
    const hex = state.cursor.value, place = current.peek();
    if (hex !== cursor && hex !== "" && state.pane.peek() === "decide" && place?.kind === "unit") cell.value = hex + place.suffix;
    cursor = hex;
  });
}

/** Go to another place of the list, round the ends. */
export function step(by: number): void {
  const places = answer.value?.places ?? [], here = current.value;
  if (!here || places.length === 0) return;
  choose(places[(places.indexOf(here) + by + places.length) % places.length]?.id ?? "");
}

export function choose(id: string): void {
  chosen.value = id;
  const place = current.value;
  if (!place) return;
  focusPlace(place.id);
  const listed = place.candidates.map((each, n) => `${letter(n)} ${each.said}`).join(", ");
  state.announced.value = words.dates.asks(place.cited, place.name, listed);
}

/** Give the focus to a place in the list, else to the chosen one once that is listed: letters are keys only there. */
export function focusPlace(id = ""): void {
  const listed = id === "" ? null : document.querySelector<HTMLElement>(`.decide [data-place="${CSS.escape(id)}"]`);
  if (listed) listed.focus(); // at once: the next key may come before the next drawing
  else requestAnimationFrame(() => (document.querySelector<HTMLElement>(".decide [aria-current=true]") ?? document.getElementById("tab-decide"))?.focus());
}

/** Cells that were typed and refused, by their place. */
const unsent = new Map<string, string>();

/** Decide something by a change, without which it is shown until that is refused. */
async function taking<P extends Change>(what: string, path: P, body: Made<P>): Promise<boolean> {
  const mine = { kept: false };
  deciding.value = new Map(deciding.value).set(what, mine);
  mine.kept = await put(path, body);
  if (!mine.kept) deciding.value = new Map([...deciding.value].filter(([, each]) => each !== mine));
  return mine.kept;
}

/** Decide the place that is chosen, and go on to the next at once; what is refused comes back. */
export async function decide(text: string): Promise<void> {
  const place = current.value, told = answer.value, said = source.value;
  if (!place || !told || text.trim() === "") return;
  const at = told.places.indexOf(place), next = told.places[at + 1] ?? told.places[at - 1];
  const kept = batch(() => {
    unsent.delete(place.id);
    source.value = "";
    chosen.value = next?.id ?? "";
    // a decision names the sighting that it rests on
    const cited = place.candidates.find((each) => each.cell === text.trim())?.source ?? "";
    const rows = [{ who: place.id, cell: text.trim(), source: said.trim() || cited }];
    return taking(place.id, "/api/dates/decide", { scenario: told.scenario, rows });
  });
  if (next) choose(next.id);
  else document.getElementById("tab-decide")?.focus();
  if ((await kept) || answer.value?.scenario !== told.scenario) return;
  unsent.set(place.id, text);
  if (cell.value !== "" || source.value !== "" || (next && here.value !== next.id)) return; // its author has moved on
  source.value = said;
  chosen.value = place.id;
  cell.value = text;
  requestAnimationFrame(() => {
    // unless its author is at something else
    if (document.activeElement === document.body || document.activeElement?.closest("#pane-decide, .tabs")) document.getElementById("other-cell")?.focus();
  });
}

/** Decide for a candidate by its letter; false where there is none, or the rules keep it from being. */
export function decideBy(key: string): boolean {
  const candidate = current.value?.candidates[letters.value.indexOf(key.toUpperCase())];
  if (key.length !== 1 || !candidate) return false;
  if (candidate.doubt !== "") state.say(candidate.doubt, true);
  else void decide(candidate.cell);
  return true;
}

export async function acceptAll(): Promise<void> {
  const told = answer.value;
  document.getElementById("tab-decide")?.focus();
  if (told) await put("/api/dates/accept", { scenario: told.scenario });
}

export async function settle(note: string): Promise<void> {
  const told = answer.value;
  if (told) await taking(`note ${note}`, "/api/dates/settle", { scenario: told.scenario, note });
}

/** Draw the front of a scenario anew from where its units stand. */
export async function drawFront(scenario: string): Promise<void> {
  await put("/api/dates/front", { scenario });
}

/** The scenario whose front a finding says is out of date; empty for other findings. */
export function frontOf(finding: Finding): string {
  const docs = finding.code === BEYOND_THE_FRONT ? [finding, ...finding.labels].map((each) => /^scenarios\/(.+)\.yaml$/.exec(each.doc)?.[1]) : [];
  return docs.find((each) => each !== undefined) ?? "";
}

export async function takeRow(row: string): Promise<void> {
  const told = answer.value;
  if (told) await taking(`row ${row}`, "/api/dates/victory", { scenario: told.scenario, row });
}

/** Add a scenario, show its set-up, and go to what it leaves to decide. */
export async function make(draft: Draft, open: number): Promise<boolean> {
  if (!(await put("/api/dates/new", draft))) return false;
  arrives.value = open > 0;
  await showScenario(draft.name);
  if (open > 0) state.pane.value = "decide";
  return true;
}

/** Write the situation of a scenario if it has none, and open the dialog that prints its leaflet. */
export async function printLeaflet(scenario: string): Promise<void> {
  const told = await get("/api/dates/situation", { scenario });
  if (!told.situation && !(await put("/api/dates/situation", { scenario }))) return;
  state.dialog.value = { is: "print", leaflet: scenario };
}

export async function copyScenario(scenario: string, name: string, title: string): Promise<boolean> {
  if (!(await put("/api/dates/copy", { scenario, name, title }))) return false;
  await showScenario(name);
  return true;
}

export async function removeScenario(scenario: string): Promise<boolean> {
  return put("/api/dates/remove", { scenario });
}

/** The keys of the list: letters decide, J and K go on and back, O to the field for another cell. */
export function onDecideKey(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
  else if (key === "o") document.getElementById("other-cell")?.focus();
  else return decideBy(key);
  return true;
}
