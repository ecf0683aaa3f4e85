// The page's side of one editing session: commands one after the other, each made from the epoch that the last gave.
import { Lost, Refused, address, answers, get, post, tokenChanged, type Asks, type Corrected, type Done, type ErratumSaid, type Finding, type FixData, type PageEdit, type PlaytestTold, type Posts, type PreviewTold, type Reason, type Saved, type TrialData } from "./api";
import type { UnderWay } from "./map/expected";
import { checked, epoch, listeners, outOfReach, queued, refreshFindings, refreshGame, refreshMap, reload, setEpoch, texts } from "./queue";
import * as setUp from "./set_up/units";
import { acted, chosenDocument, open, show } from "./shown";
import * as state from "./state";
import { editsOf, type OpenText } from "./text/texts";
import { words } from "./words/en";
import type { ChangeSet } from "@codemirror/state";

/** Milliseconds after a key until it is sent; those that follow while an answer is awaited go together. */
const TYPING = 20;
/** Milliseconds without a key after which the map follows what was typed. */
const MAP_FOLLOWS = 300;
let typing = 0;
let following = 0;

// -- reading ---------------------------------------------------------------------------------------

export async function start(): Promise<void> {
  answers.subscribe(() => state.settle("server"));
  const [now] = await Promise.all([refreshGame(), refreshMap()]);
  setEpoch(now);
  const offer = await get("/api/recovery").catch(() => null);
  if (offer && offer.offered.length > 0) state.dialog.value = { is: "recovery", offer };
  // the author may have chosen a document already
  if (chosenDocument() === "") await open(state.game.value?.documents.find((each) => each.kind === "map")?.name ?? state.game.value?.documents[0]?.name ?? "");
  await refreshFindings();
  listen();
}

let looked = 0;
export async function whereIs(doc: string, offset: number): Promise<void> {
  const mine = ++looked;
  await settled(); // the place is one of the text with every key typed so far
  if (mine !== looked) return;
  const answer = await get("/api/where", { doc, at: offset }).catch(() => null);
  if (answer && mine === looked && doc === state.doc.value) state.spoken.value = answer.hexes;
}

let explained = 0;
export async function explain(code: string): Promise<void> {
  const mine = ++explained, before = state.dialog.peek();
  await queued(async () => {
    const { html } = await get(`/api/explain/${encodeURIComponent(code)}`);
    // else its author asked for another, or opened a dialog
    if (mine === explained && state.dialog.peek() === before) state.dialog.value = { is: "explain", code, html };
  });
}

// -- changing --------------------------------------------------------------------------------------

interface Taking {
  /** The document whose edits are there already, because they were typed. */
  typed?: string;
  /** What to say of it; its sentence unless given. */
  said?: string;
  /** Whether the text goes to what was changed. */
  follow?: boolean;
}

async function take(done: Done, { typed, said = done.sentence, follow = true }: Taking = {}): Promise<void> {
  setEpoch(done.epoch);
  state.say(said);
  state.undo.value = done.undo;
  state.redo.value = done.redo;
  state.complete.value = false;
  state.changes.value += 1;
  for (const { doc, edits } of done.changed) {
    if (doc !== typed) texts.merge(doc, edits, follow);
  }
  state.unsaved.value = new Set(done.unsaved);
  if (done.documents) await followDocuments(done.changed.map((each) => each.doc));
  state.touched.value = done.changed.map((each) => each.doc);
  followSetUp(done.changed.map((each) => each.doc), typed !== undefined);
  if (!done.map) return;
  clearTimeout(following);
  if (typed === undefined) await refreshMap();
  else following = window.setTimeout(() => void queued(refreshMap), MAP_FOLLOWS);
}

/** Documents were made or removed: list them anew, and close what is no longer there; of a new name, show the new one. */
async function followDocuments(changed: string[]): Promise<void> {
  const before = new Set(state.game.value?.documents.map((each) => each.name));
  await refreshGame();
  const game = state.game.value, there = new Set(game?.documents.map((each) => each.name));
  const made = changed.filter((name) => there.has(name) && !before.has(name));
  for (const name of [...texts.open.keys()].filter((each) => !there.has(each))) {
    texts.open.delete(name);
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    // unless a different one is on its way already
    if (chosenDocument() === name) void open(made.find((each) => each.startsWith(folder)) ?? game?.documents.find((each) => each.kind === "map")?.name ?? "");
  }
  if (setUp.scenario.value !== "" && !game?.scenarios.some((each) => each.id === setUp.scenario.value)) {
    const now = game?.scenarios.find((each) => made.includes(`scenarios/${each.id}.yaml`));
    void showScenario(now?.id ?? "");
  }
}

