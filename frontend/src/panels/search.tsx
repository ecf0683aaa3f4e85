// Finding a place, line, name or hex on the map.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import * as state from "../state";
import { words } from "../words/en";
import { Icon } from "./icons";
import { goTo } from "./page";

// the types know a combobox only with a <datalist>
const COMBOBOX = { role: "combobox" } as object;

interface Hit { name: string; what: string; hex: string }

function find(text: string): Hit[] {
  const map = state.map.value, asked = text.trim().toLowerCase();
  if (!map || asked === "") return [];
  const called = (name: string): boolean => name.toLowerCase().includes(asked);
  const kind = (kinds: readonly { id: string; name: string }[], id: string): string => kinds.find((each) => each.id === id)?.name ?? id;
  const hits: Hit[] = [];
  const id = map.hexes.find(([each]) => each.toLowerCase() === asked)?.[0];
  if (id) hits.push({ name: id, what: state.terrainName(state.terrainAt(id)), hex: id });
  for (const place of map.places) {
    const hex = place.hex ?? place.id;
    if (called(place.name) || place.aliases?.some(called)) {
      hits.push({ name: place.name, what: [hex, ...place.kinds.map((each) => kind(map.place_kinds, each))].join(", "), hex });
    }
  }
  for (const line of map.lines) {
    const middle = line.path[Math.floor(line.path.length / 2)];
    if (called(line.name) && middle) hits.push({ name: line.name, what: kind(map.line_kinds, line.kind), hex: middle });
  }
  for (const chain of map.hexsides) {
    const middle = chain.sides[Math.floor(chain.sides.length / 2)];
    if (called(chain.name) && middle) hits.push({ name: chain.name, what: kind(map.hexside_kinds, chain.kind), hex: middle[0] });
  }
  for (const unit of map.units) if (called(unit.name)) hits.push({ name: unit.name, what: unit.hex, hex: unit.hex });
  const begins = (hit: Hit): number => (hit.name.toLowerCase().startsWith(asked) ? 0 : 1);
  return hits.sort((a, b) => begins(a) - begins(b)).slice(0, 12);
}

export function Search(): JSX.Element {
  const text = useSignal("");
  const chosen = useSignal(0);
  const open = state.searching.value;
  const hits = find(text.value);
  const at = Math.min(chosen.value, hits.length - 1);
  const go = (hit: Hit | undefined): void => {
    if (!hit) return;
    state.searching.value = false;
    goTo(hit.hex);
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
        }}
        onKeyDown={key}
      />
      <div class="found" hidden={!open}>
        {hits.length === 0 && <p class="quiet">{text.value.trim() ? words.searchNone(text.value.trim()) : words.searchEmpty}</p>}
        <ul id="found" role="listbox" aria-label={words.searchResults}>
          {hits.map((hit, n) => (
            <li key={n} id={`found-${n}`} role="option" aria-selected={n === at} onMouseDown={(event) => (event.preventDefault(), go(hit))}>
              <b>{hit.name}</b> <span class="quiet">{hit.what}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
