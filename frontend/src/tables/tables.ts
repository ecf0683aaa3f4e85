// The tables of the game: what the server says of them, which one is shown, and changes of its cells and rows.
import { batch, computed, effect, signal } from "@preact/signals";
import { Lost, Refused, get, last, post, type CellHelp, type LabelledPlace, type Sides, type Symbols, type TableAnswer, type TableEntry, type TableRow } from "../api";
import type { At, Mark } from "./ranges";
import { texts } from "../queue";
import { change, settled, whereIs } from "../session";
import { chosenDocument, openText, reveal } from "../shown";
import { correctedIn } from "../errata/model";
import * as state from "../state";
import { words } from "../words/en";

export const listing = signal<readonly TableEntry[]>([]);
export const table = signal<TableAnswer | null>(null);
export const problem = signal("");
/** Whether optional columns are shown that no row has. */
export const all = signal(false);
export const at = signal<At>({ row: 0, column: 0 });
export const anchor = signal<At>({ row: 0, column: 0 });
export const typing = signal(false);
/** The row whose symbol is being chosen; the symbols follow. */
export const choosing = signal<{ row: number; symbols: Symbols | null } | null>(null);
/** A counter that is still used, and by what. */
export const used = signal<{ name: string; uses: LabelledPlace[] } | null>(null);
/** A block that reaches beyond the end of the table, until its author says what to do. */
export const offered = signal<{ at: At; cells: string[][]; more: number } | null>(null);

const WIDTHS = "column-widths";
/** Widths of columns that their author set, kept in the browser. */
export const widths = signal<Readonly<Record<string, number>>>(keptWidths());

function keptWidths(): Record<string, number> {
  try {
    return { ...(JSON.parse(localStorage.getItem(WIDTHS) ?? "{}") as Record<string, number> | null) };
  } catch {
    return {}; // others wrote it
  }
}

/** What the width of a column is kept under. */
export function widthOf(known: TableAnswer, column: string): string {
  return `${state.game.peek()?.title ?? ""}/${known.name}/${column}`;
}

export function setWidth(known: TableAnswer, column: number, width: number): void {
  const id = known.columns[column]?.id;
  if (id === undefined) return;
  widths.value = { ...widths.value, [widthOf(known, id)]: width };
  localStorage.setItem(WIDTHS, JSON.stringify(widths.value));
}

/** Tables of the document that is shown in the pane. */
export const ofDocument = computed(() => listing.value.filter((each) => each.doc === state.doc.value));
const wanted = signal("");
export const name = computed(() => (ofDocument.value.find((each) => each.name === wanted.value) ?? ofDocument.value[0])?.name ?? "");
export const columns = computed(() => (all.value ? table.value?.columns : table.value?.columns.slice(0, table.value.usual)) ?? []);

export async function show(entry: TableEntry): Promise<void> {
  batch(() => {
    wanted.value = entry.name;
    state.pane.value = "table";
  });
  if (state.doc.value !== entry.doc) await openText(entry.doc);
}

// -- reading ---------------------------------------------------------------------------------------

let latest = 0;
let listed = -1;
let reading: Promise<void> = Promise.resolve();

/** Wait for the table as the last change left it. */
const arrived = (): Promise<void> => last(() => reading);

async function refresh(): Promise<void> {
  const mine = ++latest;
  const changes = state.changes.peek();
  try {
    const before = name.peek();
    const all = listed === changes ? null : get("/api/tables");
    const found = before === "" ? null : await get("/api/table", { name: before });
    if (mine === latest && found) take(found);
    if (all) listing.value = (await all).tables;
    listed = changes;
    const asked = name.peek();
    if (mine !== latest || asked === before) return;
    take(asked === "" ? null : await get("/api/table", { name: asked }));
  } catch (failed) {
    if (mine !== latest) return;
    if (!(failed instanceof Refused) && !(failed instanceof Lost)) throw failed;
    // a text that cannot be read, while it is typed at, leaves the table as it was
    problem.value = failed instanceof Refused ? failed.message : words.lost;
  }
}

/** Cells that went along with their row, each with the one that its author chose. */
const followed = new WeakMap<At, At>();

/** The cell that its author chose last, wherever its row is by now. */
function choice(): At {
  return followed.get(at.peek()) ?? at.peek();
}

