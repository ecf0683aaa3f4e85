// The texts of documents as the page holds them: what the server knows, and what was typed since.
import { Annotation, ChangeSet, EditorState, type ChangeSpec, type Extension, type Text, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { PageEdit } from "../api";

/** Marks a change that came from the server, so that it is not sent back. */
export const fromServer = Annotation.define<boolean>();

export interface OpenText {
  readonly name: string;
  state: EditorState;
  /** The text that the server has. */
  known: Text;
  /** Typed and not yet sent, against the text that the server has. */
  pending: ChangeSet | null;
}

/** Changes of a text as the server is sent them. */
export function editsOf(changes: ChangeSet): PageEdit[] {
  const edits: PageEdit[] = [];
  changes.iterChanges((from, to, _newFrom, _newTo, inserted) => edits.push({ from, to, insert: inserted.toString() }));
  return edits;
}

export class Texts {
  readonly open = new Map<string, OpenText>();
  /** The pane applies changes of the document that it shows by itself. */
  show: ((text: OpenText, spec: TransactionSpec) => boolean) | null = null;
  /** How a text is shown and typed. Set before the first is opened, not imported: what it consists of imports the session. */
  extensions: (name: string) => Extension = () => [];

  /** Whether keys wait to be sent. */
  get waiting(): boolean {
    return [...this.open.values()].some((each) => each.pending !== null);
  }

  /** The documents in which typed text waits to be sent. */
  get unsent(): string[] {
    return [...this.open.values()].filter((each) => each.pending !== null).map((each) => each.name);
  }

  add(name: string, text: string): OpenText {
    const state = EditorState.create({ doc: text, extensions: this.extensions(name) });
    const made: OpenText = { name, state, known: state.doc, pending: null };
    this.open.set(name, made);
    return made;
  }

  typed(name: string, changes: ChangeSet): void {
    const text = this.open.get(name);
    if (text) text.pending = text.pending ? text.pending.compose(changes) : changes;
  }

  /** What was typed and not sent; null where nothing was. Whoever takes it says what became of it. */
  take(text: OpenText): ChangeSet | null {
    const changes = text.pending;
    text.pending = null;
    return changes === null || changes.empty ? null : changes;
  }

  /** The server has what was taken. */
  sent(text: OpenText, changes: ChangeSet): void {
    text.known = changes.apply(text.known);
  }

  /** What was taken has not reached the server, and waits with what was typed meanwhile. */
  keep(text: OpenText, changes: ChangeSet): void {
    text.pending = text.pending ? changes.compose(text.pending) : changes;
  }

  /** The server refused what was taken: the text is again as the server has it. */
  withdraw(text: OpenText, changes: ChangeSet): void {
    this.keep(text, changes);
    const back = text.pending?.invert(text.known);
    text.pending = null;
    if (back) this.dispatch(text, back, false);
  }

  /** Take over edits that the server made; keys typed meanwhile stay. */
  merge(name: string, edits: readonly PageEdit[], scroll = true): void {
    const text = this.open.get(name);
    if (!text || edits.length === 0) return;
    let changes = ChangeSet.of(edits as ChangeSpec, text.known.length);
    text.known = changes.apply(text.known);
    if (text.pending) {
      const typed = text.pending;
      text.pending = typed.map(changes, true);
      changes = changes.map(typed);
    }
    this.dispatch(text, changes, scroll);
  }

  /** Take over the text that the server has now, changing as little as its ends allow; keys typed meanwhile stay. */
  replace(name: string, now: string): void {
    const was = this.open.get(name)?.known.toString();
    if (was === undefined || was === now) return;
    let from = 0;
    while (from < was.length && from < now.length && was[from] === now[from]) from++;
    let tail = 0;
    while (tail < was.length - from && tail < now.length - from && was[was.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
    this.merge(name, [{ from, to: was.length - tail, insert: now.slice(from, now.length - tail) }], false);
  }

  private dispatch(text: OpenText, changes: ChangeSet, scroll: boolean): void {
    let first = -1;
    changes.iterChangedRanges((_fromA, _toA, fromB) => {
      if (first < 0) first = fromB;
    });
    const spec: TransactionSpec = { changes, annotations: fromServer.of(true) };
    if (scroll && first >= 0) {
      const line = changes.apply(text.state.doc).lineAt(first);
      // to the line, not along it: most are longer than the pane is wide
      Object.assign(spec, { selection: { anchor: first }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
    }
    if (!this.show?.(text, spec)) text.state = text.state.update(spec).state;
  }
}
