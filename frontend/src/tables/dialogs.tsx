// What a table asks: a symbol for a counter, new rows for a block, and where a counter is still used.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Symbols } from "../api";
import { Window } from "../panels/window";
import { reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import * as tables from "./tables";

export function OfferRows(): JSX.Element | null {
  const offer = tables.offered.value;
  if (!offer) return null;
  const close = (): void => {
    tables.offered.value = null;
  };
  return (
    <Window title={words.tables.offerTitle} close={close}>
      <p>{words.tables.offer(offer.more, tables.table.value?.title ?? "")}</p>
      <div class="buttons">
        <button id="grow" class="main" autofocus onClick={() => {
          close();
          void tables.paste(offer.at, offer.cells, true);
        }}>{words.tables.grow(offer.more)}</button>
        <button onClick={close}>{words.cancel}</button>
      </div>
    </Window>
  );
}

export function StillUsed(): JSX.Element | null {
  const found = tables.used.value;
  if (!found) return null;
  const close = (): void => {
    tables.used.value = null;
  };
  return (
    <Window title={words.tables.usedTitle(found.name)} close={close}>
      <p>{words.tables.used}</p>
      <ul class="uses">
        {found.uses.map((each, n) => (
          <li key={n}>
            <button class="chip" autofocus={n === 0} onClick={() => {
              close();
              state.pane.value = "text";
              void reveal(each.doc, each.from, each.to, true);
            }}>{each.label}</button>
            <span class="quiet">{each.doc}:{each.line}</span>
          </li>
        ))}
      </ul>
      <div class="buttons"><button onClick={close}>{words.close}</button></div>
    </Window>
  );
}

interface Tile { key: string; id: string; name: string; svg: string; type: boolean }

/** All symbols, as they look on the counter; by mouse, or found by name and chosen with the arrow keys. */
export function SymbolPicker(): JSX.Element | null {
  const open = tables.choosing.value;
  return open ? <Picker key={open.row} row={open.row} symbols={open.symbols} /> : null;
}

function Picker({ row, symbols }: { row: number; symbols: Symbols | null }): JSX.Element {
  const sought = useSignal(""), entered = useSignal(false), list = useRef<HTMLDivElement>(null);
  const known = tables.table.value, column = known?.columns.findIndex((each) => each.symbol) ?? -1;
  const now = known?.rows[row]?.cells[column] ?? "";
  const every: Tile[] = [
    ...(symbols?.types ?? []).map((each) => ({ ...each, key: `type ${each.id}`, type: true })),
    ...(symbols?.symbols ?? []).map((each) => ({ ...each, key: `symbol ${each.id}`, type: false })),
  ];
  const low = sought.value.trim().toLowerCase();
  const found = every.filter((each) => each.name.toLowerCase().includes(low) || each.id.includes(low));
  // none until a key moves it: the type that the counter has
  const chosen = useSignal<number | null>(null);
  const index = Math.max(0, Math.min(chosen.value ?? found.findIndex((each) => each.type && each.id === now), found.length - 1));
  const close = (): void => {
    tables.choosing.value = null;
  };
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [index]);
  const take = (tile: Tile | undefined): void => {
    if (!symbols) entered.value = true;
    else if (tile) void (tile.type ? tables.chooseType(row, tile.id) : tables.chooseSymbol(row, tile.id));
  };
  useEffect(() => {
    if (entered.value) take(found[index]);
    entered.value = false;
  }, [symbols]);
  /** Tiles beside each other in a row of the list. */
  const across = (): number => {
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>(".tile") ?? [])];
    const top = tiles[0]?.offsetTop;
    return Math.max(1, tiles.filter((each) => each.offsetTop === top).length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across(), ArrowUp: -across() }[event.key];
    if (by !== undefined) chosen.value = Math.max(0, Math.min(index + by, found.length - 1));
    else if (event.key === "Enter") take(found[index]);
    else return;
    event.preventDefault();
  };
  const tile = (each: Tile, n: number): JSX.Element => (
    <div key={each.key} id={`tile-${n}`} class={`tile ${each.type ? "" : "bare-symbol"}`} role="option" aria-selected={n === index} data-symbol={each.id} onClick={() => take(each)}>
      <span class="drawn" dangerouslySetInnerHTML={{ __html: each.svg }} />
      <span>{each.name}</span>
    </div>
  );
  const types = found.filter((each) => each.type), others = found.filter((each) => !each.type);
  return (
    <Window title={words.tables.symbolTitle} wide close={close}>
      <input
        id="symbol-search"
        autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls="symbol-list"
        aria-activedescendant={found.length > 0 ? `tile-${index}` : undefined}
        aria-label={words.tables.symbolSearch}
        placeholder={words.tables.symbolSearch}
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="symbol-list" class="symbol-list" role="listbox" aria-label={words.tables.symbolTitle}>
        {types.length > 0 && <div role="group" aria-labelledby="symbols-types"><h3 id="symbols-types" role="presentation">{words.tables.types}</h3><div class="tiles" role="presentation">{types.map((each, n) => tile(each, n))}</div></div>}
        {others.length > 0 && <div role="group" aria-labelledby="symbols-others"><h3 id="symbols-others" role="presentation">{words.tables.symbols}</h3><div class="tiles" role="presentation">{others.map((each, n) => tile(each, types.length + n))}</div></div>}
      </div>
      {symbols && found.length === 0 && <p class="empty quiet" role="status">{words.tables.noSymbol(sought.value)}</p>}
    </Window>
  );
}
