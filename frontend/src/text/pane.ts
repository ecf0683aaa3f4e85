// The pane that shows one document: typing goes to the session, its cursor to the map, findings to its margin.
import { forceLinting, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorSelection, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { listeners, texts } from "../queue";
import { applyFix, explain, typed, whereIs } from "../session";
import { acted } from "../shown";
import { correctedIn } from "../errata/model";
import * as state from "../state";
import { words } from "../words/en";
import { fromServer, type OpenText } from "./texts";

const LOOKING = 180;

export function mountText(parent: HTMLElement): void {
  let shown: OpenText | null = null;
  let looking = 0;

  const view = new EditorView({
    parent,
    dispatchTransactions(transactions, view) {
      view.update(transactions);
      if (!shown) return;
      shown.state = view.state;
      for (const each of transactions) {
        if (!each.docChanged || each.annotation(fromServer)) continue;
        texts.typed(shown.name, each.changes);
        typed();
      }
      const own = transactions.filter((each) => !each.annotation(fromServer)), moved = own.some((each) => each.selection);
      if (moved || own.some((each) => each.docChanged)) acted();
      if (moved && view.hasFocus) look(shown.name);
    },
  });

  function look(name: string): void {
    clearTimeout(looking);
    looking = window.setTimeout(() => void whereIs(name, view.state.selection.main.head), LOOKING);
  }

  function show(name: string): void {
    const text = texts.open.get(name) ?? null;
    if (text === shown || !text) return;
    shown = text;
    view.setState(text.state);
    mark();
  }

  function mark(): void {
    if (!shown) return;
    const name = shown.name, length = view.state.doc.length;
    const marks = state.findings.value.filter((each) => each.doc === name).map((each): Diagnostic => {
      const from = Math.min(each.from, length);
      return {
        from,
        to: Math.max(from, Math.min(each.to, length)),
        severity: each.severity,
        source: each.code,
        message: each.hint ? `${each.message}. ${each.hint}` : each.message,
        actions: [
          ...each.fixes.map((fix) => ({ name: words.fix(fix.title), apply: () => void applyFix(each, fix) })),
          { name: words.explain(each.code), apply: () => void explain(each.code) },
        ],
      };
    });
    const corrected = correctedIn(name, view.state.doc.toString()).map((each): Diagnostic => ({
      from: each.from, to: each.to, severity: "hint", source: each.id, message: each.says, markClass: "corrected",
    }));
    marks.push(...corrected);
    marks.sort((a, b) => a.from - b.from);
    view.dispatch({ ...setDiagnostics(view.state, marks), annotations: fromServer.of(true) });
    forceLinting(view);
  }

  texts.show = (text: OpenText, spec: TransactionSpec): boolean => {
    if (text !== shown) return false;
    view.dispatch(spec);
    return true;
  };
  listeners.cursor = () => view.state.selection.main.from;
  listeners.diagnostics = mark;
  listeners.reveal = (doc, from, to, focus) => {
    if (doc !== state.doc.value) return; // a different one was chosen since
    show(doc);
    view.scrollDOM.scrollLeft = 0;
    view.dispatch({
      selection: EditorSelection.single(from, to),
      // both ends come into sight along the line, its beginning rather than its end
      effects: EditorView.scrollIntoView(EditorSelection.range(Math.min(to, view.state.doc.lineAt(from).to), from), { y: "center", x: "nearest", xMargin: 60 }),
      annotations: fromServer.of(true),
    });
    if (focus) view.focus();
  };
  effect(() => {
    const name = state.doc.value;
    if (name) queueMicrotask(() => show(name));
  });
}
