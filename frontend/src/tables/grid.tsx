// A table that is edited like a spreadsheet. Only the rows in sight are in the page.
import { useSignal, type Signal } from "@preact/signals";
import { Component, type JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../panels/icons";
import * as state from "../state";
import { words } from "../words/en";
import { CellEditor } from "./cell";
import "./grid.css";
import { fromClipboard, lefts, rangeOf, rests, toClipboard, type At, type GridModel, type Range } from "./ranges";

/** Rows above and below those in sight; they are drawn anew a few at a time. */
const BEYOND = 6, STEP = 3;
const HEADER = 32;
/** Pixels: the least width of a column, and by how much a key changes it. */
const NARROWEST = 28, BY_KEY = 16;

interface GridProps {
  model: GridModel;
  /** The chosen cell, and the other end of the range; both may be set from outside. */
  at: Signal<At>;
  anchor: Signal<At>;
  /** Set to begin typing in the chosen cell. */
  typing: Signal<boolean>;
}

export function Grid({ model, at, anchor, typing }: GridProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const first = useSignal(0), height = useSignal(600), typed = useSignal<string | null>(null);
  /** What was typed and is not in the table yet, by row and column; and why what is typed again was refused. */
  const pending = useSignal<ReadonlyMap<string, string>>(new Map()), refused = useSignal("");
  const dragging = useRef(false), unfinished = useRef<string | null>(null);
  const { columns, rows, rowHeight, id } = model;
  const places = lefts(model), wide = places.at(-1) ?? 0, kept = rests(model), keptNow = model.kept.join(" ");
  const count = Math.ceil(height.value / rowHeight) + 2 * BEYOND + STEP;
  const from = Math.max(0, Math.min(first.value - BEYOND, rows - 1)), to = Math.min(rows, from + count);
  const here = clamped(at.value), range = rangeOf(here, clamped(anchor.value));

  function clamped(cell: At): At {
    return { row: Math.max(0, Math.min(cell.row, rows - 1)), column: Math.max(0, Math.min(cell.column, columns.length - 1)) };
  }

  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const watching = new ResizeObserver(() => {
      if (box.clientHeight > 0) height.value = box.clientHeight;
    });
    watching.observe(box);
    return () => watching.disconnect();
  }, []);
  useEffect(() => {
    model.seen?.(Math.floor((element.current?.scrollTop ?? 0) / rowHeight), Math.ceil(((element.current?.scrollTop ?? 0) + height.value) / rowHeight));
  }, [from, to, model]);

  // the chosen cell comes into sight, clear of the header and of the columns that stay
  useLayoutEffect(() => {
    const box = element.current;
    if (!box || rows === 0) return;
    const top = here.row * rowHeight, room = box.clientHeight - HEADER;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight > box.scrollTop + room) box.scrollTop = top + rowHeight - room;
    if (kept.left.has(here.column)) return;
    const covered = kept.covered(here.column), left = places[here.column] ?? 0, right = places[here.column + 1] ?? 0;
    if (left - covered < box.scrollLeft) box.scrollLeft = left - covered;
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = Math.min(right - box.clientWidth, left - covered);
  }, [here.row, here.column, id, height.value, keptNow]);

  const go = (cell: At, extend = false): void => {
    const next = clamped(cell);
    at.value = next;
    if (!extend) anchor.value = next;
  };
  const begin = (text: string | null): void => {
    if (rows === 0 || columns.length === 0) return;
    if (text === null && model.choose?.(here.row, here.column)) return;
    anchor.value = here;
    typed.value = text;
    typing.value = true;
  };
  const end = (): void => {
    typing.value = false;
    typed.value = unfinished.current = null;
    refused.value = "";
  };
  const shown = (row: number, column: number): string => pending.value.get(`${row} ${column}`) ?? model.text(row, column);
  const focus = (): void => element.current?.focus({ preventScroll: true });
  // the next keys go to the next cell at once; the answer is awaited behind them
  const commit = (text: string, down: number, right: number, away: boolean): void => {
    const cell = here, changed = text !== shown(cell.row, cell.column);
    end();
    if (!away) {
      go({ row: cell.row + down, column: cell.column + right });
      focus();
    }
    if (changed) void put(cell, text);
  };
  const put = async (cell: At, text: string): Promise<void> => {
    const key = `${cell.row} ${cell.column}`;
    pending.value = new Map(pending.value).set(key, text);
    const why = await model.set(cell.row, cell.column, text);
    if (pending.value.get(key) === text) pending.value = new Map([...pending.value].filter(([each]) => each !== key));
    const focused = document.activeElement;
    // refused: it is typed at again, unless the author is at something else
    if (why === "" || typing.peek() || (focused && focused !== document.body && !element.current?.contains(focused))) return;
    at.value = anchor.value = cell;
    typed.value = text;
    refused.value = why;
    typing.value = true;
  };
  const block = (): string[][] => {
    const found: string[][] = [];
    for (let row = range.top; row <= range.bottom; row++) {
      const line: string[] = [];
      for (let column = range.left; column <= range.right; column++) line.push(shown(row, column));
      found.push(line);
    }
    return found;
  };
  const clear = (): void => {
    if (rows > 0) void model.paste({ row: range.top, column: range.left }, block().map((row) => row.map(() => "")));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== element.current) return;
    const command = event.ctrlKey || event.metaKey, { row, column } = here, page = Math.max(1, Math.floor((height.value - HEADER) / rowHeight) - 1);
    const last = { row: rows - 1, column: columns.length - 1 };
    const moves: Record<string, At> = {
      ArrowUp: { row: command ? 0 : row - 1, column }, ArrowDown: { row: command ? last.row : row + 1, column },
      ArrowLeft: { row, column: command ? 0 : column - 1 }, ArrowRight: { row, column: command ? last.column : column + 1 },
      Home: { row: command ? 0 : row, column: 0 }, End: { row: command ? last.row : row, column: last.column },
      PageUp: { row: row - page, column }, PageDown: { row: row + page, column },
    };
    const move = moves[event.key];
    if (move && !event.altKey) {
      go(move, event.shiftKey);
    } else if (event.key === "Tab" && !command && !event.altKey) {
      // at either end of a row, Tab leaves the table as it leaves every control
      const next = column + (event.shiftKey ? -1 : 1);
      if (next < 0 || next > last.column) return;
      go({ row, column: next });
    } else if (event.altKey && event.shiftKey && !command && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      model.resize?.(column, Math.max(NARROWEST, (columns[column]?.width ?? 0) + (event.key === "ArrowLeft" ? -BY_KEY : BY_KEY)));
    } else if (command && event.key.toLowerCase() === "a") {
      anchor.value = { row: 0, column: 0 };
      at.value = last;
    } else if (command || event.altKey) {
      return;
    } else if (event.key === "Enter" || event.key === "F2") {
      begin(null);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      clear();
    } else if (event.key === "Escape" && (range.top !== range.bottom || range.left !== range.right)) {
      anchor.value = here;
    } else if (event.key.length === 1) {
      begin(event.key);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const cellAt = (event: MouseEvent): At | null => {
    const found = (event.target as Element).closest<HTMLElement>("[data-row]");
    return found ? { row: Number(found.dataset["row"]), column: Math.max(0, Number(found.dataset["column"] ?? 0)) } : null;
  };
  const onPointerDown = (event: PointerEvent): void => {
    const cell = cellAt(event);
    if (!cell || event.button !== 0 || (event.target as Element).closest("input, .cell-help, button")) return;
    focus();
    event.preventDefault();
    dragging.current = true;
    if ((event.target as Element).closest(".row-head")) {
      anchor.value = event.shiftKey ? { row: anchor.value.row, column: 0 } : { row: cell.row, column: 0 };
      at.value = { row: cell.row, column: columns.length - 1 };
      return;
    }
    go(cell, event.shiftKey);
  };
  const onPointerOver = (event: PointerEvent): void => {
    const cell = dragging.current && event.buttons === 1 ? cellAt(event) : null;
    if (cell) at.value = cell;
    else dragging.current = false;
  };
  const onClipboard = (event: ClipboardEvent): void => {
    if (event.target !== element.current && event.target !== document.body) return;
    if (rows === 0 && event.type !== "paste") return;
    if (event.type === "paste") {
      const said = event.clipboardData?.getData("text/plain") ?? "";
      let cells = fromClipboard(said);
      // one cell fills the whole range
      if (cells.length === 1 && cells[0]?.length === 1) cells = block().map((row) => row.map(() => cells[0]?.[0] ?? ""));
      void model.paste({ row: range.top, column: range.left }, cells);
    } else {
      event.clipboardData?.setData("text/plain", toClipboard(block()));
      state.say(words.grid.copied((range.bottom - range.top + 1) * (range.right - range.left + 1)));
      if (event.type === "cut") clear();
    }
    event.preventDefault();
  };

  const waitsIn = (row: number): string => columns.map((_each, n) => pending.value.get(`${row} ${n}`)).map((each) => (each === undefined ? "" : `=${each}`)).join("\t");
  const drawn: JSX.Element[] = [];
  for (let row = from; row < to; row++) {
    const inRange = row >= range.top && row <= range.bottom;
    const chosen = row === here.row ? here.column : -1;
    const editing = typing.value && row === here.row;
    drawn.push(
      <GridRow key={row % count} model={model} row={row} version={model.version(row)} waits={waitsIn(row)} range={inRange ? `${range.left} ${range.right}` : ""} chosen={chosen} wide={wide} kept={kept.left} keptNow={keptNow}
        editor={editing ? (
          <CellEditor
            id={`${id}-cell`}
            key={`${here.row} ${here.column}`}
            label={words.grid.cell(columns[here.column]?.title ?? "", here.row + 1)}
            column={columns[here.column] as (typeof columns)[number]}
            initial={unfinished.current ?? typed.value ?? shown(here.row, here.column)}
            whole={(unfinished.current ?? typed.value) === null}
            refused={refused.value}
            keep={(text) => (unfinished.current = text)}
            commit={commit}
            cancel={() => {
              end();
              focus();
            }}
            help={model.help ? (text, place) => model.help?.(here.row, here.column, text, place) ?? Promise.resolve(null) : undefined}
          />
        ) : null} />,
    );
  }
  return (
    <div
      ref={element}
      class="cell-grid"
      id={id}
      role="grid"
      tabIndex={0}
      aria-label={model.label}
      aria-rowcount={rows + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={rows > 0 ? `${id}-${here.row}-${here.column}` : undefined}
      onScroll={(event) => {
        const now = Math.floor(event.currentTarget.scrollTop / rowHeight);
        if (Math.abs(now - first.value) >= STEP || now < BEYOND) first.value = now - (now % STEP);
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onDblClick={(event) => cellAt(event) && !(event.target as Element).closest("input, .cell-help, .row-head") && begin(null)}
      onCopy={onClipboard}
      onCut={onClipboard}
      onPaste={onClipboard}
    >
      <div class="grid-row header" role="row" aria-rowindex={1} style={{ width: `${wide}px`, height: `${HEADER}px`, lineHeight: `${HEADER - 1}px` }}>
        <div class="grid-cell row-head kept" role="columnheader" aria-colindex={1} style={{ width: `${model.headWidth}px`, left: 0 }}><span class="said">{words.grid.row}</span></div>
        {columns.map((column, n) => (
          <div
            key={column.id}
            class={`grid-cell of-${column.kind} ${kept.left.has(n) ? "kept" : ""}`}
            role="columnheader"
            aria-colindex={n + 2}
            title={column.help}
            onClick={() => {
              // the whole column, as a spreadsheet does it
              focus();
              anchor.value = { row: rows - 1, column: n };
              at.value = { row: 0, column: n };
            }}
            style={{ width: `${column.width}px`, left: kept.left.has(n) ? `${kept.left.get(n)}px` : undefined }}
          >
            {column.title}
            {model.resize && <Edge width={column.width} set={(width) => model.resize?.(n, width)} />}
          </div>
        ))}
      </div>
      <div role="rowgroup" style={{ height: `${rows * rowHeight}px`, width: `${wide}px`, position: "relative" }}>{drawn}</div>
    </div>
  );
}

interface RowProps {
  model: GridModel; row: number; version: unknown;
  /** What was typed in its cells and is not in the table yet, each behind an equals sign. */
  waits: string;
  range: string; chosen: number; wide: number; editor: JSX.Element | null;
  /** Where the columns that stay in sight come to rest; and which these are. */
  kept: ReadonlyMap<number, number>; keptNow: string;
}

/** The right edge of a column's head, which is dragged; two clicks make the column fit what it says. */
function Edge({ width, set }: { width: number; set: (width: number | null) => void }): JSX.Element {
  const begun = useRef<{ x: number; width: number } | null>(null);
  return (
    <span
      class="grid-edge"
      aria-hidden="true"
      title={words.grid.edge}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = { x: event.clientX, width };
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerMove={(event) => {
        if (begun.current) set(Math.max(NARROWEST, Math.round(begun.current.width + event.clientX - begun.current.x)));
      }}
      onLostPointerCapture={() => (begun.current = null)}
      onClick={(event) => event.stopPropagation()}
      onDblClick={(event) => {
        set(null);
        event.stopPropagation();
      }}
    />
  );
}

/** One row; it is drawn anew only if something of it changed. */
class GridRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now = this.props;
    return now.version !== next.version || now.waits !== next.waits || now.range !== next.range || now.chosen !== next.chosen || now.row !== next.row || now.editor !== next.editor
      || now.model.columns !== next.model.columns || now.keptNow !== next.keptNow || now.model.id !== next.model.id;
  }

  override render({ model, row, waits, range, chosen, wide, kept, editor }: RowProps): JSX.Element {
    const typed = waits.split("\t");
    const [left, right] = range === "" ? [1, 0] : (range.split(" ").map(Number) as [number, number]);
    const found = model.mark(row, -1);
    return (
      <div class="grid-row" role="row" aria-rowindex={row + 2} style={{ top: `${row * model.rowHeight}px`, height: `${model.rowHeight}px`, lineHeight: `${model.rowHeight - 1}px`, width: `${wide}px` }}>
        <div class={`grid-cell row-head kept ${found?.severity ?? ""}`} role="rowheader" aria-colindex={1} data-row={row} data-column={-1} title={found?.says}
          style={{ width: `${model.headWidth}px`, left: 0 }}>
          {model.head(row)}
          {found && <Icon name={found.severity} />}
        </div>
        {model.columns.map((column, n) => <Cell key={column.id} model={model} row={row} n={n} text={typed[n] ? typed[n].slice(1) : model.text(row, n)} inRange={n >= left && n <= right} chosen={n === chosen} rests={kept.get(n)} editor={n === chosen ? editor : null} />)}
      </div>
    );
  }
}

interface CellProps { model: GridModel; row: number; n: number; text: string; inRange: boolean; chosen: boolean; rests: number | undefined; editor: JSX.Element | null }

function Cell({ model, row, n, text, inRange, chosen, rests, editor }: CellProps): JSX.Element {
  const column = model.columns[n];
  const mark = model.mark(row, n), kept = rests !== undefined;
  const name = column?.choices?.find((each) => each.id === text)?.name;
  const classes = `grid-cell of-${column?.kind ?? "text"}${kept ? " kept" : ""}${inRange ? " in-range" : ""}${chosen ? " chosen" : ""}${mark ? ` ${mark.severity}` : ""}${editor ? " typing" : ""}`;
  return (
    <div
      id={`${model.id}-${row}-${n}`}
      class={classes}
      role="gridcell"
      aria-colindex={n + 2}
      aria-selected={inRange}
      data-row={row}
      data-column={n}
      title={mark?.says ?? (name && name !== text ? name : undefined)}
      style={{ width: `${column?.width ?? 0}px`, left: kept ? `${rests}px` : undefined }}
    >
      {editor ?? text}
      {mark && !editor && <><Icon name={mark.severity} /><span class="said">{mark.says}</span></>}
    </div>
  );
}

export type { Range };
