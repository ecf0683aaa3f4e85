// The texts of documents as the page holds them: what the server knows, and what was typed since.
import { Annotation, ChangeSet, EditorState, type ChangeSpec, type Extension, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Edit } from "../api";

/** Marks a change that came from the server, so that it is not sent back. */
export const fromServer = Annotation.define<boolean>();

export interface OpenText {
  readonly name: string;
  state: EditorState;
  /** Typed and not yet sent, against the text that the server has. */
  pending: ChangeSet | null;
}

export class Texts {
  readonly open = new Map<string, OpenText>();
  /** The pane applies changes of the document that it shows by itself. */
  show: ((text: OpenText, spec: TransactionSpec) => boolean) | null = null;

  constructor(private readonly extensions: (name: string) => Extension) {}

  add(name: string, text: string): OpenText {
    const made: OpenText = {
      name,
      state: EditorState.create({ doc: text, extensions: this.extensions(name) }),
      pending: null,
    };
    this.open.set(name, made);
    return made;
  }

  typed(name: string, changes: ChangeSet): void {
    const text = this.open.get(name);
    if (text) text.pending = text.pending ? text.pending.compose(changes) : changes;
  }

  /** What was typed since the last call, as edits to send; null where nothing was. */
  take(text: OpenText): Edit[] | null {
    const changes = text.pending;
    text.pending = null;
    if (changes === null || changes.empty) return null;
    const edits: Edit[] = [];
    changes.iterChanges((from, to, _newFrom, _newTo, inserted) => edits.push({ from, to, insert: inserted.toString() }));
    return edits;
  }

  /** Take over edits that the server made; keys typed meanwhile stay. */
  merge(name: string, edits: readonly Edit[]): void {
    const text = this.open.get(name);
    if (!text || edits.length === 0) return;
    const length = text.pending ? text.pending.length : text.state.doc.length;
    let changes = ChangeSet.of(edits as ChangeSpec, length);
    if (text.pending) {
      const typed = text.pending;
      text.pending = typed.map(changes, true);
      changes = changes.map(typed);
    }
    this.dispatch(text, changes, true);
  }

  /** Show another text of a document, changing as little of it as its ends allow. */
  replace(name: string, now: string): void {
    const text = this.open.get(name);
    if (!text) return;
    text.pending = null;
    const was = text.state.doc.toString();
    if (was === now) return;
    let from = 0;
    while (from < was.length && from < now.length && was[from] === now[from]) from++;
    let tail = 0;
    while (tail < was.length - from && tail < now.length - from && was[was.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
    const edit = { from, to: was.length - tail, insert: now.slice(from, now.length - tail) };
    this.dispatch(text, ChangeSet.of(edit, was.length), false);
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
