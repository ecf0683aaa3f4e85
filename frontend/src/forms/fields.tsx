// One field of a form: a text, a number, a choice, a name that is completed, a place picked on the map.
import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { get, type FormValue, type Plain, type Shape } from "../api";
import { Icon } from "../panels/icons";
import { explain, applyFix } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import { arrived, findingsByPath, focus, form, keyOf, under, type Editing, type Path } from "./model";

export interface Of { path: Path; shape: Shape; value: FormValue | null; label: string; help: string; editing: Editing; autofocus?: boolean }

/** The control of a scalar. */
export function Control(of: Of): JSX.Element {
  const shape = under(of.shape);
  const now = of.value?.value;
  const onFocus = (): void => focus(of.path, of.value, of.help);
  if (of.value && (of.value.keys || of.value.items)) return <Odd {...of} />;
  if (shape.is === "flag" && (typeof now === "boolean" || now === undefined)) {
    return (
      <label class="form-flag">
        <input type="checkbox" aria-label={of.label} checked={now === true} onFocus={onFocus} onChange={(event) => void of.editing.set(of.path, event.currentTarget.checked)} />
        {now === true ? words.form.yes : words.form.no}
      </label>
    );
  }
  const listed = shape.is === "choice" ? (shape.of as (string | number)[]).map((each): [string, string] => [String(each), words.form.choice(String(each))])
    : shape.names ? (form.value?.closed[shape.names] ?? []) : [];
  if (listed.length > 0) return <Choice {...of} listed={listed} onFocus={onFocus} />;
  return <Typed {...of} onFocus={onFocus} />;
}

/** A value that the schema does not expect, or that stands over several lines: it is changed in the text. */
function Odd({ path, value, help }: Of): JSX.Element {
  return <button class="odd" onClick={() => focus(path, value, help)}>{words.form.inText}</button>;
}

/** Have a field take the focus as it comes: before the next key, which is for it. */
function useFocus(element: RefObject<HTMLElement | null>, wanted = false): void {
  useLayoutEffect(() => {
    if (wanted) element.current?.focus();
  }, []);
}

function Choice({ path, shape, value, label, editing, listed, onFocus, autofocus }: Of & { listed: [string, string][]; onFocus: () => void }): JSX.Element {
  const now = value?.value === undefined || value.value === null ? "" : String(value.value);
  const known = listed.some(([id]) => id === now);
  const numbers = under(shape).is === "choice" && typeof (under(shape).of as Plain[])[0] === "number";
  const element = useRef<HTMLSelectElement>(null);
  useFocus(element, autofocus);
  return (
    <select
      ref={element}
      aria-label={label}
      data-path={keyOf(path)}
      value={now}
      onFocus={onFocus}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (chosen !== "") void editing.set(path, numbers ? Number(chosen) : chosen);
      }}
    >
      {!known && <option value={now}>{now === "" ? words.form.choose : words.form.unknown(now)}</option>}
      {listed.map(([id, name]) => <option key={id} value={id}>{name === id ? name : `${name} (${id})`}</option>)}
    </select>
  );
}

function parsed(shape: Shape, text: string, was: FormValue | null): Plain | null {
  if (shape.is === "number") {
    const number = Number(text.trim().replace(",", ".").replace("−", "-"));
    return text.trim() === "" || Number.isNaN(number) ? null : number;
  }
  if (shape.is === "value" && typeof was?.value !== "string") {
    if (text === "true" || text === "false") return text === "true";
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  }
  return text;
}

