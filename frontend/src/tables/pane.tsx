// The pane of a table: its rows as a grid, with the counter as printed beside the row of a counter.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Column, Sides, TableAnswer } from "../api";
import { Grid } from "./grid";
import type { GridColumn, GridModel } from "./ranges";
import { AddUnit, CellInWords } from "./chart";
import { Icon } from "../panels/icons";
import { texts } from "../queue";
import { reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import { OfferRows, SymbolPicker, StillUsed } from "./dialogs";
import "./tables.css";
import * as tables from "./tables";

export function TablePane(): JSX.Element {
  const entry = tables.name.value;
  return (
    <div id="pane-table" class="pane" role="tabpanel" aria-labelledby="tab-table" hidden={state.pane.value !== "table"}>
      {entry === "" ? <NoTable /> : <OneTable />}
      <OfferRows />
      <SymbolPicker />
      <StillUsed />
    </div>
  );
}

/** What the tab is for, where the document has no table. */
function NoTable(): JSX.Element {
  return (
    <div class="empty no-table">
      <p>{state.doc.value === "" ? words.tables.about : words.tables.none(state.doc.value)}</p>
      <ul>
        {tables.listing.value.map((each) => <li key={each.name}><button class="chip" onClick={() => void tables.show(each)}>{each.title}</button></li>)}
      </ul>
    </div>
  );
}

function OneTable(): JSX.Element {
  const known = tables.table.value;
  const counters = known?.name === "counters";
  const spare = (known?.columns.length ?? 0) > (known?.usual ?? 0);
  const rows = known?.rows.length ?? 0;
  return (
    <>
      <div class="bar table-bar">
        <label>
          <span class="said">{words.tables.choose}</span>
          <select id="table-name" value={tables.name.value} onChange={(event) => {
            const entry = tables.listing.value.find((each) => each.name === event.currentTarget.value);
            if (entry) void tables.show(entry);
          }}>
            {tables.listing.value.map((each) => <option key={each.name} value={each.name}>{each.title}</option>)}
          </select>
        </label>
        <span class="row-buttons" role="group" aria-label={words.tables.rows}>
          <button id="row-add" onClick={() => void tables.addRow()} title={words.tables.addHelp}><Icon name="plus" />{words.tables.add}</button>
          <AddUnit />
          <button id="row-duplicate" disabled={rows === 0} onClick={() => void tables.duplicateRow()}>{words.tables.duplicate}</button>
          <button id="row-remove" disabled={rows === 0} onClick={() => void tables.removeRow()}>{counters ? words.tables.retire : words.tables.remove}</button>
          <span class="arrows">
            <button id="row-up" class="arrow" disabled={tables.at.value.row === 0} aria-label={words.tables.up} title={words.tables.up} onClick={() => void tables.moveRow(-1)}>↑</button>
            <button id="row-down" class="arrow" disabled={tables.at.value.row >= rows - 1} aria-label={words.tables.down} title={words.tables.down} onClick={() => void tables.moveRow(1)}>↓</button>
          </span>
          {spare && <button id="all-columns" aria-pressed={tables.all.value} title={words.tables.allHelp} onClick={() => (tables.all.value = !tables.all.value)}>{words.tables.all}</button>}
        </span>
      </div>
      {tables.problem.value && <p class="empty bad" role="alert">{tables.problem.value}</p>}
      {known && rows === 0 && <p class="empty">{words.tables.noRows}</p>}
      {known && known.name === tables.name.value && <TheGrid known={known} />}
      <CellInWords />
      <Line />
    </>
  );
}

/** The width that its author gave a column, else one that fits the most part of what it says. */
function laid(known: TableAnswer, column: Column, number: number): GridColumn {
  const given = tables.widths.value[tables.widthOf(known, column.id)];
  if (given !== undefined) return { ...column, width: given };
  const lengths = known.rows.map((row) => row.cells[number]?.length ?? 0).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.95)] ?? 0;
  const wide = Math.max(usual, Math.min(column.title.length, 16));
  return { ...column, width: Math.round(Math.min(240, Math.max(44, 20 + wide * 7.6))) };
}

const WIDEST = 600;

/** A width that fits all that a column says, and its title. */
function fitting(known: TableAnswer, number: number): number {
  const pen = document.createElement("canvas").getContext("2d"), column = known.columns[number];
  if (!pen || !column) return COUNTER;
  const { fontSize, fontFamily } = getComputedStyle(document.getElementById("table") ?? document.body);
  const measure = (texts: string[], weight: number): number => {
    pen.font = `${weight} ${fontSize} ${fontFamily}`;
    return Math.max(0, ...texts.map((each) => pen.measureText(each).width));
  };
  const wide = Math.max(measure(known.rows.map((row) => row.cells[number] ?? ""), 400), measure([column.title], 600));
  return Math.min(WIDEST, Math.ceil(wide) + 18);
}

