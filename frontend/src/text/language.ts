// How the text of a document is shown and typed; its history is the server's.
import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import * as state from "../state";
import { words } from "../words/en";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--text-string)" },
  { tag: [tags.keyword, tags.atom, tags.bool, tags.number], color: "var(--text-value)" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--quiet)" },
]);

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
    autocompletion({ override: [complete], icons: false, activateOnTyping: false }),
    lintGutter(),
    yaml(),
    syntaxHighlighting(colours),
    keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": `${words.text}: ${name}`, tabindex: "0" }),
  ];
}

/** Hexes, places and kinds of the map, and sides. */
function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w-]*/);
  const map = state.map.value;
  if (!word || !map) return null;
  const kinds = [...map.terrain, ...map.hexside_kinds, ...map.line_kinds, ...map.place_kinds, ...(state.game.value?.sides ?? [])];
  return {
    from: word.from,
    options: [
      ...kinds.map((each) => ({ label: each.id, detail: each.name })),
      ...map.places.map((each) => ({ label: each.hex ?? each.id, detail: each.name })),
      ...map.hexes.map(([id]) => ({ label: id, detail: state.terrainName(state.terrainAt(id)), boost: -1 })),
    ],
  };
}
