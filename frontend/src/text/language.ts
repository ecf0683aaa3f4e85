// How the text of a document is shown and typed; its history is the server's.
import { completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Prec, type Extension } from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { words } from "../words/en";
import { speech } from "./speech";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--text-string)" },
  { tag: [tags.keyword, tags.atom, tags.bool, tags.number], color: "var(--text-value)" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--quiet)" },
]);

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

/** After Escape, Tab leaves the text, however late it is pressed: until a different key, or until the text is left. */
const leaving = [
  // other uses of Escape come first: it closes a list of names, or lets go of what is selected
  Prec.lowest(keymap.of([{ key: "Escape", run: (view) => leave(view, true) }])),
  EditorView.domEventObservers({
    keydown: (event, view) => void (MODIFIERS.has(event.key) || leave(view, false)),
    mousedown: (_event, view) => void leave(view, false),
    blur: (_event, view) => void leave(view, false),
  }),
];

function leave(view: EditorView, byTab: boolean): boolean {
  view.setTabFocusMode(byTab);
  return false;
}

export function language(name: string): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    search({ top: true }),
    speech(name),
    lintGutter(),
    yaml(),
    syntaxHighlighting(colours),
    keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...defaultKeymap, indentWithTab]),
    leaving,
    EditorView.contentAttributes.of({ "aria-label": `${words.text}: ${name}`, tabindex: "0" }),
  ];
}
