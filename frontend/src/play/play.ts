// A game that is played or watched: what the page knows of it, and what is asked of the server.
import { batch, computed, effect, signal } from "@preact/signals";
import { Refused, ask as request, get, getSvg, post, type About, type ChoiceData, type LogLineData, type Now, type UnderWay } from "../api";
import * as state from "../state";
import { words } from "../words/en";
import { standingAfter, stacksOf, stride, type Piece, type Stride } from "./log";

export type Stage = number | string;
type Answer = Now | UnderWay;
export interface Refusal { message: string; clause: string; rule: string }
export type Until = "phase" | "turn" | "game";
export interface Order { scenario: string; players: Record<string, string>; seed: number; options: string[] | null; by_hand: boolean; forces: Record<string, string> }

export const about = signal<About | null>(null);
export const now = signal<Now | null>(null);
export const lines = signal<readonly LogLineData[]>([]);
export const pieces = signal<readonly Piece[]>([]);
/** The line that the map shows. */
export const shownLine = signal(0);
export const running = signal<UnderWay | null>(null);
export const refusal = signal<Refusal | null>(null);
/** Choices among which a click on a hex leaves several, and that hex. */
export const among = signal<{ hex: number; actions: Stage[][] } | null>(null);
export const waiting = signal(false);
/** A hex to be looked at closely: of what was chosen in the list. */
export const looked = signal("");
/** Whether the texts have changed since the game was set up. */
export const stale = signal(false);

export const on = computed(() => about.value !== null);
export const atEnd = computed(() => shownLine.value >= lines.value.length - 1);
export const standing = computed(() => standingAfter(lines.value, shownLine.value));
export const stacks = computed(() => stacksOf(standing.value, pieces.value, now.value?.kinds ?? []));
/** What is asked of the person, while the map shows the game as it is. */
export const ask = computed(() => (now.value?.ask?.yours && running.value === null && atEnd.value ? now.value.ask : null));
/** The throw that the game waits for, while the map shows the game as it is. */
export const toThrow = computed(() => (running.value === null && atEnd.value ? now.value?.ask?.throw ?? null : null));
/** The game that was left last; it stays on the server's table for a while, as it stood. */
export const left = signal<About | null>(null);
/** Whether the author is asked if the game is to be left. */
export const leaving = signal(false);
/** The answer as of which the record was saved. */
const savedAs = signal(-1);
/** Whether leaving would lose decisions of a game that is under way. */
const unsaved = computed(() => {
  const known = now.value;
  return known !== null && !about.value?.watched && !known.over && known.can_undo && known.serial !== savedAs.value;
});
/** Where the log went on with the person's last action, and whose it was. */
const acted = signal<{ from: number; side: number } | null>(null);
/** The lines that came of the person's last action, with their numbers, where chance had a say in it. */
export const result = computed(() => {
  const last = acted.value;
  if (!last) return [];
  const since = lines.value.slice(last.from), end = since.findIndex((line) => line.by >= 0 && line.by !== last.side);
  const own = (end < 0 ? since : since.slice(0, end)).map((line, n) => ({ line, number: last.from + n }));
  return own.some(({ line }) => line.die) ? own : [];
});
export const begun = computed(() => (ask.value?.begun ?? []).map((each) => each.token));

let order: Order | null = null;
let symbols = 0;
let changesAtStart = 0;

effect(() => {
  if (state.changes.value !== changesAtStart) stale.value = about.peek() !== null;
});
// tools of the map are off while a game is on it
effect(() => {
  if (on.value && state.tool.value !== "select") state.tool.value = "select";
});

export function hexName(hex: number): string {
  return about.value?.hexes[hex] ?? "";
}

export function sideName(side: number): string {
  return about.value?.sides[side]?.name ?? "";
}

export function turnName(turn: number): string {
  return about.value?.turns[turn] ?? words.play.turn(turn + 1);
}

