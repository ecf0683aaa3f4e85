// What the preview shows: asked for a second after the last change, the old picture kept until the new one is there.
import { computed, effect, signal } from "@preact/signals";
import { Refused, address, get, post, type ComponentsAnswer, type PreviewTold } from "../api";
import { chosenDocument } from "../shown";
import * as setUp from "../set_up/units";
import * as state from "../state";
import { words } from "../words/en";

/** Milliseconds without a change after which it is printed anew. */
const QUIET = 1000;
const DOTS_PER_MM = 96 / 25.4;
const MOST_SCALE = 4;

export const listing = signal<ComponentsAnswer | null>(null);
/** A component, with a scenario behind a bar where there is one document for each. */
export const chosen = signal("");
export const paper = signal("");
export const told = signal<PreviewTold | null>(null);
export const page = signal(1);
export const trueSize = signal(false);
/** The width of the view, in CSS pixels. */
export const width = signal(0);
export const updating = signal(false);
/** The title of another document that is being printed; nothing of the last one is shown meanwhile. */
export const awaited = signal("");
export const picture = signal<{ src: string; label: string; width: number } | null>(null);

/** CSS pixels for each pixel of a page at its true size. */
const zoom = computed(() => {
  const size = told.value?.pages[page.value - 1];
  if (!size || trueSize.value) return 1;
  return Math.max(0.05, width.value / (size[0] * DOTS_PER_MM));
});

let wanted = 0;
let asked = 0;
let waiting = 0;
let loading = "";
let seen = -1;
/** The document shown last, which errors in between do not lose. */
let last = "";

/** The component that prints a document, by its kind; of a scenario its set-up card. */
const PRINTS: Record<string, string> = {
  map: "map", counters: "counters", charts: "charts", "time-track": "charts", victory: "charts", "orders-of-battle": "orders-of-battle",
  aids: "player-aid", scenarios: "setup-card", errata: "errata-list", rulebook: "rules", options: "rules", examples: "rules", diagrams: "rules", chronology: "rules",
};
/** The document that was chosen when the preview was opened last. */
let of = "";
/** Whether the preview is shown, and whether it was opened just now. */
let open = false, opening = false;

/** Choose what prints the chosen document, if another was chosen meanwhile. */
function follow(known: string[]): void {
  const doc = chosenDocument(), kind = state.game.peek()?.documents.find((each) => each.name === doc)?.kind ?? "";
  if (doc === of) return;
  of = doc;
  const component = PRINTS[kind] ?? "", scenario = doc.replace(/^.*\/|\.yaml$/g, "");
  // of a scenario, else of that under Set-up
  const entry = [component, `${component}|${scenario}`, `${component}|${setUp.scenario.peek()}`].find((each) => known.includes(each))
    ?? known.find((each) => component !== "" && each.startsWith(`${component}|`));
  if (entry === undefined || entry === chosen.peek()) return;
  chosen.value = entry;
  told.value = null;
  clear("", titleOf(entry));
}

async function list(): Promise<void> {
  const answer = await get("/api/components");
  listing.value = answer;
  if (!answer.papers.includes(paper.value)) paper.value = answer.papers[0] ?? "A4";
  const known = entries(answer);
  if (opening) follow(known);
  opening = false;
  if (!known.includes(chosen.value)) chosen.value = known.find((each) => each === "counters") ?? known[0] ?? "";
}

function entries({ components, scenarios }: ComponentsAnswer): string[] {
  return components.flatMap((each) => (each.per_scenario ? scenarios.map((one) => `${each.id}|${one.id}`) : [each.id]));
}

/** Ask for what is chosen; `document` is one of its titles. */
export async function ask(document = last): Promise<void> {
  const mine = ++asked;
  updating.value = true;
  try {
    if (listing.value === null) await list();
    const [component = "", scenario] = chosen.value.split("|");
    const { job } = await post("/api/preview", { component, scenario: scenario ?? null, paper: paper.value, document });
    if (mine !== asked) return;
    wanted = job;
    if (early?.job === wanted) take(early);
  } catch (failed) {
    if (mine !== asked) return;
    updating.value = false;
    awaited.value = "";
    state.say(failed instanceof Refused ? failed.message : words.lost, true);
  }
}

export function choose(entry: string): void {
  if (opening) of = chosenDocument(); // what the author chooses while it is opened stays
  opening = false;
  chosen.value = entry;
  told.value = null;
  clear("", titleOf(entry));
  void ask();
}

function titleOf(entry: string): string {
  const [component = "", scenario] = entry.split("|"), { components = [], scenarios = [] } = listing.value ?? {};
  const title = components.find((each) => each.id === component)?.title ?? component;
  const of = scenarios.find((each) => each.id === scenario)?.title;
  return of ? `${title}: ${of}` : title;
}

/** Show another document, from its first page; the empty title is that of the component's first. */
export function chooseDocument(document: string): void {
  clear(document, document);
  void ask(document);
}

function clear(document: string, title: string): void {
  page.value = 1;
  wanted = 0; // what was asked for before comes too late
  awaited.value = title;
  if (told.value) told.value = { ...told.value, document, pages: [], why: "", errors: [] };
  picture.value = null;
  loading = "";
  last = document;
}

export function turn(by: number): void {
  const pages = told.value?.pages.length ?? 0;
  page.value = Math.min(Math.max(1, page.value + by), Math.max(1, pages));
}

let early: PreviewTold | null = null;

/** The server has printed something, perhaps before it has answered which job that is. */
export function take(event: PreviewTold): void {
  early = event;
  if (event.job !== wanted) return;
  told.value = event;
  if (event.pages.length === 0) awaited.value = "";
  if (event.document !== "") last = event.document;
  if (event.pages.length === 0) {
    picture.value = null;
    loading = "";
    updating.value = false;
  }
  turn(0);
}

async function load(src: string, label: string, wide: number): Promise<void> {
  if (src === loading) return;
  loading = src;
  const image = new Image();
  image.src = src;
  const there = await image.decode().then(() => true, () => false);
  if (src !== loading) return;
  if (there) {
    picture.value = { src, label, width: wide };
    awaited.value = "";
  }
  if (!there) loading = "";
  if (told.value?.job === wanted) updating.value = false;
}

/** Follow what is shown and what changes, for as long as the page is open. */
export function followChanges(): void {
  effect(() => {
    const event = told.value, number = page.value, scale = zoom.value;
    const size = event?.pages[number - 1];
    if (!event || !size || width.value === 0) return;
    const dots = Math.min(MOST_SCALE, Math.ceil(scale * window.devicePixelRatio * 100) / 100);
    const label = words.previewPage(event.document, number, event.pages.length);
    void load(address(`/api/preview/${event.job}/${number}.png?scale=${dots}`), label, Math.floor(size[0] * DOTS_PER_MM * scale));
  });
  effect(() => {
    const changes = state.changes.value, shown = state.pane.value === "preview", opened = shown && !open;
    open = shown;
    if (!shown || (changes === seen && !(opened && chosenDocument() !== of))) return;
    const first = opened;
    if (first) opening = true;
    seen = changes;
    clearTimeout(waiting);
    updating.value = true;
    waiting = window.setTimeout(() => void list().then(() => ask(), () => ask()), first ? 0 : QUIET);
  });
}