function take(found: TableAnswer | null): void {
  const before = table.peek();
  batch(() => {
    problem.value = "";
    if (found && before?.name !== found.name) at.value = anchor.value = { row: 0, column: 0 };
    if (found && before?.name === found.name) {
      if (JSON.stringify(before.columns) === JSON.stringify(found.columns)) found.columns = before.columns;
      const [row, other] = [rowNow(before, found, at.peek().row), rowNow(before, found, anchor.peek().row)];
      if (row !== at.peek().row) {
        const chosen = choice();
        at.value = { ...at.peek(), row };
        followed.set(at.peek(), chosen);
      }
      if (other !== anchor.peek().row) anchor.value = { ...anchor.peek(), row: other };
    }
    table.value = found;
  });
}

/** The number that a row has in the table as it is now: that of the only row with its id, where there are more or fewer rows. */
function rowNow(before: TableAnswer, found: TableAnswer, row: number): number {
  const last = Math.max(0, found.rows.length - 1);
  if (before.rows.length === found.rows.length) return Math.min(row, last);
  const id = (of: TableAnswer, each: TableRow): string => of.ids.map((one) => each.cells[one] ?? "").join("/");
  const wanted = before.rows[row], same = wanted ? found.rows.flatMap((each, n) => (id(found, each) === id(before, wanted) ? [n] : [])) : [];
  return same.length === 1 ? (same[0] ?? row) : Math.min(row, last);
}

/** Keep the table that is shown as the texts are, for as long as the page is open. */
export function followTables(): void {
  let shown = "", seen = -1;
  effect(() => {
    const wantedNow = `${state.doc.value}\n${name.value}`, changes = state.changes.value;
    if (state.pane.value !== "table" || (shown === wantedNow && seen === changes) || !state.game.value) return;
    shown = wantedNow;
    seen = changes;
    reading = refresh();
  });
  let waiting = 0;
  effect(() => {
    const cell = at.value, known = table.value;
    if (state.pane.value !== "table" || !known) return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      const [from, to] = placeOf(known, cell);
      // the author may have chosen a different document meanwhile
      if (from < 0 || known !== table.peek() || known.doc !== chosenDocument()) return;
      void reveal(known.doc, from, to).then(() => whereIs(known.doc, from));
    }, 180);
  });
  let last: state.PaneName = state.pane.peek();
  effect(() => {
    const now = state.pane.value;
    if (now === "table" && last === "text") fromText = true;
    last = now;
  });
  effect(() => {
    const known = table.value;
    if (!fromText || state.pane.value !== "table" || known?.doc !== state.doc.value) return;
    fromText = false;
    const head = texts.open.get(known.doc)?.state.selection.main.head ?? 0;
    if (head > 0) goToText(known.doc, head);
  });
}

let fromText = false;

/** Where a cell stands in the text; its row where it has none. */
export function placeOf(known: TableAnswer, cell: At): [number, number] {
  const row = known.rows[cell.row];
  if (!row) return [-1, -1];
  const from = row.spans[2 * cell.column] ?? -1, to = row.spans[2 * cell.column + 1] ?? -1;
  return from < 0 ? [row.from, row.to] : [from, to];
}

/** Choose the cell that stands at a place of the text; false where the table shown has none there. */
export function goToText(doc: string, from: number): boolean {
  const known = table.peek();
  if (state.pane.peek() !== "table" || known?.doc !== doc) return false;
  const row = known.rows.findIndex((each) => each.from - 12 <= from && from <= each.to);
  if (row < 0) return false;
  at.value = anchor.value = { row, column: Math.max(0, columnAt(known.rows[row] as TableRow, from)) };
  return true;
}

/** The column of the cell at a place of a row's text, or of its key before it; -1 for none. */
function columnAt(row: TableRow, from: number): number {
  let best = -1, nearest = Infinity;
  for (let n = 0; n < row.spans.length / 2; n++) {
    const begin = row.spans[2 * n] ?? -1, end = row.spans[2 * n + 1] ?? -1;
    if (begin < 0 || from > end) continue;
    if (begin - from < nearest) [best, nearest] = [n, begin - from];
  }
  return best;
}

/** The empty cell that a message about a whole row names; -1 for none. */
function missing(known: TableAnswer, row: TableRow, message: string): number {
  return known.columns.findIndex((each, n) => row.cells[n] === null && message.includes(`\`${each.id}\``));
}