function Typed({ path, shape: given, value, label, editing, onFocus, autofocus }: Of & { onFocus: () => void }): JSX.Element {
  const shape = under(given);
  const now = value?.value === undefined || value.value === null ? "" : String(value.value);
  const typed = useSignal<string | null>(null);
  /** What was typed and is on its way to the document. */
  const sent = useSignal<string | null>(null);
  const complaint = useSignal("");
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const names = useNames(path, shape.names ?? "");
  const shown = typed.value ?? now;
  const long = shape.is === "text" && (shape.long === true || now.length > 60 || shown.includes("\n"));

  useFocus(element, autofocus);
  useEffect(() => {
    const area = element.current;
    if (!long || !area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, 260)}px`;
  }, [shown, long]);

  const commit = async (text = typed.value): Promise<void> => {
    names.close();
    if (text === null || text === sent.value) return;
    if (text === now && value !== null && sent.value === null) {
      typed.value = null;
      return;
    }
    const data = parsed(shape, text, value);
    if (data === null) {
      complaint.value = words.form.needsNumber;
      return;
    }
    if (value === null && text === "" && !editing.draft) return;
    sent.value = text;
    const done = await editing.set(path, data);
    if (typed.value === text) complaint.value = done ? "" : state.said.value.text;
    // until the form has it, the field shows what was typed
    if (done && !editing.draft) await arrived();
    if (sent.value === text) sent.value = null;
    if (done && typed.value === text) typed.value = null;
  };
  const onInput = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => {
    typed.value = event.currentTarget.value;
    complaint.value = "";
    names.ask(event.currentTarget.value);
    if (editing.draft) {
      const data = parsed(shape, event.currentTarget.value, value);
      if (data !== null) void editing.set(path, data);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (names.key(event, (name) => { typed.value = name; void commit(name); })) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" && (!long || event.ctrlKey)) {
      void commit();
      if (!editing.draft) event.preventDefault();
    } else if (event.key === "Escape" && typed.value !== null && !editing.draft) {
      typed.value = null;
      complaint.value = "";
      event.stopPropagation();
    }
  };
  const shared = {
    ref: element,
    "aria-label": label,
    "data-path": keyOf(path),
    "data-typed": typed.value !== null && typed.value !== sent.value,
    "aria-invalid": complaint.value !== "",
    value: shown,
    onFocus,
    onInput,
    onKeyDown,
    onBlur: () => void commit(),
    placeholder: editing.draft && path[path.length - 1] === "id" && shape.pattern ? words.form.madeId : undefined,
    spellcheck: long,
    autocomplete: "off",
  };
  const onMap = shape.names === "place" || shape.names === "hex";
  return (
    <div class="typed">
      <div class="with">
        {long ? <textarea {...shared} rows={2} /> : (
          <input {...shared} {...names.attributes} inputMode={shape.is === "number" ? "numeric" : undefined} class={shape.is === "number" ? "short" : ""} />
        )}
        {shape.pattern === COLOUR && (
          <input type="color" aria-label={words.form.colour(label)} value={now} onChange={(event) => void editing.set(path, event.currentTarget.value.toUpperCase())} />
        )}
        {onMap && <Pick label={label} take={(name) => { typed.value = null; void editing.set(path, name); }} hexes={shape.names === "hex"} />}
        {names.list((name) => { typed.value = name; void commit(name); })}
      </div>
      {complaint.value && <p class="complaint bad" role="alert">{complaint.value}</p>}
    </div>
  );
}

const COLOUR = "^#[0-9A-Fa-f]{6}$";

/** Take a place, or its hex, from the map: the next click there, or Enter at the hex cursor. */
function Pick({ label, take, hexes }: { label: string; take: (name: string) => void; hexes: boolean }): JSX.Element {
  const mine = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const waiting = mine.value && state.picking.value !== null;
  const begin = (): void => {
    if (waiting) {
      state.picking.value = null;
      return;
    }
    mine.value = true;
    state.picking.value = (hex) => {
      mine.value = false;
      take(hexes ? hex : (state.placesByHex.value.get(hex)?.name ?? hex));
      button.current?.focus();
    };
    state.say(words.form.pickNow);
    document.getElementById("board")?.focus();
  };
  return (
    <button ref={button} type="button" class="pick" aria-pressed={waiting} aria-label={words.form.pick(label)} title={words.form.pick(label)} onClick={begin}>
      <Icon name="place" />
    </button>
  );
}

/** Completion of names below an input. */
function useNames(path: Path, kind: string) {
  const found = useSignal<[string, string][]>([]);
  const chosen = useSignal(-1);
  const id = `names-${keyOf(path).replace(/\W+/g, "-")}`;
  const wanted = useRef(0);
  const ask = (begun: string): void => {
    const doc = form.value?.doc;
    if (kind === "" || doc === undefined) return;
    const mine = ++wanted.current;
    void get("/api/form/names", { doc, path: keyOf(path), begun }).then((answer) => {
      if (mine !== wanted.current) return;
      found.value = answer.names;
      chosen.value = -1;
    }, () => undefined);
  };
  const close = (): void => {
    wanted.current++;
    found.value = [];
  };
  const open = found.value.length > 0;
  return {
    ask,
    close,
    attributes: kind === "" ? {} : ({
      role: "combobox" as const, "aria-autocomplete": "list" as const, "aria-expanded": open, "aria-controls": id,
      "aria-activedescendant": open && chosen.value >= 0 ? `${id}-${chosen.value}` : undefined,
    }),
    key(event: KeyboardEvent, take: (name: string) => void): boolean {
      if (kind === "") return false;
      if (event.key === "ArrowDown" && !open) ask((event.currentTarget as HTMLInputElement).value);
      else if (!open) return false;
      else if (event.key === "ArrowDown") chosen.value = Math.min(chosen.value + 1, found.value.length - 1);
      else if (event.key === "ArrowUp") chosen.value = Math.max(chosen.value - 1, -1);
      else if (event.key === "Enter" && chosen.value >= 0) {
        const name = found.value[chosen.value];
        close();
        if (name) take(name[0]);
      } else if (event.key === "Escape") close();
      else return false;
      return true;
    },
    list(take: (name: string) => void): JSX.Element | null {
      if (kind === "") return null;
      return (
        <ul id={id} class="fitting" role="listbox" aria-label={words.form.fitting} hidden={!open}>
          {found.value.map(([name, what], n) => (
            <li
              key={name}
              id={`${id}-${n}`}
              role="option"
              aria-selected={n === chosen.value}
              onMouseDown={(event) => {
                event.preventDefault();
                close();
                take(name);
              }}
            >
              <b>{name}</b> <span class="quiet">{what}</span>
            </li>
          ))}
        </ul>
      );
    },
  };
}

/** The findings at a field. */
export function Faults({ path }: { path: Path }): JSX.Element | null {
  const found = findingsByPath.value.get(keyOf(path)), list = useRef<HTMLUListElement>(null);
  const inside = list.current?.contains(document.activeElement) ?? false;
  // those that go while the focus is at them give it back to the field
  useLayoutEffect(() => {
    if (!inside || document.activeElement !== document.body) return;
    const field = document.querySelector<HTMLElement>(`#pane-form [data-path="${CSS.escape(keyOf(path))}"]`);
    (field ?? document.querySelector<HTMLElement>(".form-view"))?.focus();
  }, [found]);
  if (!found) return null;
  return (
    <ul class="faults" ref={list}>
      {found.map((each, n) => (
        <li key={n} class={each.severity}>
          <span class="sign"><Icon name={each.severity} /></span>
          <span>
            {each.message}{" "}
            <button class="bare code" onClick={() => void explain(each.code)}>{each.code}</button>
            {each.fixes.map((fix, at) => <button key={at} class="fix" onClick={() => void applyFix(each, fix)}>{words.fix(fix.title)}</button>)}
          </span>
        </li>
      ))}
    </ul>
  );
}