/** The terms in which a place is told: a hex with the name of what is there, or a box. */
export function placeName(place: number): string {
  if (place < -1) return about.value?.boxes[-2 - place] ?? words.play.offMap;
  const id = hexName(place), named = state.placesByHex.value.get(id);
  return named ? `${id} ${named.name}` : id;
}

// -- asking ----------------------------------------------------------------------------------------

let chain: Promise<unknown> = Promise.resolve();
/** Do something once what was asked for before is answered: a click goes by what the last one began. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = chain.then(work);
  chain = done.catch(() => null);
  return done;
}

async function asked<T>(work: () => Promise<T>): Promise<T | null> {
  waiting.value = true;
  try {
    return await work();
  } catch (failed) {
    if (!(failed instanceof Refused)) {
      state.say(words.lost, true, "server");
      return null;
    }
    const said = (failed.body ?? {}) as Partial<Refusal>;
    refusal.value = { message: failed.status === 500 ? words.failed : failed.message, clause: said.clause ?? "", rule: said.rule ?? "" };
    state.announced.value = failed.message;
    return null;
  } finally {
    waiting.value = false;
  }
}

function has(): { serial: number; lines: number; pieces: number } {
  return { serial: now.value?.serial ?? -1, lines: lines.value.length, pieces: pieces.value.length };
}

async function change(what: "act" | "go" | "restart" | "stop" | "throw" | "undo", body: object = {}): Promise<void> {
  const id = about.value?.id;
  if (id === undefined) return;
  refusal.value = null;
  among.value = null;
  if (what === "undo" || what === "restart" || what === "go") acted.value = null;
  const answer = await asked(() => post(`/api/play/${id}/${what}`, { ...has(), ...body }));
  if (answer) await take(answer);
}

async function take(answer: Answer): Promise<void> {
  if (answer.id !== about.value?.id) return;
  if (answer.running) {
    running.value = answer;
    return;
  }
  if (answer.faces > symbols) await drawFaces(answer.id, answer.faces);
  const followed = atEnd.value || answer.from < lines.value.length - 1;
  // together: nothing is drawn of lines whose pieces are not known yet
  batch(() => {
    lines.value = [...lines.value.slice(0, answer.from), ...answer.lines];
    pieces.value = [...pieces.value.slice(0, answer.pieces_from), ...answer.pieces];
    running.value = null;
    now.value = answer;
    if (followed) show(lines.value.length - 1);
  });
  const said = lines.value[lines.value.length - 1]?.text ?? "";
  state.announced.value = [said, answer.ask?.yours ? words.play.toMove(sideName(answer.ask.side), answer.ask.step) : ""].filter(Boolean).join(". ");
}

async function drawFaces(id: number, count: number): Promise<void> {
  const svg = await getSvg(`/api/play/${id}/faces.svg?after=${symbols}`).catch(() => null);
  if (!svg) return;
  let all = document.getElementById("play-faces");
  if (!all) {
    svg.id = "play-faces";
    svg.setAttribute("aria-hidden", "true");
    document.body.append(svg);
  } else {
    all.append(...svg.childNodes);
  }
  symbols = count;
}

/** An event of the server: the players are under way, or have chosen. */
export async function told(event: { id: number; running: boolean }): Promise<void> {
  await inTurn(async () => {
    if (event.id !== about.value?.id) return;
    if (event.running) running.value = event as UnderWay;
    else if (running.value) await refresh();
  });
}

async function refresh(): Promise<void> {
  const id = about.value?.id;
  const answer = id === undefined ? null : await asked(() => get(`/api/play/${id}`, has()));
  if (answer) await take(answer);
}

// -- begin and end ---------------------------------------------------------------------------------

async function lay(answer: (About & Answer) | null): Promise<boolean> {
  if (!answer) return false;
  document.getElementById("play-faces")?.remove();
  symbols = 0;
  lines.value = [];
  pieces.value = [];
  now.value = null;
  running.value = null;
  among.value = null;
  shownLine.value = 0;
  changesAtStart = state.changes.peek();
  stale.value = false;
  savedAs.value = -1;
  leaving.value = false;
  left.value = null;
  acted.value = null;
  about.value = answer;
  await take(answer);
  if (answer.watched) show(0);
  return true;
}

