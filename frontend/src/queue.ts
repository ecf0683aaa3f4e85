// Work in turn, each piece after the one asked for before it, and the game as the server gave it last.
import { batch } from "@preact/signals";
import { Lost, Refused, get, type PlaytestTold, type PreviewTold, type TrialData } from "./api";
import * as setUp from "./set_up/units";
import * as state from "./state";
import { Texts } from "./text/texts";
import { words } from "./words/en";

/** Told when a text is to be shown at a place, and when the ground is to be fetched again. */
export const listeners = {
  reveal: (_doc: string, _from: number, _to: number, _focus: boolean): void => undefined,
  ground: (): void => undefined,
  diagnostics: (): void => undefined,
  preview: (_told: PreviewTold): void => undefined,
  errata: (_told: { job: number; trials: TrialData[]; why: string }): void => undefined,
  /** Where the cursor of the text is. */
  cursor: (): number => 0,
  play: (_told: { id: number; running: boolean }): void => undefined,
  print: (_told: unknown): void => undefined,
  playtest: (_told: PlaytestTold): void => undefined,
};

export let epoch = 0;
/** Of the texts that the findings shown were found in. */
export let checked = -1;
let chain: Promise<unknown> = Promise.resolve();

export const texts = new Texts();

/** Take over the epoch of an answer: what is sent next is made from it. */
export function setEpoch(now: number): void {
  epoch = now;
}

/**
 * Run one piece of work after all that were asked for before.
 *
 * Work must not await anything that may itself wait for its turn, because that turn comes only after this work: not what is
 * queued, and none of `fetchText`, `open` and `show` in `shown.ts`. Start these without awaiting them, or after the work.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  state.busy.value += 1;
  const done = chain.then(work).finally(() => {
    state.busy.value -= 1;
  });
  chain = done.catch(() => null); // what fails here does not keep what follows from being done
  return done;
}

/** The same; what fails is said, and answers null. */
export function queued<T>(work: () => Promise<T>, of: state.Trouble = "act"): Promise<T | null> {
  return inTurn(() => work().catch((failed: unknown) => report(failed, of)));
}

async function report(failed: unknown, of: state.Trouble): Promise<null> {
  if (failed instanceof Refused && failed.status === 409) {
    await reload();
    state.say(words.otherWindow, true);
  } else if (failed instanceof Refused && (failed.status === 401 || failed.status === 403)) {
    state.say(words.refusedEntry, true, "server");
  } else if (failed instanceof Refused) {
    state.say(failed.status === 500 ? words.failed : failed.message, true, of);
  } else if (failed instanceof Lost) {
    state.say(words.lost, true, "server");
  } else {
    throw failed;
  }
  return null;
}

/** Whether nothing can be changed, since the server is out of reach; says so. */
export function outOfReach(): boolean {
  if (state.away.value === "") return false;
  state.say(state.away.value === "lost" ? words.lost : words.refusedEntry, true, "server");
  return true;
}

/** Have the game anew. Its epoch is for who takes over the texts of it too: others would lose what other windows did. */
export async function refreshGame(): Promise<number> {
  const game = await get("/api/game");
  state.game.value = game;
  state.undo.value = game.undo;
  state.redo.value = game.redo;
  state.unsaved.value = new Set(game.documents.filter((each) => each.unsaved).map((each) => each.name));
  return game.epoch;
}

export async function refreshMap(): Promise<void> {
  try {
    const map = await get("/api/map");
    batch(() => {
      state.toldMap.value = map;
      state.underWay.value = state.underWay.peek().filter((each) => !each.answered);
    });
    state.mapless.value = map.hexes.length === 0 ? words.noMap : "";
    const terrain = map.terrain.map((each) => each.id);
    keep(state.first, terrain, map.terrain.find((each) => each.land)?.id);
    keep(state.second, terrain, map.terrain.find((each) => !each.land)?.id);
    keep(state.sideKind, map.hexside_kinds.map((each) => each.id));
    keep(state.lineKind, map.line_kinds.map((each) => each.id));
    if (map.hexes.length > 0) listeners.ground();
  } catch (failed) {
    // a map that does not read, while it is typed at, leaves the last one that did
    if (!(failed instanceof Refused) || failed.status === 401 || failed.status === 403) throw failed;
    state.mapless.value = state.map.value === null ? words.noMap : "";
  }
}

function keep(chosen: { value: string }, known: string[], otherwise = known[0]): void {
  if (!known.includes(chosen.value)) chosen.value = otherwise ?? known[0] ?? "";
}

export async function refreshFindings(): Promise<void> {
  const found = await get("/api/findings");
  state.complete.value = found.complete && found.epoch === epoch;
  if (found.epoch !== epoch) return;
  checked = found.epoch;
  state.findings.value = found.findings;
  if (state.complete.value) state.settle("check");
  listeners.diagnostics();
}

export async function reload(): Promise<void> {
  state.changes.value += 1;
  state.touched.value = null;
  epoch = -1; // until every text is here, nothing is sent on top of it
  const now = await refreshGame();
  await refreshMap();
  for (const text of texts.open.values()) {
    try {
      texts.replace(text.name, (await get("/api/text", { doc: text.name })).text);
    } catch (failed) {
      if (!(failed instanceof Refused && failed.status === 404)) throw failed;
      texts.open.delete(text.name); // its file is gone, and that was accepted
    }
  }
  epoch = now;
  await setUp.refresh(true);
  await refreshFindings();
}
