// The form of the chosen document: what the server says of it, what is open, and how fields are changed.
import { computed, effect, signal } from "@preact/signals";
import { Refused, get, last, type Finding, type FormAnswer, type FormValue, type Plain, type Shape } from "../api";
import { listeners, texts } from "../queue";
import { change } from "../session";
import { acted, openText } from "../shown";
import * as state from "../state";
import { words } from "../words/en";

export type Path = readonly (string | number)[];

/** Where changes of fields go: to the document, or to a row that is not added yet. */
export interface Editing {
  readonly draft: boolean;
  set(path: Path, value: Plain): Promise<boolean>;
  add(path: Path, value: Plain): Promise<boolean>;
  remove(path: Path): Promise<boolean>;
  move(path: Path, to: number): Promise<boolean>;
}

export const form = signal<FormAnswer | null>(null);
/** Why the chosen document has no form. */
export const formless = signal("");
/** The rows that are open, as paths in JSON. */
export const opened = signal<ReadonlySet<string>>(new Set());
/** The field that has the focus: its path, its value, its help. */
export const focused = signal<{ path: Path; value: FormValue | null; help: string } | null>(null);

export const keyOf = (path: Path): string => JSON.stringify(path);

let asked = 0;
let reading: Promise<void> = Promise.resolve();

/** Wait for the form as the last change left it. */
export const arrived = (): Promise<void> => last(() => reading);

async function refresh(doc: string): Promise<void> {
  const mine = ++asked;
  try {
    const answer = await get("/api/form", { doc });
    if (mine !== asked) return;
    if (form.value?.doc !== doc) {
      opened.value = new Set();
      focused.value = null;
    }
    form.value = answer;
    formless.value = "";
  } catch (failed) {
    if (!(failed instanceof Refused)) throw failed;
    if (mine !== asked) return;
    // a text that does not read while it is typed at keeps its last form
    if (form.value?.doc !== doc) form.value = null;
    formless.value = failed.message;
  }
}

/** Follow the chosen document and its changes while the tab is shown. */
export function followForm(): void {
  let seen = "";
  effect(() => {
    const now = `${state.doc.value} ${state.changes.value}`;
    if (state.pane.value !== "form" || state.doc.value === "" || now === seen) return;
    seen = now;
    reading = refresh(state.doc.value);
  });
}

// -- shapes ----------------------------------------------------------------------------------------

export function under(shape: Shape): Shape {
  return shape.is === "named" ? (form.value?.named[shape.name ?? ""] ?? { is: "value" }) : shape;
}

export function itemOf(shape: Shape): Shape {
  return (shape.of as Shape | undefined) ?? { is: "value" };
}

/** What a new value of a shape begins with. */
export function empty(shape: Shape): Plain {
  const known = under(shape);
  switch (known.is) {
    case "flag": return false;
    case "number": return 0;
    case "choice": return (known.of as (string | number)[])[0] ?? "";
    case "list": return (known.least ?? 0) > 0 ? [empty(itemOf(known))] : [];
    case "map": return {};
    case "group": {
      const fields = known.one ? (known.fields ?? []).slice(0, 1) : (known.fields ?? []).filter((each) => each.required);
      return Object.fromEntries(fields.map((each) => [each.key, empty(each.shape)]));
    }
    default: {
      const names = known.names ? form.value?.closed[known.names] : undefined;
      return names?.[0]?.[0] ?? "";
    }
  }
}

export function dataOf(value: FormValue): Plain {
  if (value.keys) return Object.fromEntries(value.keys.map(([key, each]) => [key, dataOf(each)]));
  if (value.items) return value.items.map(dataOf);
  return value.value ?? null;
}

export function valueOf(data: Plain): FormValue {
  if (Array.isArray(data)) return { items: data.map(valueOf) };
  if (data !== null && typeof data === "object") return { keys: Object.entries(data).map(([key, each]) => [key, valueOf(each)]) };
  return { value: data };
}

export function below(value: FormValue, key: string): FormValue | undefined {
  return value.keys?.find(([known]) => known === key)?.[1];
}

// -- changes ---------------------------------------------------------------------------------------

/** The document of the form, with the epoch at which its rows had their numbers. */
function read(): { doc: string | undefined; read: number | undefined } {
  return { doc: form.value?.doc, read: form.value?.epoch };
}

/** Changes of the document itself, each a step of undo. */
export const ofDocument: Editing = {
  draft: false,
  set: (path, value) => change("form.set", { ...read(), path, value }),
  add: (path, value) => change("form.add", { ...read(), path, value }),
  remove: (path) => change("form.remove", { ...read(), path }),
  move: (path, to) => change("form.move", { ...read(), path, to }),
};

function within(data: Plain, path: Path, act: (above: Plain, step: string | number) => Plain): Plain {
  const [step, ...rest] = path;
  if (step === undefined) return data;
  if (rest.length === 0) return act(data, step);
  const copy = (Array.isArray(data) ? [...data] : { ...(data as object) }) as Record<string | number, Plain>;
  copy[step] = within(copy[step] ?? (typeof rest[0] === "number" ? [] : {}), rest, act);
  return copy as Plain;
}

function put(value: Plain) {
  return (above: Plain, step: string | number): Plain => {
    const copy = (Array.isArray(above) ? [...above] : { ...(above as object) }) as Record<string | number, Plain>;
    copy[step] = value;
    return copy as Plain;
  };
}