/** What is found in the rows of the table: by row, then by column, -1 for what concerns the row. */
export const marks = computed(() => {
  const known = table.value, found = new Map<number, Map<number, Mark>>();
  if (!known) return found;
  const order = ["info", "warning", "error"];
  for (const each of state.findings.value) {
    if (each.doc !== known.doc) continue;
    const row = known.rows.findIndex((one) => one.from - 12 <= each.from && each.from <= one.to);
    if (row < 0) continue;
    const there = known.rows[row] as TableRow;
    const whole = each.to - each.from > (there.to - there.from) / 2 && known.columns.length > 2;
    const column = whole ? missing(known, there, each.message) : columnAt(there, each.from);
    const cells = found.get(row) ?? new Map<number, Mark>();
    const old = cells.get(column), says = `${each.code}: ${each.message}`;
    const worse = !old || order.indexOf(each.severity) > order.indexOf(old.severity);
    cells.set(column, { severity: worse ? each.severity : old.severity, says: old ? `${old.says}\n${says}` : says });
    found.set(row, cells);
  }
  const text = texts.open.get(known.doc)?.state.doc.toString() ?? "";
  for (const each of correctedIn(known.doc, text)) {
    const row = known.rows.findIndex((one) => one.from - 12 <= each.from && each.from <= one.to);
    if (row < 0) continue;
    const cells = found.get(row) ?? new Map<number, Mark>(), column = columnAt(known.rows[row] as TableRow, each.from), old = cells.get(column);
    cells.set(column, { severity: old?.severity ?? "info", says: old ? `${old.says}\n${each.says}` : each.says });
    found.set(row, cells);
  }
  return found;
});

// -- changing --------------------------------------------------------------------------------------

/** A table as the arguments of a change name it, with the epoch at which its rows had their numbers. */
export function of(known: TableAnswer): { table: string; read: number } {
  return { table: known.name, read: known.epoch };
}

/** Set a cell; an empty answer where that was done, else why not. */
export async function setCell(row: number, column: number, value: string): Promise<string> {
  const known = table.value, id = known?.columns[column]?.id;
  if (!known || id === undefined) return words.grid.gone;
  if (!(await change("table.cell", { ...of(known), row, column: id, value }))) {
    // in errata mode it waits for its reason
    return state.dialog.peek()?.is === "reason" ? "" : state.said.value.text;
  }
  const now = table.peek();
  if (now === known) {
    // until the server's answer is there; the row is the same otherwise
    const rows = known.rows.map((each, n) => (n === row ? { ...each, cells: each.cells.map((old, k) => (k === column ? value || null : old)) } : each));
    table.value = { ...known, rows };
  }
  return "";
}

/** Set a block of cells; one that reaches beyond the end waits until its author agrees to new rows. */
export async function paste(where: At, cells: string[][], grow = false): Promise<void> {
  const known = table.value, column = known?.columns[where.column]?.id;
  if (!known || column === undefined) return;
  const more = where.row + cells.length - known.rows.length;
  if (more > 0 && !grow) {
    offered.value = { at: where, cells, more };
    return;
  }
  const last = { row: where.row + cells.length - 1, column: where.column + Math.max(...cells.map((row) => row.length)) - 1 };
  const choose = (): void => batch(() => {
    anchor.value = where;
    at.value = last;
  });
  // at once where the rows are there: the next keys are for what was pasted, or for where its author goes from it
  if (more <= 0) choose();
  const before = choice(), done = await change("table.paste", { ...of(known), row: where.row, column, cells, grow });
  if (!done || more <= 0) return;
  await arrived();
  if (choice() === before && table.peek()?.name === known.name) choose();
}

/** A change of rows, and the cell to choose after it. */
interface RowChange { intent: string; args: object; then?: At; typed?: boolean }

let changing: Promise<unknown> = Promise.resolve();
/** Change rows once the table has those that were changed before; the author may choose a different cell meanwhile. */
export function changeRows(make: (known: TableAnswer, row: number) => RowChange | null | Promise<RowChange | null>): Promise<void> {
  const done = changing.then(async () => {
    const known = table.peek(), before = choice(), made = known && await make(known, at.peek().row);
    if (!known || !made || !(await change(made.intent, { ...of(known), ...made.args }))) return;
    await arrived();
    const now = table.peek();
    if (!made.then || choice() !== before || now?.name !== known.name || made.then.row >= now.rows.length) return;
    at.value = anchor.value = made.then;
    if (made.typed && state.pane.peek() === "table") typing.value = true;
  });
  changing = done.catch(() => undefined);
  return done;
}

function nameColumn(known: TableAnswer): number {
  return known.columns.findIndex((each) => each.id === "name");
}

export const addRow = (): Promise<void> => changeRows((known, here) => {
  const row = known.rows.length === 0 ? 0 : here + 1;
  return { intent: "table.row.add", args: { row }, then: { row, column: Math.max(0, nameColumn(known)) }, typed: true };
});

