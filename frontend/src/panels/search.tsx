// Finding a place, line, unit or hex on the map, a document, or a clause of the rules.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { ClauseData } from "../api";
import { besides, book, found as clausesWith, open as openClause, read } from "../rules/model";
import { openText } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import { Icon } from "./icons";
import { goTo } from "./go-to";
import { around, has, marked, patterns } from "./sought";

// the types know a combobox only with a <datalist>
const COMBOBOX = { role: "combobox" } as object;

interface Hit { name: string; what: string; go: () => void }
type Group = [title: string, hits: Hit[]];

const MOST_ON_MAP = 10, MOST_OTHERS = 6;
/** Letters of a clause that are shown. */
const EXCERPT = 110;

function find(text: string): Group[] {
  const sought = patterns(text), asked = text.trim().toLowerCase();
  if (sought.length === 0) return [];
  const groups: Group[] = [[words.searchOnMap, onMap(asked)], [words.searchDocuments, documents(asked)], [words.searchClauses, clauses(sought)]];
  return groups.filter(([, hits]) => hits.length > 0);
}

function onMap(asked: string): Hit[] {
  const map = state.map.value;
  if (!map) return [];
  const hits: Hit[] = [];
  const add = (name: string, what: string, hex: string): number => hits.push({ name, what, go: () => goTo(hex) });
  const called = (name: string): boolean => name.toLowerCase().includes(asked);
  const kind = (kinds: readonly { id: string; name: string }[], id: string): string => kinds.find((each) => each.id === id)?.name ?? id;
  const id = map.hexes.find(([each]) => each.toLowerCase() === asked)?.[0];
  if (id) add(id, state.terrainName(state.terrainAt(id)), id);
  for (const place of map.places) {
    const hex = place.hex;
    if (called(place.name) || place.aliases?.some(called)) add(place.name, [hex, ...place.kinds.map((each) => kind(map.place_kinds, each))].join(", "), hex);
  }
  for (const line of map.lines) {
    const middle = line.path[Math.floor(line.path.length / 2)];
    if (called(line.name) && middle) add(line.name, kind(map.line_kinds, line.kind), middle);
  }
  for (const chain of map.hexsides) {
    const middle = chain.sides[Math.floor(chain.sides.length / 2)];
    if (called(chain.name) && middle) add(chain.name, kind(map.hexside_kinds, chain.kind), middle[0]);
  }
  for (const unit of map.units) if (called(unit.name)) add(unit.name, unit.hex, unit.hex);
  const begins = (hit: Hit): number => (hit.name.toLowerCase().startsWith(asked) ? 0 : 1);
  return hits.sort((a, b) => begins(a) - begins(b)).slice(0, MOST_ON_MAP);
}

function documents(asked: string): Hit[] {
  const found = (state.game.value?.documents ?? []).filter((each) => `${each.name} ${each.title}`.toLowerCase().includes(asked));
  return found.slice(0, MOST_OTHERS).map((each) => ({
    name: each.title || each.name,
    what: each.title ? each.name : "",
    go: () => {
      if (!state.OF_DOCUMENT.has(state.pane.value)) state.pane.value = "text";
      void openText(each.name);
    },
  }));
}

function clauses(sought: RegExp[]): Hit[] {
  // what a title has comes before what only the text has
  const entitled = (each: { id: string; title: string }): number => (sought.every((word) => has(`${each.id} ${each.title}`, word)) ? 0 : 1);
  const found = [...clausesWith(sought)].sort((one, other) => entitled(one) - entitled(other));
  return found.slice(0, MOST_OTHERS).map((each) => ({ name: `${each.id} ${each.title}`, what: around(whereFound(each, sought), sought, EXCERPT), go: () => void openClause(each.id) }));
}

/** What a clause says, or what else of it has a word that is looked for. */
function whereFound(clause: ClauseData, sought: RegExp[]): string {
  return [clause.text, ...besides(clause)].find((each) => sought.some((word) => has(each, word))) ?? clause.text;
}

let bookOf = -1;
/** Have the rulebook as it is now. */
function freshen(): void {
  if (bookOf === state.changes.peek() && book.peek() !== null) return;
  bookOf = state.changes.peek();
  void read();
}

export function Search(): JSX.Element {
  const text = useSignal("");
  const chosen = useSignal(0);
  const open = state.searching.value;
  const groups = open ? find(text.value) : [], hits = groups.flatMap(([, each]) => each), sought = patterns(text.value);
  const at = Math.min(chosen.value, hits.length - 1);
  const go = (hit: Hit | undefined): void => {
    if (!hit) return;
    state.searching.value = false;
    hit.go();
    // the map takes the focus itself; what is in the pane is a Tab away
    if (document.activeElement?.id === "find") document.getElementById(`tab-${state.pane.value}`)?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") chosen.value = Math.min(at + 1, hits.length - 1);
    else if (event.key === "ArrowUp") chosen.value = Math.max(at - 1, 0);
    else if (event.key === "Enter") go(hits[at]);
    else if (event.key === "Escape") {
      state.searching.value = false;
      document.getElementById("board")?.focus();
    } else return;
    event.preventDefault();
    requestAnimationFrame(() => document.getElementById(`found-${chosen.value}`)?.scrollIntoView({ block: "nearest" }));
  };
  const option = (hit: Hit): JSX.Element => {
    const n = hits.indexOf(hit);
    return (
      <li key={n} id={`found-${n}`} role="option" aria-selected={n === at} onMouseDown={(event) => (event.preventDefault(), go(hit))}>
        <b>{marked(hit.name, sought)}</b> <span class="quiet">{shown(hit.what, sought)}</span>
      </li>
    );
  };
  return (
    <div class="search" onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && (state.searching.value = false)}>
      <Icon name="search" />
      <input
        id="find"
        type="search"
        {...COMBOBOX}
        autocomplete="off"
        aria-label={words.search}
        aria-expanded={open && hits.length > 0}
        aria-controls="found"
        aria-activedescendant={open && hits.length > 0 ? `found-${at}` : undefined}
        placeholder={`${words.searchPlaceholder}  /`}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          chosen.value = 0;
          state.searching.value = true;
        }}
        onFocus={(event) => {
          event.currentTarget.select();
          state.searching.value = true;
          freshen();
        }}
        onKeyDown={key}
      />
      <div class="found" hidden={!open}>
        {hits.length === 0 && <p class="quiet">{text.value.trim() ? words.searchNone(text.value.trim()) : words.searchEmpty}</p>}
        <div id="found" role="listbox" aria-label={words.searchResults}>
          {groups.map(([title, each], n) => (
            <div key={title} role="group" aria-labelledby={`found-of-${n}`}>
              <h3 id={`found-of-${n}`} role="presentation">{title}</h3>
              <ul role="presentation">{each.map(option)}</ul>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function shown(what: string, sought: readonly RegExp[]): ComponentChildren {
  return what === "" ? null : marked(what, sought);
}