let settingUp = 0;
let facesToo = false;
/** Have the set-up anew after a change; counters only where their own document or the words of the game changed. */
function followSetUp(docs: string[], typed: boolean): void {
  if (setUp.scenario.value === "" || docs.length === 0) return;
  facesToo ||= docs.some((doc) => !/^(map|orders-of-battle|scenarios|rulebook|examples|charts)\b/.test(doc));
  clearTimeout(settingUp);
  settingUp = window.setTimeout(() => void queued(() => {
    const faces = facesToo;
    facesToo = false;
    return setUp.refresh(faces);
  }), typed ? MAP_FOLLOWS : 0);
}

/** Show the set-up of a scenario; of none where the id is empty. */
export async function showScenario(id: string): Promise<void> {
  setUp.scenario.value = id;
  setUp.held.value = "";
  setUp.fanned.value = "";
  await queued(async () => {
    await setUp.refresh();
    setUp.turn.value = setUp.answer.value?.first ?? 0;
  });
}

/** Times that keys are sent again where others change the game at the same moment. */
const TRIES = 5;

/** Send what was typed. Until the server has it, or refuses it, it waits. */
async function flush(): Promise<void> {
  clearTimeout(typing);
  try {
    if (joining) throw new Lost("/api/text"); // the server does not have the texts that the keys belong to
    for (const text of texts.open.values()) {
      for (let tries = 1, changes = texts.take(text); changes; tries++, changes = texts.take(text)) {
        const done = await send(text, changes, tries);
        if (!done) continue;
        texts.sent(text, changes);
        await take(done, { typed: text.name, said: "" });
        break;
      }
    }
  } finally {
    noteUnsent();
  }
}

/** Send keys; null if the game was changed in the meantime, and they wait in its text as it is now. */
async function send(text: OpenText, changes: ChangeSet, tries: number): Promise<Done | null> {
  try {
    return await post("/api/text", { doc: text.name, epoch, edits: editsOf(changes) });
  } catch (failed) {
    const status = failed instanceof Refused ? failed.status : 0;
    if (status === 413 || status === 422) texts.withdraw(text, changes);
    else texts.keep(text, changes);
    if (status !== 409 || tries === TRIES) throw failed;
    await reload();
    return null;
  }
}

function noteUnsent(): void {
  state.typing.value = texts.waiting;
  state.unsent.value = texts.unsent;
}

export function typed(): void {
  noteUnsent();
  clearTimeout(typing);
  typing = window.setTimeout(() => void queued(flush), TYPING);
}

/** Run a change in its turn; the map shows at once what is known beforehand of it. */
async function underWay<T>(intent: string, args: object, work: (mine: UnderWay) => Promise<T>): Promise<T | null> {
  if (outOfReach()) return null;
  const mine = { intent, args, answered: false };
  state.underWay.value = [...state.underWay.peek(), mine];
  return queued(() => work(mine)).finally(() => {
    state.underWay.value = state.underWay.peek().filter((each) => each !== mine);
  });
}

/**
 * Carry out an intent, or with a reason write it as an erratum; what the server refuses is said and answers false.
 * Where it renames what is named elsewhere, the author is asked first; `read` in its arguments is the epoch of its rows.
 */
export async function change(intent: string, args: object, reason: Reason | null = null, uses: state.Uses = "ask"): Promise<boolean> {
  const isLast = acted();
  const done = await underWay(intent, args, async (mine) => {
    await flush();
    try {
      const done = await post("/api/do", { epoch, intent, args: { ...args }, reason, uses });
      mine.answered = true;
      await take(done, { follow: isLast() });
      state.note(intent);
    } catch (failed) {
      const named = failed instanceof Refused ? (failed.body as (state.NamedElsewhere & { needs?: string }) | null) : null;
      return named?.needs === "uses" ? named : asks(failed, (reason) => change(intent, args, reason, uses));
    }
    if (reason) await refreshGame();
    return true;
  });
  if (done === null || typeof done === "boolean") return done ?? false;
  const answer = await aboutUses(done);
  if (answer !== null) return change(intent, args, reason, answer);
  state.say("");
  return false;
}

let askingUses: Promise<unknown> = Promise.resolve();
/** Ask the author what becomes of the uses of a name, once the names before it are answered for. */
function aboutUses(named: state.NamedElsewhere): Promise<state.Uses | null> {
  const answer = askingUses.then(() => new Promise<state.Uses | null>((answered) => {
    state.renaming.value = { ...named, answer: answered };
  })).finally(async () => {
    state.renaming.value = null;
    await new Promise((gone) => setTimeout(gone)); // its dialog, before the next one is shown
  });
  askingUses = answer;
  return answer;
}

