// The dialog of the grid: says what a change of size or numbering would do before it is made.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Refused, post, type Grid, type GridReport } from "../api";
import { change } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import { Window, close, closeAfter } from "../panels/window";

type Edge = "north" | "east" | "south" | "west";
interface Wish {
  edges: Record<Edge, number>;
  orientation: Grid["orientation"];
  rows_from: Grid["rows_from"];
  first_row: number;
  sheets: { numbering: string; first_column: number }[];
  terrain: string;
}

/** Milliseconds without a key after which the page asks what a change would do. */
const SETTLED = 250;

function begun(grid: Grid): Wish {
  const sheets = grid.sheets.map(({ numbering, first_column }) => ({ numbering, first_column }));
  const land = state.map.peek()?.terrain.find((each) => each.land)?.id ?? "";
  return {
    edges: { north: 0, east: 0, south: 0, west: 0 },
    orientation: grid.orientation, rows_from: grid.rows_from, first_row: grid.first_row, sheets, terrain: land,
  };
}

/** What of a wish differs from the grid as it is, as the server takes it. */
function asked(grid: Grid, wish: Wish): Record<string, unknown> {
  const edges = Object.fromEntries(Object.entries(wish.edges).filter(([, each]) => each !== 0));
  const keys = (["orientation", "rows_from", "first_row"] as const).filter((key) => wish[key] !== grid[key]);
  const sheets = Object.fromEntries(wish.sheets.map((each, n) => [grid.sheets[n]?.id ?? "", {
    ...(each.numbering === grid.sheets[n]?.numbering ? {} : { numbering: each.numbering }),
    ...(each.first_column === grid.sheets[n]?.first_column ? {} : { first_column: each.first_column }),
  }]).filter(([, each]) => Object.keys(each as object).length > 0));
  return {
    ...edges, ...Object.fromEntries(keys.map((key) => [key, wish[key]])),
    ...(Object.keys(sheets).length > 0 ? { sheets } : {}),
  };
}

export function GridForm(): JSX.Element | null {
  const grid = useMemo(() => state.map.peek()?.grid, []);
  return grid ? <Form grid={grid} /> : null;
}