const COUNTER = 44;

function TheGrid({ known }: { known: TableAnswer }): JSX.Element {
  const columns = useMemo(() => tables.columns.value.map((each, n) => laid(known, each, n)), [known.columns, known.name, tables.all.value, tables.widths.value]);
  const faces = tables.faces.value, marks = tables.marks.value;
  const drawn = known.drawn_with !== "";
  const called = known.columns.findIndex((each) => each.id === "name");
  const model = useMemo<GridModel>(() => ({
    id: "table",
    label: known.title,
    columns,
    // the row's name stays in sight; what stands before it does only where there is room
    kept: called < 0 ? [0] : called < 3 && state.wide.value ? columns.map((_each, n) => n).slice(0, called + 1) : [called],
    resize: (column, width) => tables.setWidth(known, column, width ?? fitting(known, column)),
    rows: known.rows.length,
    rowHeight: drawn ? COUNTER + 6 : 30,
    headWidth: drawn ? (known.backs ? 2 * COUNTER + 14 : COUNTER + 22) : 34,
    version: (row) => `${known.rows[row]?.cells.join("\t")}\n${drawn ? `${tables.lookOf(known, row)}${faces.has(tables.lookOf(known, row))}` : ""}\n${saidOf(marks.get(row))}`,
    text: (row, column) => known.rows[row]?.cells[column] ?? "",
    head: (row) => (drawn ? <Faces name={known.rows[row]?.cells[called] ?? ""} faces={faces.get(tables.lookOf(known, row))} /> : <span>{row + 1}</span>),
    mark: (row, column) => marks.get(row)?.get(column),
    set: tables.setCell,
    paste: tables.paste,
    choose: (row, column) => {
      if (!known.columns[column]?.symbol) return false;
      void tables.openSymbols(row);
      return true;
    },
    ...(known.chart || known.name === "counters" ? {} : { help: tables.helpFor }),
    ...(drawn ? { seen: tables.drawFaces } : {}),
  }), [known, columns, faces, marks, state.wide.value]);
  return <Grid model={model} at={tables.at} anchor={tables.anchor} typing={tables.typing} />;
}

function saidOf(cells: ReadonlyMap<number, { severity: string; says: string }> | undefined): string {
  return cells ? [...cells].map(([column, mark]) => `${column} ${mark.severity} ${mark.says}`).join("\n") : "";
}

/** A counter's front and, where it has one of its own, its back. */
function Faces({ name, faces }: { name: string; faces: Sides | undefined }): JSX.Element {
  if (!faces) return <span class="faces"><span class="said">{name}</span></span>;
  // the server draws counters as it prints them, and escapes what stands on them
  return (
    <span class="faces">
      <span class="said">{name}</span>
      {faces.front ? <span class="face" dangerouslySetInnerHTML={{ __html: faces.front }} /> : <span class="face none" title={words.tables.undrawn}>?</span>}
      {faces.back && <span class="face" dangerouslySetInnerHTML={{ __html: faces.back }} />}
    </span>
  );
}

/** The line of the text that the chosen cell stands in. */
function Line(): JSX.Element | null {
  const element = useRef<HTMLElement>(null);
  const known = tables.table.value, changes = state.changes.value;
  useEffect(() => {
    const mark = element.current?.querySelector("mark");
    if (mark && element.current) element.current.scrollLeft = mark.offsetLeft - element.current.offsetLeft - 60;
  });
  const [from, to] = known ? tables.placeOf(known, tables.at.value) : [-1, -1];
  const text = changes >= 0 && known ? texts.open.get(known.doc)?.state.doc : undefined;
  if (!known || from < 0 || !text || to > text.length) return null;
  const line = text.lineAt(from), end = Math.min(to, line.to);
  const said = line.text, lead = said.length - said.trimStart().length;
  const plain = (part: string): string => part.replace(/ {2,}/g, " ");
  return (
    <div class="bar table-line">
      <button id="show-text" onClick={() => {
        state.pane.value = "text";
        void reveal(known.doc, from, to, true);
      }}>{words.tables.showText}</button>
      <span class="quiet">{known.doc}:{line.number}</span>
      <code ref={element}>{plain(said.slice(lead, from - line.from))}<mark>{said.slice(from - line.from, end - line.from)}</mark>{plain(said.slice(end - line.from))}</code>
    </div>
  );
}
