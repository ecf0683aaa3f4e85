// What a grid is told of its table, and ranges of its cells.
import type { ComponentChild } from "preact";
import type { CellHelp, Choice, Severity } from "../api";

export interface GridColumn {
  id: string; title: string; kind: "number" | "flag" | "text"; help: string; choices: Choice[] | null;
  /** Pixels. */
  width: number;
}

/** What is found at a cell, for its colour, its mark and its tooltip. */
export interface Mark { severity: Severity; says: string }

export interface At { row: number; column: number }

/** A table as a grid shows it. Rows and columns count from 0; the column -1 is the head of a row. */
export interface GridModel {
  /** Begins the ids of its cells. */
  id: string;
  label: string;
  columns: readonly GridColumn[];
  /** Those of them, by number, that stay in sight when it is scrolled sideways. */
  kept: readonly number[];
  /** Give a column a width in pixels; null for one that fits what it says. */
  resize?(column: number, width: number | null): void;
  rows: number;
  rowHeight: number;
  /** Pixels of the head of a row. */
  headWidth: number;
  /** Changes whenever a row must be drawn anew. */
  version(row: number): unknown;
  text(row: number, column: number): string;
  head(row: number): ComponentChild;
  mark(row: number, column: number): Mark | undefined;
  /** Set a cell; an empty answer where that was done, else why not. */
  set(row: number, column: number, text: string): Promise<string>;
  /** Set a block of cells. */
  paste(at: At, cells: string[][]): Promise<void>;
  /** Open something else than a field for a cell; false where it has nothing else. */
  choose?(row: number, column: number): boolean;
  help?(row: number, column: number, text: string, at: number): Promise<CellHelp | null>;
  /** The rows that are in sight have changed. */
  seen?(first: number, last: number): void;
}

export interface Range { top: number; bottom: number; left: number; right: number }

export function rangeOf(one: At, other: At): Range {
  return {
    top: Math.min(one.row, other.row), bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column), right: Math.max(one.column, other.column),
  };
}

const MARKED = /[\t\n\r"]/;

/** Cells as a spreadsheet takes them from the clipboard. */
export function toClipboard(cells: string[][]): string {
  return cells.map((row) => row.map((cell) => (MARKED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t")).join("\n");
}

/** The cells of a text that a spreadsheet put on the clipboard. */
export function fromClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "", quoted = false, begun = false;
  const end = (): void => {
    rows.at(-1)?.push(cell);
    cell = "";
    begun = false;
  };
  for (let n = 0; n < text.length; n++) {
    const sign = text[n];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[n + 1] === '"') { cell += '"'; n++; }
      else quoted = false;
    } else if (sign === '"' && !begun) {
      quoted = begun = true;
    } else if (sign === "\t") {
      end();
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[n + 1] === "\n") n++;
      end();
      rows.push([]);
    } else {
      cell += sign;
      begun = true;
    }
  }
  end();
  // a spreadsheet ends the last row too
  if (rows.length > 1 && rows.at(-1)?.join("") === "") rows.pop();
  return rows;
}

/** The columns' places from the left edge of the row, its head first. */
export function lefts(model: GridModel): number[] {
  const found = [model.headWidth];
  for (const column of model.columns) found.push((found.at(-1) ?? 0) + column.width);
  return found;
}

/** Where the columns that stay in sight come to rest, and how much of a row lies below those before a column. */
export function rests(model: GridModel): { left: ReadonlyMap<number, number>; covered(column: number): number } {
  const left = new Map<number, number>();
  let end = model.headWidth;
  for (const each of model.kept) {
    left.set(each, end);
    end += model.columns[each]?.width ?? 0;
  }
  return { left, covered: (column) => model.kept.reduce((sum, each) => (each < column ? sum + (model.columns[each]?.width ?? 0) : sum), model.headWidth) };
}