/** Routes of changes, and what each is told beside the epoch. */
export type Change = { [P in keyof Posts]: Posts[P]["answers"] extends Done ? P : never }[keyof Posts];
export type Made<P extends Change> = Omit<Posts[P]["asks"], "epoch"> & { epoch?: number };

/** Have a change made by a route of its own; what the server refuses is said and answers false. */
export async function put<P extends Change>(path: P, body: Made<P>): Promise<boolean> {
  if (outOfReach()) return false;
  const isLast = acted();
  const done = await queued(async () => {
    await flush();
    const done = await post<Change>(path, { epoch, ...body } as Posts[Change]["asks"]);
    await take(done, { follow: isLast() });
    return true;
  });
  return done ?? false;
}

/** Ask in turn for what a body describes, after all changes before and before those that follow; null where it is refused. */
export async function read<P extends keyof Posts>(path: P, ...asks: Asks<Posts[P]["asks"]>): Promise<Posts[P]["answers"] | null> {
  return queued(async () => {
    await flush();
    return post(path, ...asks);
  });
}

/** Once the server has every key typed so far; the epoch of its texts. */
export async function settled(): Promise<number> {
  await queued(flush);
  return epoch;
}

/** In errata mode, what changes printed values needs a reason: ask for it, and do it again with it. */
function asks(failed: unknown, again: (reason: Reason) => Promise<boolean>): boolean {
  const body = failed instanceof Refused ? (failed.body as { needs?: string; values: Corrected[]; erratum: ErratumSaid | null } | null) : null;
  if (body?.needs !== "reason") throw failed;
  state.dialog.value = { is: "reason", asked: { values: body.values, erratum: body.erratum, again } };
  return false;
}

/** Have the game with other errata. */
export async function chooseErrata(chosen: { printed?: boolean; correcting?: boolean; switch?: Record<string, boolean> }): Promise<void> {
  await queued(async () => {
    await flush();
    await post("/api/errata/view", chosen);
    await reload();
  });
}

export async function stepBack(): Promise<void> {
  await step("/api/undo", state.undo, words.nothingToUndo, words.undone);
}

export async function stepForward(): Promise<void> {
  await step("/api/redo", state.redo, words.nothingToRedo, words.redone);
}

async function step(path: "/api/undo" | "/api/redo", sentence: { value: string | null }, nothing: string, did: (sentence: string) => string): Promise<void> {
  const isLast = acted();
  const shown = await underWay(path, {}, async (mine) => {
    await flush();
    if (sentence.value === null) {
      state.say(nothing);
      return null;
    }
    const done = await post(path, { epoch });
    mine.answered = true;
    // the document that is shown, where it was changed too, else one that holds values: an erratum is seen where its value is
    const changed = done.changed.filter(({ edits }) => edits.length > 0);
    const shown = changed.find((each) => each.doc === chosenDocument()) ?? changed.find((each) => !each.doc.startsWith("errata/"));
    await take(done, { said: did(done.sentence), follow: isLast() });
    state.note(path.replace("/api/", ""));
    return shown && state.game.value?.documents.some((each) => each.name === shown.doc) ? shown : null;
  });
  if (shown && isLast()) await show(shown.doc, ...placeOf(shown.edits));
}

/** Where the first of some edits stands once they are made: what it inserted, else where it took something out. */
function placeOf(edits: readonly PageEdit[]): [number, number] {
  const [first] = [...edits].sort((one, other) => one.from - other.from);
  if (!first) return [0, 0];
  const lead = first.insert.length - first.insert.trimStart().length;
  const line = first.insert.slice(lead).split("\n", 1)[0] ?? "";
  return [first.from + lead, first.from + lead + line.length];
}

export async function applyFix(finding: Finding, fix: FixData, reason: Reason | null = null): Promise<boolean> {
  if (outOfReach()) return false;
  const isLast = acted();
  const done = await queued(async () => {
    await flush();
    if (checked !== epoch) {
      state.say(words.fixLater, true, "check");
      return false;
    }
    const { changed } = fix, sentence = `${finding.code}: ${fix.title}`;
    const done = await post("/api/edits", { epoch, sentence, changed, reason }).catch((failed: unknown) => {
      asks(failed, (reason) => applyFix(finding, fix, reason));
      return null;
    });
    if (!done) return false;
    await take(done, { follow: isLast() });
    state.note("fix");
    if (reason) await refreshGame();
    return true;
  });
  const [[doc, edits] = ["", []]] = Object.entries(fix.changed);
  if (done && !reason && isLast()) await show(doc, ...placeOf(edits));
  return done ?? false;
}

