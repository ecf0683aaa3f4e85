// What the text pane knows of the game's names: completion, hover, definitions, uses, renaming; the server answers.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { hoverTooltip, keymap, type EditorView } from "@codemirror/view";
import { Refused, get } from "../api";
import { correct, mode } from "../errata/model";
import { reveal, settled } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import { fromServer } from "./texts";

export interface NamedPlace { doc: string; from: number; to: number; line: number; text: string; paper: string }
interface Hover extends NamedPlace { text: string }
interface Fitting { label: string; kind: string; from: number }
export interface NameAnswer extends NamedPlace { name: string; kind: string; renames: boolean }

/** Milliseconds that the pointer rests on a name before what is known of it is shown. */
const RESTS = 350;

/** What the server says of a place of a text, once it has the keys typed so far; null where it says nothing. */
async function ask<T>(about: string, doc: string, at: number): Promise<T | null> {
  await settled();
  try {
    return await get<T | null>(`/api/language/${about}`, { doc, at });
  } catch (failed) {
    if (!(failed instanceof Refused)) state.say(words.lost, true);
    return null;
  }
}

export function speech(name: string): Extension {
  return [
    autocompletion({ override: [(context) => complete(name, context)], icons: false, activateOnTyping: true }),
    hoverTooltip(async (view, at) => {
      const found = await ask<Hover>("hover", name, at);
      if (!found || found.to > view.state.doc.length) return null;
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found.text) }) };
    }, { hoverTime: RESTS }),
    keymap.of([
      { key: "F12", run: (view) => does(toDefinition(name, view)) },
      { key: "Shift-F12", run: (view) => does(showUses(name, view)) },
      { key: "F2", run: (view) => does(startRename(name, view)) },
      { key: "Mod-.", run: (view) => does(showFixes(name, view)) },
      { key: "Mod-e", run: (view) => does(correct(name, view.state.selection.main.from)) },
    ]),
    EditorState.transactionFilter.of((change) => {
      const typed = change.docChanged && !change.annotation(fromServer);
      if (!typed || mode() !== "correcting" || /^(errata|copies)\//.test(name)) return change;
      // in errata mode the file keeps what was printed
      if (state.dialog.value === null) queueMicrotask(() => void correct(name, change.startState.selection.main.from));
      return [];
    }),
  ];
}

function does(work: Promise<unknown>): boolean {
  void work;
  return true;
}

async function complete(name: string, context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[^\s,()[\]{}"']*/);
  if (!context.explicit && (!before || before.from === before.to)) return null;
  const known = await ask<Fitting[]>("complete", name, context.pos);
  // the text has what is being typed already, so that it is printed elsewhere
  const found = known?.filter((each) => each.label !== context.state.sliceDoc(each.from, context.pos));
  if (!found || found.length === 0 || context.aborted) return null;
  const from = Math.min(...found.map((each) => each.from));
  return { from, options: found.map((each, n) => option(each, from, context.state.doc, found.length - n)), validFor: /^[^\s,()[\]{}"']*$/ };
}

/** All options begin at the same place: one that begins later has the characters before it too. */
function option(each: Fitting, from: number, text: Text, rank: number): Completion {
  const begun = text.sliceString(from, each.from);
  return { label: begun + each.label, displayLabel: each.label, detail: words.speech.kind[each.kind] ?? each.kind, boost: Math.min(99, rank / 6) };
}

async function toDefinition(name: string, view: EditorView): Promise<void> {
  const found = await ask<NamedPlace[]>("definition", name, view.state.selection.main.head);
  const [first] = found ?? [];
  if (!found || !first) state.say(words.speech.undefined, true);
  else if (found.length > 1) state.dialog.value = { is: "places", title: words.speech.definitions, places: found };
  else await reveal(first.doc, first.from, first.to, true);
}

async function showUses(name: string, view: EditorView): Promise<void> {
  const found = await ask<NamedPlace[]>("uses", name, view.state.selection.main.head);
  if (!found || found.length === 0) state.say(words.speech.unnamed, true);
  else state.dialog.value = { is: "places", title: words.speech.uses(found.length), places: found };
}

async function startRename(name: string, view: EditorView): Promise<void> {
  const found = await ask<NameAnswer>("name", name, view.state.selection.main.head);
  if (!found) state.say(words.speech.unnamed, true);
  else if (!found.renames) state.say(words.speech.fixed(found.kind), true);
  else state.dialog.value = { is: "rename", named: found };
}

async function showFixes(name: string, view: EditorView): Promise<void> {
  const { from, to } = view.state.selection.main;
  const found = state.findings.value.filter((each) => each.doc === name && each.from <= to && each.to >= from && each.fixes.length > 0);
  if (found.length === 0) state.say(words.speech.noFix, true);
  else state.dialog.value = { is: "fixes", findings: found };
}

/** The Markdown of a card, of which it uses little: bold, italic, lists, and signs behind a backslash. */
function card(markdown: string): HTMLElement {
  const made = document.createElement("div");
  made.className = "name-card";
  let list: HTMLElement | null = null;
  for (const line of markdown.split("\n")) {
    if (line.trim() === "") continue;
    const item = line.startsWith("- ");
    list = item ? (list ?? made.appendChild(document.createElement("ul"))) : null;
    const bold = /^\*\*(.*?)\*\*(.*)$/.exec(line), italic = /^\*(.*)\*$/.exec(line);
    const parent = (list ?? made).appendChild(document.createElement(item ? "li" : italic && !bold ? "h5" : "p"));
    if (bold) parent.appendChild(document.createElement("b")).textContent = plain(bold[1] ?? "");
    parent.append(plain(item ? line.slice(2) : bold ? (bold[2] ?? "") : italic ? (italic[1] ?? "") : line));
  }
  return made;
}

function plain(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}