export const duplicateRow = (): Promise<void> => changeRows((_known, row) => (
  { intent: "table.row.duplicate", args: { row }, then: { ...at.peek(), row: row + 1 } }
));

export const removeRow = (): Promise<void> => changeRows(async (known, row) => (
  known.name === "counters" && await isUsed(known, row) ? null : { intent: "table.row.remove", args: { row } }
));

export const moveRow = (by: number): Promise<void> => changeRows((known, row) => {
  const to = row + by;
  return to < 0 || to >= known.rows.length ? null : { intent: "table.row.move", args: { row, to }, then: { ...at.peek(), row: to } };
});

/** Whether a counter is still used: its uses are shown, or told of where its author is at something else by now. */
async function isUsed(known: TableAnswer, row: number): Promise<boolean> {
  const before = at.peek();
  await settled(); // what was removed just before uses it no longer
  const answer = await get("/api/table/uses", { name: known.name, row }).catch(() => null);
  if (!answer || answer.uses.length === 0) return false;
  const name = known.rows[row]?.cells[nameColumn(known)] ?? "";
  if (at.peek() === before && !typing.peek() && state.pane.peek() === "table" && state.dialog.peek() === null) used.value = { name, uses: answer.uses };
  else state.say(words.tables.usedTitle(name), true);
  return true;
}

// -- counters --------------------------------------------------------------------------------------

/** Drawings of counters by what they are drawn from. */
export const faces = signal<ReadonlyMap<string, Sides>>(new Map());
const MOST_FACES = 3000;
/** Milliseconds without scrolling after which counters are drawn. */
const FACES_AFTER = 25;
let looking = 0;

/** What a counter is drawn from: its row, and what all counters have in common. */
export function lookOf(known: TableAnswer, row: number): string {
  return `${known.drawn_with}\t${known.rows[row]?.cells.join("\t")}`;
}

/** Have the counters drawn of rows that are in sight. */
export function drawFaces(first: number, last: number): void {
  clearTimeout(looking);
  looking = window.setTimeout(() => void fetchFaces(first, last), FACES_AFTER);
}

async function fetchFaces(first: number, last: number): Promise<void> {
  const known = table.peek();
  if (!known || known.drawn_with === "") return;
  const missing: [string, string][] = [];
  for (let row = Math.max(0, first); row < Math.min(last, known.rows.length) && missing.length < 50; row++) {
    const cells = known.rows[row]?.cells ?? [];
    const look = lookOf(known, row);
    if (!faces.peek().has(look)) missing.push([look, known.ids.map((each) => cells[each] ?? "").join("/")]);
  }
  if (missing.length === 0) return;
  const answer = await get("/api/table/faces", { units: missing.map((each) => each[1]).join(",") }).catch(() => null);
  if (!answer || answer.epoch !== known.epoch) return;
  const next = faces.peek().size > MOST_FACES ? new Map<string, Sides>() : new Map(faces.peek());
  for (const [look, unit] of missing) next.set(look, answer.faces[unit] ?? { front: "", back: "" });
  faces.value = next;
}

/** Open the symbols for the counter of a row; what is typed before they are there seeks among them. */
export async function openSymbols(row: number): Promise<void> {
  const known = table.peek(), cells = known?.rows[row]?.cells ?? [];
  if (!known) return;
  const opened = choosing.value = { row, symbols: null as Symbols | null };
  try {
    const symbols = await get("/api/table/symbols", { unit: known.ids.map((each) => cells[each] ?? "").join("/") });
    if (choosing.peek() === opened) choosing.value = { row, symbols };
  } catch (failed) {
    if (choosing.peek() === opened) choosing.value = null;
    if (!(failed instanceof Refused)) throw failed;
    state.say(failed.message, true);
  }
}

export async function chooseType(row: number, id: string): Promise<void> {
  choosing.value = null;
  const known = table.peek(), column = known?.columns.findIndex((each) => each.symbol) ?? -1;
  if (known && column >= 0 && known.rows[row]?.cells[column] !== id) await setCell(row, column, id);
}

export async function chooseSymbol(row: number, symbol: string): Promise<void> {
  choosing.value = null;
  const known = table.peek();
  if (known) await change("table.symbol", { ...of(known), row, symbol });
}

/** What a cell says while it is typed, where the server knows its notation. */
export async function helpFor(row: number, column: number, text: string, place: number): Promise<CellHelp | null> {
  const known = table.peek(), steps = known?.columns[column]?.steps;
  if (!known || !steps || known.chart) return null;
  return post("/api/cell", { doc: known.doc, path: [...known.rows_at, row, ...steps], text, at: place });
}