// -- keeping ---------------------------------------------------------------------------------------

/** Save everything; `quietly` leaves what the last step did in the foot of the page. */
export async function save(choose: Record<string, "mine" | "theirs"> = {}, quietly = false): Promise<void> {
  await queued(async () => {
    await flush();
    const answer = await post("/api/save", { docs: null, choose }).catch((failed: unknown) => {
      // files that changed on disk: nothing is written over them
      if (failed instanceof Refused && failed.status === 409 && (failed.body as Saved | null)?.conflicts) return failed.body as Saved;
      throw failed;
    });
    state.settle("save");
    if (Object.values(choose).includes("theirs") || answer.epoch !== epoch) await reload();
    await refreshGame();
    if (answer.conflicts.length > 0) {
      // what is saved without being asked leaves a dialog that was opened meanwhile: the next change saves again
      if (!quietly || state.dialog.value === null) state.dialog.value = { is: "conflict", conflicts: answer.conflicts };
    } else {
      if (state.dialog.value?.is === "conflict") state.dialog.value = null;
      if (!quietly) state.say(words.saved(answer.saved));
    }
  }, "save");
}

export async function recover(taken: boolean): Promise<void> {
  state.dialog.value = null;
  await queued(async () => {
    await take(await post("/api/recovery", { epoch, take: taken }));
    await reload();
  });
}

// -- events ----------------------------------------------------------------------------------------

/** Go on with a server that was started again: with the unsaved changes that this page shows, if that still has them. */
async function join(now: number): Promise<void> {
  const offer = await get("/api/recovery"), before = state.unsaved.value;
  const same = offer.offered.every(({ doc, text }) => before.has(doc) && (texts.open.get(doc)?.known.toString() ?? text) === text);
  if (same && offer.offered.length > 0 && offer.changed.length === 0) {
    await post("/api/recovery", { epoch: now, take: true });
    state.say(words.startedAgain);
  } else if (offer.offered.length > 0) {
    state.dialog.value = { is: "recovery", offer };
  }
  await reload();
  joining = false;
}

interface Told { epoch?: number; complete?: boolean; doc?: string; was?: string; state?: string; docs?: string[] }

/** Milliseconds after which a stream that was refused is begun again. */
const AGAIN = 2000;

/** Whether this page has to go on with a server that was started again. */
let joining = false;

function listen(): void {
  joining = tokenChanged() || joining;
  const events = new EventSource(address("/api/events"));
  events.onerror = () => {
    // where nobody answers, the browser tries again by itself; after a refusal it does not
    const refused = events.readyState === EventSource.CLOSED;
    state.away.value = refused ? "refused" : "lost";
    outOfReach();
    if (refused) window.setTimeout(listen, AGAIN);
  };
  const on = (name: string, act: (told: Told) => void) =>
    events.addEventListener(name, (event) => act(JSON.parse((event as MessageEvent<string>).data) as Told));
  // a stream begins anew after the server was out of reach; checks may have ended before it began
  on("epoch", (told) => {
    state.away.value = "";
    state.settle("server");
    void queued(async () => {
      if (joining) await join(told.epoch ?? 0);
      else if (told.epoch !== epoch) await reload();
      await refreshFindings();
      await flush();
    }).then(() => {
      if (!joining) return;
      events.close();
      state.away.value = "lost";
      window.setTimeout(listen, AGAIN);
    });
  });
  on("findings", () => void queued(refreshFindings));
  on("changed", (told) => void queued(async () => {
    if (told.epoch !== undefined && told.epoch > epoch) await reload();
  }));
  events.addEventListener("playtest", (event) => listeners.playtest(JSON.parse((event as MessageEvent<string>).data) as PlaytestTold));
  events.addEventListener("play", (event) => listeners.play(JSON.parse((event as MessageEvent<string>).data) as { id: number; running: boolean }));
  events.addEventListener("preview", (event) => listeners.preview(JSON.parse((event as MessageEvent<string>).data) as PreviewTold));
  events.addEventListener("errata", (event) => listeners.errata(JSON.parse((event as MessageEvent<string>).data) as { job: number; trials: TrialData[]; why: string }));
  events.addEventListener("print", (event) => listeners.print(JSON.parse((event as MessageEvent<string>).data)));
  on("saved", () => void queued(refreshGame));
  on("disk", (told) => void queued(async () => {
    await reload();
    const doc = told.doc ?? "";
    if (told.state === "renamed" && state.doc.value === told.was) void open(doc);
    state.say(told.state === "renamed" ? words.diskRenamed(told.was ?? "", doc) : told.state === "gone" ? words.diskGone(doc) : words.diskChanged(doc));
  }));
}
