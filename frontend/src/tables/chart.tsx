// What the table of an order of battle has besides its grid: a row for a counter without one, and the chosen cell in words.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { get, type CellHelp, type Uncharted, type TableAnswer } from "../api";
import { quoted } from "../panels/window";
import * as state from "../state";
import * as tables from "./tables";
import { words } from "../words/en";

const uncharted = signal<readonly Uncharted[]>([]);
const told = signal<CellHelp | null>(null);

function isChart(known: TableAnswer | null): known is TableAnswer {
  return known !== null && known.doc.startsWith("orders-of-battle/");
}

let asked = 0;
effect(() => {
  const known = tables.table.value;
  if (!isChart(known)) return;
  const mine = ++asked;
  void get("/api/uncharted", { doc: known.doc }).then((now) => {
    if (mine === asked) uncharted.value = now.units;
  }, () => undefined);
});

let sought = 0;
effect(() => {
  const known = tables.table.value, { row, column } = tables.at.value, mine = ++sought;
  const text = known?.rows[row]?.cells[column] ?? "";
  if (!isChart(known) || state.pane.value !== "table" || text === "") {
    told.value = null;
    return;
  }
  void tables.helpFor(row, column, text, text.length).then((help) => {
    if (mine === sought) told.value = help;
  }, () => undefined);
});

async function addUnit(unit: Uncharted): Promise<void> {
  await tables.changeRows((known) => {
    const number = known.columns.findIndex((each) => each.id === "no");
    // behind the rows of smaller numbers, as the chart prints them
    const row = known.rows.filter((each) => Number(each.cells[number]) < unit.no).length;
    const cells = { no: String(unit.no), name: unit.name };
    return { intent: "table.row.add", args: { row, cells }, then: { row, column: Math.min(known.columns.length - 1, number + 2) } };
  });
}

/** The counters of the side that the chart leaves out. */
export function AddUnit(): JSX.Element | null {
  const known = tables.table.value, units = uncharted.value, said = words.oob;
  if (!isChart(known) || known.rows_at[0] !== "units") return null;
  // it keeps its place where the chart has all counters, so that the table below does not move
  return (
    <label class="add-unit">
      <span class="said">{said.addUnit}</span>
      <select
        id="add-unit"
        value=""
        disabled={units.length === 0}
        title={said.addUnitHelp}
        onChange={(event) => {
          const unit = units.find((each) => String(each.no) === event.currentTarget.value);
          event.currentTarget.value = "";
          if (unit) void addUnit(unit);
        }}
      >
        <option value="">{said.addUnit}</option>
        {units.map((each) => <option key={each.no} value={each.no}>{`${each.no} ${each.name}`}</option>)}
      </select>
    </label>
  );
}

/** The chosen cell as a sentence, or what is wrong with it. */
export function CellInWords(): JSX.Element | null {
  const help = told.value;
  if (!help || (help.says === "" && help.problem === "")) return null;
  return (
    <p class={help.problem ? "cell-words bad" : "cell-words"}>
      {quoted(help.problem || help.says)}
      {help.problem && help.hint && <span class="quiet"> {quoted(help.hint)}</span>}
    </p>
  );
}
