// Errata: which of them the page shows, their list, and the reason that a corrected value needs.
import { effect, signal } from "@preact/signals";
import { Refused, get, post, type ErrataAnswer, type ErratumEntry, type ErratumSaid, type Finding, type Reason, type TrialData, type ValueAnswer } from "../api";
import { listeners, texts } from "../queue";
import { change, chooseErrata, settled } from "../session";
import { acted, reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";

export const listing = signal<ErrataAnswer | null>(null);
export const trials = signal<ReadonlyMap<string, TrialData>>(new Map());
export const trying = signal<{ job: number; ids: string[] } | null>(null);
export const chosenErratum = signal("");
/** Who spoke last, and where: the next reason begins with it. */
let spoke: Pick<ErratumSaid, "source" | "by"> = { source: "", by: "us" };

export function spokenLast(): Pick<ErratumSaid, "source" | "by"> {
  return spoke;
}

export function keepSpeaker({ source, by }: Required<Reason>): void {
  spoke = { source, by };
}

/** Printed game, game with errata, or errata mode. */
export type Mode = "printed" | "errata" | "correcting";

export function mode(): Mode {
  const shown = state.game.value?.errata;
  return shown?.printed ? "printed" : shown?.correcting ? "correcting" : "errata";
}

export async function choose(mode: Mode): Promise<void> {
  await chooseErrata({ printed: mode === "printed", correcting: mode === "correcting" });
  state.say(words.errata.nowShown[mode]);
}

export async function show(id: string, on: boolean): Promise<void> {
  await chooseErrata({ printed: false, switch: { [id]: on } });
}

/** Ask for the correction of the value at a place of a text. */
export async function correct(doc: string, at: number, offered: (value: ValueAnswer) => string[] = () => []): Promise<void> {
  const isLast = acted();
  try {
    await settled(); // the place is one of the text with every key typed so far
    const value = await get("/api/value", { doc, at });
    if (!isLast()) return;
    const { path, erratum } = value;
    state.dialog.value = {
      is: "reason",
      asked: {
        values: [value], erratum, path, offered: offered(value).filter((each) => each !== String(value.printed)),
        again: (reason, text) => change("value.set", { doc, path, text }, reason),
      },
    };
  } catch (failed) {
    state.say(failed instanceof Refused ? failed.message : words.lost, true);
  }
}

/** Ask for the correction of the value that a finding marks, with what its fixes would make of it. */
export async function correctFinding(finding: Finding): Promise<void> {
  state.chosenFinding.value = finding;
  state.pane.value = "text";
  await reveal(finding.doc, finding.from, finding.to);
  const text = texts.open.get(finding.doc)?.state.doc.toString() ?? "";
  await correct(finding.doc, finding.from, (value) => offeredBy(finding, text, value));
}

/** What a value would be after the fixes of a finding, where they change it alone. */
function offeredBy(finding: Finding, text: string, { from, to }: ValueAnswer): string[] {
  const meant = /did you mean `?([^?`]+)`?\?/.exec(finding.hint ?? "")?.[1]?.split(" or ") ?? [];
  const plain = (value: string): string => value.replace(/^["']|["']$/g, "");
  // a finding may mark a part of the value: what is around that part stays
  const inside = finding.from >= from && finding.to <= to;
  const found = inside ? meant.map((each) => plain(text.slice(from, finding.from) + each + text.slice(finding.to, to))) : [];
  for (const { changed } of finding.fixes) {
    const [edit, ...others] = Object.values(changed).flat();
    if (others.length === 0 && edit && changed[finding.doc] && edit.from >= from && edit.to <= to) {
      found.push(plain(text.slice(from, edit.from) + edit.insert + text.slice(edit.to, to)));
    }
  }
  return [...new Set(found)];
}

/** The last job that the server told the end of, perhaps before it answered which job that is. */
let ended = -1;
/** Have errata tried: what they resolve and cause, and which scenarios they change. */
export async function tryOut(ids: string[]): Promise<void> {
  try {
    const { job } = await post("/api/errata/try", { ids });
    if (job > Math.max(ended, trying.value?.job ?? -1)) trying.value = { job, ids };
  } catch (failed) {
    state.say(failed instanceof Refused ? failed.message : words.lost, true);
  }
}

export function tried(told: { job: number; trials: TrialData[]; why: string }): void {
  ended = Math.max(ended, told.job);
  const made = new Map(trials.value);
  for (const each of told.trials) made.set(each.id, each);
  trials.value = made;
  if (trying.value && trying.value.job <= told.job) trying.value = null; // what was asked for meanwhile is tried together
  if (told.why) state.say(told.why, true);
}

/** Show the value that an erratum corrects, in the text and on the map. */
export async function goToTarget(each: ErratumEntry): Promise<void> {
  if (!each.target) return;
  state.pane.value = "text";
  await reveal(each.target.doc, each.target.from, each.target.to);
}

/** A value that an applied erratum corrects, and what its mark says. */
export interface CorrectedPlace { id: string; from: number; to: number; says: string }

/** Where applied errata correct a text, as far as it still has what was printed there. */
export function correctedIn(doc: string, text: string): CorrectedPlace[] {
  return (listing.value?.errata ?? []).flatMap(({ id, shown, target, printed, corrected }) => {
    if (!shown || target?.doc !== doc) return [];
    const { from, to } = target;
    if (text.slice(from, to).replace(/^(["'])(.*)\1$/, "$2") !== String(printed)) return [];
    return [{ id, from, to, says: words.errata.correctedTo(id, corrected === null ? words.errata.nothing : typeof corrected === "object" ? JSON.stringify(corrected) : String(corrected)) }];
  });
}

let waiting = 0, asked = 0;
async function list(): Promise<void> {
  const mine = ++asked;
  try {
    const answer = await get("/api/errata");
    if (mine !== asked) return;
    listing.value = answer;
    listeners.diagnostics();
  } catch (failed) {
    if (!(failed instanceof Refused)) state.say(words.lost, true, "server");
  }
}

/** Keep the list as it is now, while anybody looks at it or at its layer of the map. */
export function followErrata(): void {
  let seen = -1;
  effect(() => {
    const changes = state.changes.value;
    const pane = state.pane.value, marked = pane === "text" || pane === "table";
    const looked = pane === "rules" || state.shown.value.has("errata") || (marked && state.game.value?.documents.some((each) => each.kind === "errata"));
    if (!looked || changes === seen || state.game.value === null) return;
    const first = seen === -1;
    seen = changes;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void list(), first ? 0 : marked ? 800 : 250);
    trials.value = new Map();
  });
}
