// What the text pane asks the language server: completion and hover by CodeMirror's client, and what keys ask.
import { CompletionContext, autocompletion, type CompletionSource } from "@codemirror/autocomplete";
import { LSPClient, LSPPlugin, Workspace, hoverTooltips, serverCompletionSource } from "@codemirror/lsp-client";
import { EditorState, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Hover, Location, MarkupContent, Range, TextDocumentPositionParams, WorkspaceEdit } from "vscode-languageserver-protocol";
import { Lost, address } from "../api";
import { correct, mode } from "../errata/model";
import { put, settled } from "../session";
import { acted, fetchText, reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import type { Named, NamedPlace } from "./named";
import { fromServer } from "./texts";

/** Before the name of a document in its address. */
const ROOT = "forge:///";
/** Milliseconds that the pointer rests on a name before what is known of it is shown. */
const RESTS = 350;
/** Milliseconds that an answer is waited for. */
const PATIENCE = 30_000;

/** The server has the texts already: nothing of them is sent. */
class SessionTexts extends Workspace {
  override files = [];
  private view: EditorView | null = null;
  override openFile(_uri: string, _language: string, view: EditorView): void { this.view = view; }
  override closeFile(): void { this.view = null; }
  override syncFiles(): [] {
    if (this.view) LSPPlugin.get(this.view)?.clear();
    return [];
  }
}

/** The language server, joined before it is first asked. What it refuses is said, and answers null. */
class Server extends LSPClient {
  private joined: Promise<void> | null = null;
  /** Fails when the connection ends: what is asked then is not answered any more. */
  private ended: Promise<never> | null = null;

  override async request<Params, Result>(method: string, params: Params): Promise<Result> {
    try {
      await settled(); // it is to know every key typed so far
      await this.ready();
      return await Promise.race([super.request<Params, Result>(method, params), ...(this.ended ? [this.ended] : [])]);
    } catch (failed) {
      state.say(failed instanceof Lost ? words.lost : (failed as Error).message, true);
      return null as Result;
    }
  }

  /** Answers come one by one, so that it is too late when this is read. */
  override cancelRequest(): void {}

  /** It is started for the first page that joins it, which takes a moment. */
  ready(): Promise<void> {
    return (this.joined ??= this.join());
  }

  private join(): Promise<void> {
    const socket = new WebSocket(address(`${location.origin.replace("http", "ws")}/lsp`));
    let hear: ((said: string) => void) | null = null, end: (why: Lost) => void = () => undefined;
    this.ended = new Promise((_answer, fail) => (end = fail));
    this.ended.catch(() => undefined); // those that wait for an answer say so
    socket.onmessage = (event) => hear?.(event.data as string);
    return new Promise((done, fail) => {
      socket.onopen = () => {
        this.connect({ send: (said) => socket.send(said), subscribe: (handler) => (hear = handler), unsubscribe: () => (hear = null) });
        done();
      };
      socket.onclose = () => {
        this.joined = null;
        this.disconnect();
        const why = new Lost("/lsp");
        end(why);
        fail(why);
      };
    });
  }
}

const server = new Server({
  timeout: PATIENCE,
  workspace: (client) => new SessionTexts(client),
  // names are content, which is not trusted: of what they may turn into, only plain marks stay; keys scroll the rest
  sanitizeHTML: (html) => `<div tabindex="0">${html.replace(/<(?!\/?(?:p|strong|em|ul|li)>)[^>]*>?/g, "")}</div>`,
});

export function speech(name: string): Extension {
  return [
    server.plugin(uriOf(name), "yaml"),
    EditorView.domEventHandlers({ focus: () => void server.ready().catch(() => undefined) }),
    autocompletion({ override: [complete], icons: false }),
    hoverTooltips({ hoverTime: RESTS }),
    card,
    keymap.of([
      { key: "Mod-i", run: (view) => does(showCard(view)) },
      { key: "F12", run: (view) => does(toDefinition(view)) },
      { key: "Shift-F12", run: (view) => does(showUses(view)) },
      { key: "F2", run: (view) => does(startRename(view)) },
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
  work.catch(() => state.say(words.lost, true, "server"));
  return true;
}

/** Asks where a word is begun, whatever sign was typed last, and wherever the author asks. */
function complete(context: CompletionContext): ReturnType<CompletionSource> {
  if (!context.explicit && !context.matchBefore(/[^\s,()[\]{}"']+/)) return null;
  return serverCompletionSource(new CompletionContext(context.state, context.pos, true, context.view));
}

function uriOf(name: string): string {
  return ROOT + name.split("/").map(encodeURIComponent).join("/");
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(ROOT.length));
}

/** What the server says of the name at the cursor; null where it refused, and that was said. */
async function ask<T>(method: string, view: EditorView, more: object = {}): Promise<T | null> {
  const at = here(view);
  return at && server.request<object, T | null>(`textDocument/${method}`, { ...at, ...more });
}

function here(view: EditorView): TextDocumentPositionParams | null {
  const plugin = LSPPlugin.get(view);
  return plugin && { textDocument: { uri: plugin.uri }, position: plugin.toPosition(view.state.selection.main.head) };
}

/** Where a range stands in a text; what the text does not have, at the nearest place. */
function offsets(text: Text, { start, end }: Range): { from: number; to: number } {
  const [from, to] = [start, end].map((each) => {
    const line = text.line(Math.min(each.line + 1, text.lines));
    return Math.min(line.from + each.character, line.to);
  }) as [number, number];
  return { from, to };
}

async function placeOf({ uri, range }: Location): Promise<NamedPlace> {
  const doc = nameOf(uri), { known } = await fetchText(doc), at = offsets(known, range), line = known.lineAt(at.from);
  return { doc, ...at, line: line.number, text: line.text.trim() };
}

async function toDefinition(view: EditorView): Promise<void> {
  const isLast = acted(), found = await ask<Location[]>("definition", view);
  if (!found) return;
  const places = await Promise.all(found.map(placeOf)), [first] = places;
  if (!isLast()) return;
  if (!first) state.say(words.speech.undefined, true);
  else if (places.length > 1) state.dialog.value = { is: "places", title: words.speech.definitions, places };
  else await reveal(first.doc, first.from, first.to, true);
}

async function showUses(view: EditorView): Promise<void> {
  const found = await ask<Location[]>("references", view, { context: { includeDeclaration: true } });
  if (!found) return;
  const places = await Promise.all(found.map(placeOf));
  if (places.length === 0) state.say(words.speech.unnamed, true);
  else state.dialog.value = { is: "places", title: words.speech.uses(places.length), places };
}

const setCard = StateEffect.define<Tooltip | null>();
/** What is known of the name at the cursor, asked for by key. */
const card = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, change) {
    for (const each of change.effects) if (each.is(setCard)) return each.value;
    return change.docChanged || change.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** Show it, with the focus in it: it can be read and scrolled by keys, and Escape goes back to the text. */
async function showCard(view: EditorView): Promise<void> {
  const isLast = acted(), before = view.state, found = await ask<Hover>("hover", view);
  if (!isLast() || view.state.doc !== before.doc) return;
  const plugin = LSPPlugin.get(view), told = found?.contents as MarkupContent | undefined;
  if (!plugin || !told) return state.say(words.speech.unnamed, true);
  const dom = document.createElement("div");
  dom.className = "cm-lsp-hover-tooltip";
  dom.setAttribute("role", "dialog");
  dom.setAttribute("aria-label", words.speech.card);
  dom.innerHTML = plugin.docToHTML(told);
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    view.focus();
  });
  // a change of the text takes it away too: the browser tells that the focus left while the text is still changing
  dom.addEventListener("focusout", () => queueMicrotask(() => {
    if (view.state.field(card, false) === shown) view.dispatch({ effects: setCard.of(null) });
  }));
  const mount = (): void => dom.querySelector<HTMLElement>("[tabindex]")?.focus();
  const destroy = (): void => queueMicrotask(() => {
    if (document.activeElement === document.body) view.focus();
  });
  const shown: Tooltip = { pos: before.selection.main.head, create: () => ({ dom, mount, destroy }) };
  view.dispatch({ effects: setCard.of(shown) });
}

async function startRename(view: EditorView): Promise<void> {
  if (mode() === "correcting") return state.say(words.speech.notInErrataMode, true);
  const at = here(view), range = await ask<Range>("prepareRename", view);
  if (!at || !range) return;
  const { from, to } = offsets(view.state.doc, range);
  state.dialog.value = { is: "rename", named: { at, name: view.state.sliceDoc(from, to) } };
}

/** Give what is named at a place a new name, wherever it is named, in one step; what is refused is said. */
export async function rename({ at, name }: Named, newName: string): Promise<boolean> {
  const epoch = await settled();
  const edit = await server.request<object, WorkspaceEdit | null>("textDocument/rename", { ...at, newName });
  if (!edit?.changes) return false;
  const changed = Object.entries(edit.changes).map(async ([uri, edits]) => {
    const doc = nameOf(uri), { known } = await fetchText(doc);
    return [doc, edits.map((each) => ({ ...offsets(known, each.range), insert: each.newText }))] as const;
  });
  return put("/api/edits", { epoch, sentence: words.speech.renamed(name, newName), changed: Object.fromEntries(await Promise.all(changed)) });
}

async function showFixes(name: string, view: EditorView): Promise<void> {
  const { from, to } = view.state.selection.main;
  const found = state.findings.value.filter((each) => each.doc === name && each.from <= to && each.to >= from && each.fixes.length > 0);
  if (found.length === 0) state.say(words.speech.noFix, true);
  else state.dialog.value = { is: "fixes", findings: found };
}