/** Plain with another value at a path. */
export function withValue(data: Plain, path: Path, value: Plain): Plain {
  return within(data, path, put(value));
}

/** Changes of a row that is not part of the document yet; paths begin with the path of the row. */
export function ofDraft(at: Path, draft: { value: Plain }): Editing {
  const act = (path: Path, how: (above: Plain, step: string | number) => Plain): Promise<boolean> => {
    draft.value = within(draft.value, path.slice(at.length), how);
    return Promise.resolve(true);
  };
  return {
    draft: true,
    set: (path, value) => {
      if (path.length > at.length) return act(path, put(value));
      draft.value = value;
      return Promise.resolve(true);
    },
    add: (path, value) => act([...path, ""], (above) => [...(Array.isArray(above) ? above : []), value]),
    remove: (path) => act(path, (above, step) => {
      if (Array.isArray(above)) return above.filter((_each, n) => n !== step);
      return Object.fromEntries(Object.entries(above as object).filter(([key]) => key !== step)) as Plain;
    }),
    move: (path, to) => act(path, (above, step) => {
      if (!Array.isArray(above)) return above;
      const copy = [...above];
      copy.splice(to, 0, ...copy.splice(Number(step), 1));
      return copy;
    }),
  };
}

// -- rows ------------------------------------------------------------------------------------------

/** A row that is on its way to another place, and where the form still shows it. */
let going: { list: string; shown: number; to: number; done: Promise<boolean> } | null = null;
/** Move a row along its list; at once again, it goes on from where it will be. Its place then, null where it stays. */
export async function moveBy(editing: Editing, path: Path, by: number, count: number): Promise<number | null> {
  const above = path.slice(0, -1), list = keyOf(above), shown = Number(path[path.length - 1]);
  const before = going?.list === list && going.shown === shown ? going : null;
  const from = before?.to ?? shown, to = from + by;
  if (to < 0 || to >= count) return null;
  const move = async (): Promise<boolean> => {
    if (before && !(await before.done)) return false;
    await arrived(); // its place is a number of the form as the move before left it
    return editing.move([...above, from], to);
  };
  const mine = { list, shown, to, done: move() };
  if (!editing.draft) going = mine;
  const done = await mine.done;
  if (going === mine) going = null;
  return done ? to : null;
}

export function toggle(path: Path, open = !opened.value.has(keyOf(path))): void {
  const now = new Set(opened.value);
  if (open) now.add(keyOf(path));
  else now.delete(keyOf(path));
  opened.value = now;
  if (open) void showHexes(path);
}

let marking = 0;
/** Mark on the map what a row is about. */
export async function showHexes(path: Path): Promise<void> {
  const doc = form.value?.doc, mine = ++marking;
  if (doc === undefined) return;
  const answer = await get("/api/form/hexes", { doc, path: keyOf(path) }).catch(() => null);
  if (!answer || mine !== marking || form.value?.doc !== doc) return;
  state.spoken.value = answer.hexes;
  if (answer.hexes.length > 0) state.say(words.form.onMap(answer.hexes));
}

/** The line that the focused field stands on. */
export const line = computed(() => {
  const at = focused.value?.value?.from, doc = form.value?.doc;
  const text = doc === undefined ? undefined : texts.open.get(doc);
  if (at === undefined || !text || at > text.state.doc.length) return null;
  const found = text.state.doc.lineAt(at);
  return { number: found.number, text: found.text.trim() };
});

/** Choose a field: its line is shown below the form, and the text goes there. */
export function focus(path: Path, value: FormValue | null, help: string): void {
  focused.value = { path, value, help };
  const doc = form.value?.doc;
  acted();
  if (doc !== undefined && value?.from !== undefined) listeners.reveal(doc, value.from, value.from, false);
}

export async function toText(doc: string, at: { from?: number; line?: number }): Promise<void> {
  state.pane.value = "text";
  const text = await openText(doc);
  if (!text) return;
  const from = at.from ?? text.state.doc.line(Math.min(at.line ?? 1, text.state.doc.lines)).from;
  requestAnimationFrame(() => listeners.reveal(doc, from, from, true));
}

/** Findings of the document by the path of the field that they are at. */
export const findingsByPath = computed(() => {
  const found = new Map<string, Finding[]>();
  const known = form.value;
  if (!known) return found;
  for (const each of state.findings.value) {
    if (each.doc !== known.doc) continue;
    const key = keyOf(pathAt(known.value, each.from));
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return found;
});

function pathAt(value: FormValue, at: number): Path {
  const inside = ([, each]: [string | number, FormValue]): boolean => (each.from ?? 0) <= at && at <= (each.to ?? -1);
  const children: [string | number, FormValue][] = value.keys ?? (value.items ?? []).map((each, n) => [n, each]);
  const next = children.find(inside);
  return next ? [next[0], ...pathAt(next[1], at)] : [];
}

/** How many findings are at a path or below it. */
export function countBelow(path: Path): number {
  const begin = keyOf(path).slice(0, -1);
  let count = 0;
  for (const [key, each] of findingsByPath.value) if (key.startsWith(begin) && /^[,\]]/.test(key.slice(begin.length))) count += each.length;
  return count;
}
