// The rulebook: its clauses, the one that is chosen, and what the rest of the game has to do with it.
import { computed, effect, signal } from "@preact/signals";
import { Refused, get, type ClauseAnswer, type ClauseData, type RulebookAnswer } from "../api";
import { has, patterns } from "../panels/sought";
import * as state from "../state";
import { words } from "../words/en";

export type RulesView = "rulebook" | "errata";
/** Which half of the tab Rules is shown. */
export const view = signal<RulesView>("rulebook");
export const book = signal<RulebookAnswer | null>(null);
export const wanted = signal("");
/** The clause that is open, and what is known of it. */
export const chosen = signal("");
export const details = signal<ClauseAnswer | null>(null);

/** What is looked for. */
export const sought = computed(() => patterns(wanted.value));

/** What a clause says besides its number, title and text. */
export function besides(clause: ClauseData): string[] {
  const values = clause.states.map(([name, value]) => `${book.value?.quantities[name] ?? name}: ${value}`);
  return [...clause.topics, ...values, ...clause.rulings.flatMap((one) => [one.question, one.reading])];
}

/** What else of a clause has one of the words that its number, title and text do not have. */
export function foundBesides(clause: ClauseData): string[] {
  const hidden = sought.value.filter((word) => !has(`${clause.id} ${clause.title} ${clause.text}`, word));
  return hidden.length === 0 ? [] : besides(clause).filter((each) => hidden.some((word) => has(each, word)));
}

export const listed = computed(() => found(sought.value));

/** The clauses that have all that is looked for. */
export function found(words: readonly RegExp[]): readonly ClauseData[] {
  const clauses = book.value?.clauses ?? [];
  if (words.length === 0) return clauses;
  return clauses.filter((each) => {
    const text = [each.id, each.title, each.text, ...besides(each)].join("\n");
    return words.every((word) => has(text, word));
  });
}

/** Findings in the lines of each clause. */
export const findingsByClause = computed(() => {
  const found = new Map<string, typeof state.findings.value[number][]>();
  const inBook = state.findings.value.filter((each) => each.doc.startsWith("rulebook"));
  if (inBook.length === 0) return found;
  for (const clause of book.value?.clauses ?? []) {
    const here = inBook.filter((each) => clause.at && each.doc === clause.at.doc && each.from >= clause.at.from && each.from <= clause.at.to);
    if (here.length > 0) found.set(clause.id, here);
  }
  return found;
});

export async function open(id: string): Promise<void> {
  state.pane.value = "rules";
  view.value = "rulebook";
  wanted.value = "";
  if (book.value === null) await read();
  await choose(id);
}

let choosing = 0;
export async function choose(id: string): Promise<void> {
  const mine = ++choosing;
  chosen.value = id;
  if (details.peek()?.id !== id) details.value = null;
  if (id === "") return;
  try {
    const answer = await get("/api/rules/clause", { id });
    if (mine === choosing) details.value = answer;
  } catch (failed) {
    if (!(failed instanceof Refused)) state.say(words.lost, true, "server");
  }
}

/** Open a printed rule, such as `Rule 8` or `8`, at the clause that speaks of a term, if one does. */
export async function openRule(name: string, about = ""): Promise<void> {
  if (book.value === null) await read();
  const number = book.value?.rules.find((each) => each.number === name || each.name === name)?.number ?? name;
  const inside = book.value?.clauses.filter((each) => each.rule === number || each.id === number) ?? [];
  const clause = inside.find((each) => about !== "" && each.topics.includes(about)) ?? inside[0];
  if (clause) await open(clause.id);
  else state.say(words.rules.noRule(name), true);
}

let asked = 0, answered = 0;
export async function read(): Promise<void> {
  const mine = ++asked;
  try {
    const answer = await get("/api/rules");
    if (mine < answered) return;
    answered = mine;
    book.value = answer;
  } catch (failed) {
    if (!(failed instanceof Refused)) state.say(words.lost, true, "server");
  }
}

/** Keep the rulebook as it is now while it is looked at. */
export function followRulebook(): void {
  let seen = -1, waiting = 0;
  effect(() => {
    const changes = state.changes.value;
    if (state.pane.value !== "rules" || view.value !== "rulebook" || changes === seen) return;
    const first = seen === -1;
    seen = changes;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void read().then(() => choose(chosen.value)), first ? 0 : 400);
  });
}