/** Whether the focus is at the game, or nowhere: what an answer asks for may take it. */
export function isAtPlay(): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || now.closest(".map, .tabs, #pane-play") !== null;
}

/** Give the focus to the map for what is asked next, unless its author is at something else since it was `before`. */
function toMap(before: Element | null): void {
  const now = document.activeElement;
  if (now === before || now === null || now === document.body) document.getElementById("board")?.focus();
}

export async function begin(wanted: Order): Promise<void> {
  const before = document.activeElement;
  refusal.value = null;
  order = wanted;
  const { scenario, players, seed, options, by_hand, forces } = wanted;
  const begun = await inTurn(async () => lay(await asked(() => post("/api/play", { scenario, players, seed, options, by_hand, forces }))));
  if (begun) toMap(before);
}

export async function watch(name: string, text: string | null): Promise<boolean> {
  refusal.value = null;
  order = null;
  return inTurn(async () => lay(await asked(() => post("/api/play/record", { name, text }))));
}

/** Go back to the game that was left. */
export async function resume(): Promise<void> {
  const known = left.value, before = document.activeElement;
  if (!known) return;
  refusal.value = null;
  const back = await inTurn(async () => {
    const answer = await asked(() => get(`/api/play/${known.id}`, { serial: -1, lines: 0, pieces: 0 }));
    if (!answer) left.value = null;
    return lay(answer && { ...known, ...answer });
  });
  if (back) toMap(before);
}

/** Play on from the line of the record that is shown; at its end, behind all decisions, also those that tell of nothing. */
export async function playOn(players: Record<string, string>, byHand: boolean): Promise<void> {
  const id = about.value?.id, line = atEnd.value ? lines.value.length : shownLine.value, before = document.activeElement;
  if (id === undefined) return;
  refusal.value = null;
  order = null;
  const begun = await inTurn(async () => lay(await asked(() => post(`/api/play/${id}/on`, { line, players, by_hand: byHand }))));
  if (begun) toMap(before);
}

/** Tell the result of the throw that is asked for; null: the editor throws. A second press throws nothing else. */
export async function throwDice(result: string | null): Promise<void> {
  const wanted = toThrow.value;
  await inTurn(async () => {
    if (wanted && toThrow.value === wanted) await change("throw", { result });
  });
}

/** Begin anew: with the texts as they are now where they have changed. */
export async function restart(): Promise<void> {
  if (stale.value && order) await begin(order);
  else await inTurn(() => change("restart"));
}

/** Leave the game; where that would lose decisions, ask first. */
export function leave(): void {
  if (unsaved.value) leaving.value = true;
  else leaveNow();
}

export function leaveNow(): void {
  const id = about.value?.id;
  if (running.value && id !== undefined) void post(`/api/play/${id}/stop`, has()).catch(() => null);
  leaving.value = false;
  left.value = about.value?.watched ? null : about.value;
  about.value = null;
  now.value = null;
  refusal.value = null;
  among.value = null;
  document.getElementById("play-faces")?.remove();
  symbols = 0;
}

// -- deciding --------------------------------------------------------------------------------------

/** Begin an action, or carry it out; what comes of one that is more than a bare word is shown as its result. */
async function decide(action: readonly Stage[], finish: boolean): Promise<void> {
  const from = lines.value.length, side = ask.value?.side ?? -1, serial = now.value?.serial;
  await change("act", { action, finish });
  const carriedOut = running.value !== null || now.value?.serial !== serial;
  if (carriedOut) acted.value = action.length > 1 ? { from, side } : null;
}

export async function act(action: readonly Stage[]): Promise<void> {
  await inTurn(() => decide(action, false));
}

export async function choose(choice: ChoiceData): Promise<void> {
  if (choice.unit && choice.hex >= 0) looked.value = hexName(choice.hex);
  await act([...begun.value, choice.token]);
}

