// The field of a cell that is being typed, with what fits into it below.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { CellHelp } from "../api";
import { words } from "../words/en";
import type { GridColumn } from "./ranges";

const ASKED_AFTER = 60;
const MOST = 200;

interface Option { label: string; note: string; start: number }

interface EditorProps {
  id: string;
  label: string;
  column: GridColumn;
  /** What stands in the field at first, and whether it is chosen as a whole, so that typing replaces it. */
  initial: string;
  whole: boolean;
  /** Why what stands in it was refused. */
  refused: string;
  /** Told what stands in the field, which goes on where the row moves. */
  keep(text: string): void;
  /** Set the cell, then move by so many rows and columns; `away` where the focus has left it already. */
  commit(text: string, rows: number, columns: number, away: boolean): void;
  cancel(): void;
  help?: ((text: string, at: number) => Promise<CellHelp | null>) | undefined;
}

export function CellEditor({ id, label, column, initial: begun, whole, refused, keep, commit, cancel, help }: EditorProps): JSX.Element {
  const initial = useRef(begun).current;
  const field = useRef<HTMLInputElement>(null), list = useRef<HTMLDivElement>(null);
  const text = useSignal(initial), problem = useSignal(refused), says = useSignal("");
  const options = useSignal<Option[]>([]), chosen = useSignal(-1);
  const ended = useRef(false), asked = useRef(0);

  const own = (said: string, all: boolean): Option[] => {
    const choices = column.choices ?? (column.kind === "flag" ? [{ id: "true", name: words.grid.yes }, { id: "false", name: words.grid.no }] : []);
    const low = said.toLowerCase();
    const fits = choices.filter((each) => all || low === "" || each.id.toLowerCase().includes(low) || each.name.toLowerCase().includes(low));
    return fits.slice(0, MOST).map((each) => ({ label: each.id, note: each.name === each.id ? "" : each.name, start: 0 }));
  };
  const offer = (said: string, all = false): void => {
    const found = own(said, all);
    options.value = found;
    const first = found.findIndex((each) => each.label === said);
    chosen.value = first >= 0 ? first : found.length > 0 && !all && said !== "" ? 0 : -1;
    if (!help) return;
    const mine = ++asked.current;
    window.setTimeout(() => {
      if (mine !== asked.current || ended.current) return;
      void help(said, field.current?.selectionStart ?? said.length).then((answer) => {
        if (!answer || mine !== asked.current || ended.current) return;
        says.value = answer.says;
        problem.value = (answer.problem && answer.hint ? `${answer.problem}. ${answer.hint}` : answer.problem) || (said === initial ? refused : "");
        if (found.length === 0) {
          options.value = answer.fitting.map((each) => ({ label: each.label, note: each.kind, start: each.start }));
          chosen.value = -1;
        }
      }, () => undefined);
    }, ASKED_AFTER);
  };

  useLayoutEffect(() => {
    const input = field.current;
    list.current?.showPopover(); // above everything, whatever clips the table
    input?.focus();
    if (whole) input?.select();
    else input?.setSelectionRange(initial.length, initial.length);
    offer(initial, whole);
    return () => {
      ended.current = true; // taken out of the page, it is not left by its author
    };
  }, []);
  // the list stays within the window, above the cell where there is no room below
  useLayoutEffect(() => {
    const input = field.current?.getBoundingClientRect(), shown = list.current;
    if (!input || !shown) return;
    const below = window.innerHeight - input.bottom - 8, above = input.top - 8;
    const up = shown.scrollHeight > below && above > below;
    shown.style.maxHeight = `${Math.min(320, up ? above : below)}px`;
    shown.style.left = `${Math.max(4, Math.min(input.left, window.innerWidth - shown.offsetWidth - 4))}px`;
    shown.style.top = up ? `${input.top - shown.offsetHeight}px` : `${input.bottom}px`;
  });
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen.value]);

  const write = (said: string): void => {
    text.value = said;
    keep(said);
    offer(said);
  };
  const put = (option: Option): string => (option.start > 0 ? text.value.slice(0, option.start) + option.label : option.label);
  const end = (said: string, rows: number, columns: number, away = false): void => {
    if (ended.current) return;
    ended.current = true;
    commit(said, rows, columns, away);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = options.value.length, option = options.value[chosen.value];
    event.stopPropagation();
    if (event.key === "Escape") {
      ended.current = true;
      cancel();
    } else if (event.key === "Enter" || event.key === "Tab") {
      const back = event.shiftKey ? -1 : 1;
      if (option && option.start > 0) {
        write(put(option));
      } else {
        end(option ? put(option) : text.value, event.key === "Enter" ? back : 0, event.key === "Tab" ? back : 0);
      }
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0) {
      chosen.value = (chosen.value + (event.key === "ArrowDown" ? 1 : -1) + count + (chosen.value < 0 && event.key === "ArrowUp" ? 1 : 0)) % count;
    } else {
      return;
    }
    event.preventDefault();
  };
  const listed = options.value.length > 0;
  return (
    <>
      <input
        ref={field}
        class="cell-field"
        value={text.value}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen.value >= 0 ? `${id}-option-${chosen.value}` : undefined}
        aria-invalid={problem.value !== ""}
        aria-describedby={`${id}-says`}
        autocomplete="off"
        spellcheck={false}
        inputMode={column.kind === "number" ? "numeric" : "text"}
        onInput={(event) => {
          problem.value = "";
          write(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => end(text.value, 0, 0, true)}
      />
      <div class="cell-help" ref={list} popover="manual" hidden={!listed && problem.value === "" && says.value === "" && column.help === ""}>
        <p id={`${id}-says`} class={problem.value ? "bad" : "quiet"} role={problem.value ? "alert" : undefined}>{problem.value || says.value || column.help}</p>
        <ul id={`${id}-list`} role="listbox" aria-label={words.grid.choices}>
          {options.value.map((each, n) => (
            <li
              key={each.label}
              id={`${id}-option-${n}`}
              role="option"
              aria-selected={n === chosen.value}
              onPointerDown={(event) => {
                event.preventDefault(); // the field keeps the focus
                if (each.start > 0) {
                  write(put(each));
                } else {
                  end(put(each), 0, 0);
                }
              }}
            >
              <span>{each.label}</span>
              {each.note && <small class="quiet">{each.note}</small>}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