function Form({ grid }: { grid: Grid }): JSX.Element {
  const wish = useSignal(useMemo(() => begun(grid), [grid]));
  const report = useSignal<GridReport | null>(null);
  const complaint = useSignal("");
  const say = words.mapping, now = wish.value;
  const columns = grid.sheets.reduce((sum, each) => sum + each.columns, 0);
  const wanted = asked(grid, now), args = { ...wanted, terrain: now.terrain }, key = JSON.stringify(args);
  const idle = Object.keys(wanted).length === 0;
  const set = (part: Partial<Wish>): void => {
    wish.value = { ...wish.value, ...part };
    report.value = null;
    complaint.value = "";
  };
  const edge = (name: Edge, value: number): void => set({ edges: { ...wish.value.edges, [name]: value } });
  const sheet = (n: number, part: Partial<Wish["sheets"][number]>): void =>
    set({ sheets: wish.value.sheets.map((each, at) => (at === n ? { ...each, ...part } : each)) });

  useEffect(() => {
    if (idle) return;
    const waiting = window.setTimeout(() => {
      post("/api/map/grid", { change: args }).then(
        (found) => {
          if (key === JSON.stringify({ ...asked(grid, wish.value), terrain: wish.value.terrain })) report.value = found;
        },
        (failed: unknown) => (complaint.value = failed instanceof Refused ? failed.message : words.lost),
      );
    }, SETTLED);
    return () => clearTimeout(waiting);
  }, [key]);

  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (idle || complaint.value !== "") return;
    await closeAfter(complaint, () => change("map.grid", args));
  };
  // rows are added where they change no number
  const tail: Edge = now.rows_from === "south" ? "north" : "south", head: Edge = tail === "north" ? "south" : "north";
  return (
    <Window title={say.gridTitle} wide>
      <form class="grid-form" onSubmit={(event) => void send(event)}>
        <div class="grid-fields">
          <fieldset>
            <legend>{say.gridSize}</legend>
            <div class="two">
              <Numeric id="grid-columns" label={say.columns} value={columns + now.edges.east + now.edges.west} set={(to) => edge("east", to - columns - now.edges.west)} first />
              <Numeric id="grid-rows" label={say.rows} value={grid.rows + now.edges.north + now.edges.south} set={(to) => edge(tail, to - grid.rows - now.edges[head])} />
            </div>
          </fieldset>
          <fieldset class="compass">
            <legend>{say.gridEdges}</legend>
            {(["north", "west", "east", "south"] as const).map((each) => (
              <div key={each} class={each}><Numeric id={`grid-${each}`} label={say.edges[each]} value={now.edges[each]} set={(to) => edge(each, to)} /></div>
            ))}
          </fieldset>
          <Choice id="grid-terrain" label={say.newTerrain} value={now.terrain} of={(state.map.value?.terrain ?? []).map((each) => [each.id, each.name])} set={(terrain) => set({ terrain })} />
          <Choice id="grid-orientation" label={say.orientation} value={now.orientation} of={Object.entries(say.orientations)} set={(to) => set({ orientation: to as Wish["orientation"] })} />
          <div class="two">
            <Choice id="grid-rows-from" label={say.rowsFrom} value={now.rows_from} of={Object.entries(say.rowsFroms)} set={(to) => set({ rows_from: to as Wish["rows_from"] })} />
            <Numeric id="grid-first-row" label={say.firstRow} value={now.first_row} set={(to) => set({ first_row: to })} />
          </div>
          {grid.sheets.map((each, n) => (
            <div class="two" key={each.id}>
              <label class="field">
                {say.numbering(each.name || each.id)}
                <input id={`grid-numbering-${each.id}`} value={now.sheets[n]?.numbering} onInput={(event) => sheet(n, { numbering: event.currentTarget.value })} />
              </label>
              <Numeric id={`grid-first-column-${each.id}`} label={say.firstColumn(each.name || each.id)} value={now.sheets[n]?.first_column ?? 1} set={(to) => sheet(n, { first_column: to })} />
            </div>
          ))}
          <small class="quiet">{say.numberingHelp}</small>
        </div>
        <div class="grid-report" role="status" tabIndex={0} aria-label={say.gridTitle}>
          {complaint.value !== "" ? <p id="complaint" class="bad">{complaint.value}</p>
            : idle ? <p class="quiet">{say.gridSame}</p>
            : report.value ? <Report of={report.value} />
            : <p class="quiet">{say.gridWorking}</p>}
        </div>
        <div class="buttons">
          <button id="grid-done" class="main" type="submit" disabled={idle || report.value === null}>{say.gridDo}</button>
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

function Report({ of }: { of: GridReport }): JSX.Element {
  const say = words.mapping;
  const size = ([columns, rows]: [number, number]): string => `${columns} × ${rows}`;
  return (
    <>
      <p><b>{say.gridWould(size(of.was), size(of.is), of.first, of.last)}</b></p>
      {of.hexes_lost > 0 && <p class="bad">{say.gridLost(of.hexes_lost)}{of.lost.length > 0 && say.gridLostWith(of.lost)}.</p>}
      {of.sides_lost + of.steps_lost > 0 && <p class="bad">{say.gridCut(of.sides_lost, of.steps_lost)}</p>}
      {of.renamed > 0 && (
        <>
          <p>{say.gridRenamed(of.renamed)}</p>
          <ul>{[{ doc: "map.yaml", count: 0 }, ...of.documents].map((each) => <li key={each.doc}>{each.count > 0 ? say.gridDoc(each.doc, each.count) : each.doc}</li>)}</ul>
        </>
      )}
      {of.dangling.length > 0 ? (
        <>
          <p class="bad">{say.gridDangling}</p>
          <ul>{of.dangling.map((each, n) => <li key={n}>{each.doc}, {words.line(each.line)}: {each.hex}</li>)}</ul>
        </>
      ) : <p>{say.gridSafe}</p>}
      {of.findings.length > 0 && (
        <>
          <p class="bad">{say.gridFindings}</p>
          <ul>{of.findings.map((each, n) => <li key={n}>{each}</li>)}</ul>
        </>
      )}
    </>
  );
}

interface NumericProps { id: string; label: string; value: number; set: (to: number) => void; first?: boolean }

function Numeric({ id, label, value, set, first }: NumericProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <input id={id} type="number" step="1" autofocus={first ?? false} value={value} onInput={(event) => Number.isInteger(event.currentTarget.valueAsNumber) && set(event.currentTarget.valueAsNumber)} />
    </label>
  );
}

interface ChoiceProps { id: string; label: string; value: string; of: [string, string][]; set: (to: string) => void }

function Choice({ id, label, value, of, set }: ChoiceProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {of.map(([each, name]) => <option key={each} value={each}>{name}</option>)}
      </select>
    </label>
  );
}