/** Take the mark away from a member of the set that is being picked. */
export async function unmark(token: Stage): Promise<void> {
  const first = begun.value.length - (ask.value?.set?.marked.length ?? 0);
  await act(begun.value.filter((each, stage) => stage < first || each !== token));
}

async function finish(): Promise<void> {
  if (ask.value?.whole) await decide(begun.value, true);
}

export async function carryOut(): Promise<void> {
  await inTurn(finish);
}

async function takeBack(): Promise<void> {
  if (now.value?.can_undo) await change("undo");
}

/** Take back the last stage of what is begun; without one, the last decision. */
export async function back(): Promise<void> {
  await inTurn(() => (begun.value.length > 0 ? change("act", { action: begun.value.slice(0, -1), finish: false }) : takeBack()));
}

export async function undo(): Promise<void> {
  await inTurn(takeBack);
}

export async function go(until: Until): Promise<void> {
  await inTurn(() => change("go", { until }));
}

export async function stop(): Promise<void> {
  await change("stop");
}

/** A hex was clicked: choose what it means, say why it means nothing, or offer what it may mean. */
export async function clickHex(id: string): Promise<void> {
  state.cursor.value = id;
  await inTurn(() => meant(id));
}

async function meant(id: string): Promise<void> {
  const known = about.value, hex = known ? known.hexes.indexOf(id) : -1;
  if (!known || hex < 0 || !ask.value) return;
  const last = begun.value[begun.value.length - 1];
  if (ask.value.whole && last === hex && (ask.value.ways ?? ask.value.choices)) {
    await finish();
    return;
  }
  refusal.value = null;
  among.value = null;
  const answer = await asked(() => post(`/api/play/${known.id}/hex`, { begun: begun.value, hex }));
  if (!answer) return;
  const [only] = answer.actions;
  if (only && answer.actions.length === 1) await decide(only, false);
  else {
    among.value = { hex, actions: answer.actions };
    state.announced.value = words.play.several(id, answer.actions.length);
  }
}

// -- looking back ----------------------------------------------------------------------------------

export function show(line: number): void {
  shownLine.value = Math.max(0, Math.min(lines.value.length - 1, line));
  if (!about.value) return;
  const there = lines.value[shownLine.value];
  if (there && !atEnd.value) state.announced.value = there.text;
}

export function step(by: 1 | -1, how: Stride): void {
  show(stride(lines.value, shownLine.value, by, how));
}

const KEYS: Record<string, () => void> = {
  ",": () => step(-1, "line"), ".": () => step(1, "line"), "<": () => step(-1, "phase"), ">": () => step(1, "phase"),
  PageUp: () => step(-1, "turn"), PageDown: () => step(1, "turn"), Home: () => show(0), End: () => show(lines.value.length - 1),
  Backspace: () => void back(),
  Escape: () => {
    if (begun.value.length > 0) void act([]);
    among.value = null;
    refusal.value = null;
  },
};

/** A key on the map or in the pane while a game is played; says whether it was one. */
export function key(event: KeyboardEvent): boolean {
  const near = (event.target as Element).closest(".map, #pane-play") !== null;
  const does = on.value && near ? KEYS[event.key] : undefined;
  does?.();
  return does !== undefined;
}

// -- records ---------------------------------------------------------------------------------------

/** Save the record; says whether that was done. */
export async function keep(): Promise<boolean> {
  const id = about.value?.id, serial = now.value?.serial ?? -1;
  const kept = id === undefined ? null : await asked(() => post(`/api/play/${id}/keep`, {}));
  if (kept) {
    savedAs.value = serial;
    state.say(words.play.kept(kept.name));
  }
  return kept !== null;
}

export async function download(): Promise<void> {
  const known = about.value, serial = now.value?.serial ?? -1;
  if (!known) return;
  const record = await asked(async () => (await request(`/api/play/${known.id}/record.json`)).text());
  if (record === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record], { type: "application/json" }));
  link.download = `${known.scenario}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
  savedAs.value = serial;
}
