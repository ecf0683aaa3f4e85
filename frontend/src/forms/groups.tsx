// Groups of fields, lists, rows and mappings of a form, and rows that are not added yet.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { get, type FormField, type FormValue, type Plain, type Shape } from "../api";
import { Icon } from "../panels/icons";
import * as state from "../state";
import { words } from "../words/en";
import { Control, Faults, type Of } from "./fields";
import { below, countBelow, dataOf, empty, form, itemOf, keyOf, moveBy, ofDraft, opened, showHexes, toText, toggle, under, valueOf, withValue, type Editing, type Path } from "./model";

const SCALARS = new Set(["text", "number", "flag", "choice", "value"]);
const isScalar = (shape: Shape): boolean => SCALARS.has(under(shape).is);
const title = (field: FormField): string => field.title ?? words.form.key(field.key);

/** A value of any shape below its label. */
export function Part(of: Of & { removable?: boolean }): JSX.Element {
  const shape = under(of.shape), { path, value, label, editing } = of;
  const full = (value?.items?.length ?? 0) > 0 || (path.length === 1 && value?.keys !== undefined);
  const remove = of.removable && !full ? <button class="bare drop" aria-label={words.form.remove(label)} title={words.form.remove(label)} onClick={() => void editing.remove(path)}>×</button> : null;
  if (isScalar(shape) || (value && !value.keys && !value.items && value.many === undefined && value.value !== undefined && value.value !== null)) {
    return (
      <div class="form-part">
        <span class="label" title={of.help}>{label}</span>
        <Control {...of} />
        {remove}
        <Faults path={path} />
      </div>
    );
  }
  return (
    <section class={`nested ${path.length === 1 ? "outer" : ""}`} aria-label={label}>
      <div class="form-part-head">
        <h3 title={of.help}>{label}</h3>
        {value?.items && <span class="quiet">{value.items.length}</span>}
        {remove}
      </div>
      {path.length === 1 && of.help && <p class="quiet explains">{words.form.plain(of.help)}</p>}
      <Faults path={path} />
      <Inside {...of} />
    </section>
  );
}

function Inside(of: Of): JSX.Element {
  const shape = under(of.shape), value = of.value ?? valueOf(empty(shape));
  if (value.many !== undefined) return <Elsewhere value={value} />;
  if (shape.is === "list") return isScalar(itemOf(shape)) ? <Words {...of} value={value} /> : <Rows {...of} value={value} />;
  if (shape.is === "map") return <Names {...of} value={value} />;
  if (shape.one) return <OneOf {...of} value={value} />;
  return <Group {...of} value={value} />;
}

function Elsewhere({ value }: { value: FormValue }): JSX.Element {
  const doc = form.value?.doc ?? "";
  return (
    <p class="elsewhere">
      {words.form.many(value.many ?? 0)}{" "}
      {value.view === "map" && <button onClick={() => document.getElementById("board")?.focus()}>{words.form.toMap}</button>}
      {(value.view === "table" || value.view === "rules") && (
        <button onClick={() => document.getElementById(`tab-${value.view}`)?.click()}>{words.pane[value.view]}</button>
      )}
      <button onClick={() => void toText(doc, { from: value.from ?? 0 })}>{words.form.toText}</button>
    </p>
  );
}

// -- groups ----------------------------------------------------------------------------------------

/** The fields that a group has, in the order of the schema, and a list of those that it may have. */
export function Group({ path, shape: given, value, editing }: Of): JSX.Element {
  const shape = under(given);
  const pending = useSignal<readonly string[]>([]);
  const adding = useSignal(false);
  const fields = shape.fields ?? [];
  const there = new Set((value?.keys ?? []).map(([key]) => key));
  const shown = fields.filter((each) => there.has(each.key) || each.required || pending.value.includes(each.key));
  const others = (value?.keys ?? []).filter(([key]) => !fields.some((each) => each.key === key));
  const missing = fields.filter((each) => !shown.includes(each));
  const last = (field: FormField): number => (field.key === "basis" || field.key === "provenance" ? 2 : isScalar(field.shape) ? 0 : 1);
  const ordered = path.length === 0 ? [...shown].sort((a, b) => last(a) - last(b)) : shown;
  const menu = useRef<HTMLUListElement>(null);
  // at once, so that a key pressed or a choice made in the list meanwhile is not undone
  useLayoutEffect(() => {
    menu.current?.scrollIntoView({ block: "nearest" });
    menu.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [adding.value]);
  const begin = (field: FormField): void => {
    adding.value = false;
    if (under(field.shape).is === "flag") void editing.set([...path, field.key], true);
    else pending.value = [...pending.value, field.key];
  };
  return (
    <div class="group">
      {ordered.map((field) => {
        const at = [...path, field.key], now = value ? below(value, field.key) : undefined;
        const begun = now === undefined && pending.value.includes(field.key);
        if (begun && !isScalar(field.shape) && under(field.shape).is === "group" && !editing.draft) {
          return (
            <Draft
              key={field.key} path={at} shape={field.shape} label={title(field)}
              done={() => (pending.value = pending.value.filter((each) => each !== field.key))}
              send={(data) => editing.set(at, data)}
            />
          );
        }
        return (
          <Part
            key={field.key} path={at} shape={field.shape} value={now ?? null} label={title(field)} help={field.help} editing={editing}
            removable={!field.required && now !== undefined} autofocus={begun}
          />
        );
      })}
      {others.map(([key, each]) => (
        <Part key={key} path={[...path, key]} shape={shape.others ?? { is: "value" }} value={each} label={words.form.key(key)} help="" editing={editing} removable />
      ))}
      {missing.length > 0 && (
        <div class="adding">
          <button class="add" aria-expanded={adding.value} onClick={() => (adding.value = !adding.value)}>
            <Icon name="plus" /> {words.form.addField}
          </button>
          {adding.value && (
            <ul class="menu" ref={menu} onKeyDown={(event) => goAlong(event, () => (adding.value = false))}>
              {missing.map((field) => (
                <li key={field.key}>
                  <button data-add={field.key} onClick={() => begin(field)}><b>{title(field)}</b> <span class="quiet">{words.form.plain(field.help)}</span></button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

/** Arrow keys go along a list of buttons, Escape leaves it. */
function goAlong(event: KeyboardEvent & { currentTarget: HTMLUListElement }, leave: () => void): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (event.key === "ArrowDown") buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
  else if (event.key === "ArrowUp") buttons[Math.max(at - 1, 0)]?.focus();
  else if (event.key === "Escape") {
    (event.currentTarget.previousElementSibling as HTMLElement | null)?.focus();
    leave();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A group of which exactly one key is there: a choice, and the field of what was chosen. */
function OneOf({ path, shape: given, value, label, editing }: Of): JSX.Element {
  const shape = under(given);
  const fields = shape.fields ?? [];
  const now = value?.keys?.[0]?.[0] ?? "";
  const chosen = useSignal("");
  const field = fields.find((each) => each.key === (chosen.value || now));
  const choose = (key: string): void => {
    const next = fields.find((each) => each.key === key);
    if (!next) return;
    if (editing.draft) void editing.set(path, { [key]: empty(next.shape) });
    else chosen.value = key === now ? "" : key;
  };
  return (
    <div class="one-of">
      <select aria-label={words.form.which(label)} data-path={keyOf([...path, "?"])} value={chosen.value || now} onChange={(event) => choose(event.currentTarget.value)}>
        {!field && <option value={now}>{now}</option>}
        {fields.map((each) => <option key={each.key} value={each.key} title={each.help}>{title(each)}</option>)}
      </select>
      {field && chosen.value === "" && isScalar(field.shape) && (
        <Control
          path={[...path, field.key]} shape={field.shape} value={value ? (below(value, field.key) ?? null) : null}
          label={`${label}: ${title(field)}`} help={field.help} editing={editing}
        />
      )}
      {field && chosen.value === "" && isScalar(field.shape) && <Faults path={[...path, field.key]} />}
      {field && chosen.value === "" && !isScalar(field.shape) && (
        <Part
          path={[...path, field.key]} shape={field.shape} value={value ? (below(value, field.key) ?? null) : null}
          label={title(field)} help={field.help} editing={editing}
        />
      )}
      {field && chosen.value !== "" && (
        <Draft
          key={field.key} path={[...path, field.key]} shape={field.shape} label={title(field)} verb={words.form.change}
          done={() => (chosen.value = "")} send={(data) => editing.set(path, { [field.key]: data })}
        />
      )}
    </div>
  );
}

/** Items of a list whose values are names. */
function withNames(item: Shape, given: Shape): Shape {
  const names = under(given).names;
  return names === undefined ? item : { ...item, names };
}

// -- lists and mappings ----------------------------------------------------------------------------

/** A list of words or numbers. */
function Words({ path, shape: given, value, label, help, editing }: Of): JSX.Element {
  const item = itemOf(under(given));
  const shape = withNames(item, given);
  const items = value?.items ?? [];
  const more: Editing = { ...editing, set: (at, data) => editing.add(at.slice(0, -1), data) };
  return (
    <ul class="words">
      {items.map((each, n) => (
        <li key={n}>
          <Control path={[...path, n]} shape={shape} value={each} label={words.form.numbered(label, n + 1)} help={help} editing={editing} />
          <button class="bare drop" aria-label={words.form.remove(String(each.value))} title={words.form.remove(String(each.value))} onClick={() => void editing.remove([...path, n])}>×</button>
          <Faults path={[...path, n]} />
        </li>
      ))}
      <li class="another" key={`more-${items.length}`}>
        <Another path={[...path, items.length]} shape={shape} label={words.form.addTo(label)} help={help} editing={more} />
      </li>
    </ul>
  );
}

/** An empty field at the end of a list; what is typed there is added. */
function Another({ path, shape, label, help, editing }: { path: Path; shape: Shape; label: string; help: string; editing: Editing }): JSX.Element {
  const open = useSignal(false);
  if (!open.value) return <button class="add" onClick={() => (open.value = true)}><Icon name="plus" /> {label}</button>;
  // in a draft too, it is added when it is complete
  return <Control path={path} shape={shape} value={null} label={label} help={help} editing={{ ...editing, draft: false }} autofocus />;
}

/** Rows with a sentence each; one opens to its fields. */
function Rows({ path, shape: given, value, label, editing }: Of): JSX.Element {
  const item = itemOf(under(given)), items = value?.items ?? [];
  const begun = useSignal<Plain | null>(null);
  const element = useRef<HTMLDivElement>(null), drafts = useRef(0), left = useRef(false), away = useRef(false);
  const end = (): void => {
    // added late, the author may be elsewhere by then
    left.current = element.current?.querySelector(":scope > .draft")?.contains(document.activeElement) ?? false;
    begun.value = null;
  };
  useLayoutEffect(() => {
    if (begun.value !== null || !left.current) return;
    left.current = false;
    element.current?.querySelector<HTMLElement>(":scope > .add")?.focus();
  }, [begun.value]);
  const begin = async (like: Plain | null): Promise<void> => {
    const doc = form.value?.doc;
    let known: Plain = like ?? {};
    if (like === null && doc !== undefined && !editing.draft) {
      known = (await get("/api/form/new", { doc, path: keyOf(path) }).catch(() => ({ value: {} }))).value;
    }
    if (like === null && begun.value !== null) return; // asked for twice, it may have been typed at
    drafts.current++;
    away.current = types();
    begun.value = { ...(empty(item) as object), ...(known as object) } as Plain;
  };
  /** A row like another has the values to which errata correct that. */
  const beginLike = async (n: number, like: Plain): Promise<void> => {
    const doc = form.value?.doc ?? "";
    const told = await get("/api/form/new", { doc, path: keyOf([...path, n]) }).catch(() => ({ corrected: [] }));
    await begin(withoutId(told.corrected.reduce((data, [at, value]) => withValue(data, at, value), like)));
  };
  return (
    <div class="form-rows" ref={element}>
      <ol>
        {items.map((each, n) => (
          <Row key={n} path={[...path, n]} shape={item} value={each} label={words.form.numbered(label, n + 1)} count={items.length} editing={editing}
            copy={() => void beginLike(n, dataOf(each))} />
        ))}
      </ol>
      {begun.value !== null ? (
        <Draft
          key={drafts.current} path={[...path, items.length]} shape={item} begin={begun.value} label={words.form.newRow(label)}
          done={end} send={(data) => editing.add(path, data)} takesFocus={!away.current}
        />
      ) : <button class="add" onClick={() => void begin(null)}><Icon name="plus" /> {words.form.addTo(label)}</button>}
    </div>
  );
}

function withoutId(data: Plain): Plain {
  return data !== null && typeof data === "object" && !Array.isArray(data) && "id" in data ? { ...data, id: "", ...("states" in data ? { states: {} } : {}) } : data;
}

/** Whether the author is typing at something, which an answer that comes late does not take the focus from. */
function types(): boolean {
  return document.activeElement?.matches("input, textarea, .cm-content, [role=grid]") ?? false;
}

/** Put the focus on a row that has just moved, or on the neighbour of one that has gone. */
function focusOn(path: Path): void {
  if (!types()) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(path))}"] > button`)?.focus(); // rows stay where they are, and show others
}

interface RowOf { path: Path; shape: Shape; value: FormValue; label: string; count: number; editing: Editing; copy?: () => void }

function Row({ path, shape, value, label, count, editing, copy }: RowOf): JSX.Element {
  const local = useSignal(false);
  const key = keyOf(path), number = Number(path[path.length - 1]);
  const open = editing.draft ? local.value : opened.value.has(key);
  const said = value.says || words.form.row(number + 1);
  const faults = editing.draft ? 0 : countBelow(path);
  const move = async (by: number): Promise<void> => {
    const to = await moveBy(editing, path, by, count);
    if (to === null || editing.draft) return;
    toggle([...path.slice(0, -1), to - by], false);
    toggle([...path.slice(0, -1), to], true);
    focusOn([...path.slice(0, -1), to]);
  };
  const remove = async (): Promise<void> => {
    if (!(await editing.remove(path)) || editing.draft) return;
    toggle(path, false);
    focusOn(number < count - 1 ? path : [...path.slice(0, -1), number - 1]);
  };
  return (
    <li class={open ? "form-row open" : "form-row"} data-row={key}>
      <button class="form-row-head" aria-expanded={open} onClick={() => (editing.draft ? (local.value = !open) : toggle(path))} onFocus={() => !editing.draft && open && void showHexes(path)}>
        <span class="turner" aria-hidden="true">{open ? "▾" : "▸"}</span>
        <span class="sentence">{said}</span>
        {faults > 0 && <span class="count" title={words.form.faults(faults)}>{faults}</span>}
      </button>
      {value.notes && <Notes value={value} />}
      {open && (
        <div class="form-row-inside">
          <Inside path={path} shape={shape} value={value} label={label} help="" editing={editing} />
          <Faults path={path} />
          <div class="field-buttons">
            {count > 0 && <button disabled={number === 0} onClick={() => void move(-1)}>{words.form.up}</button>}
            {count > 0 && <button disabled={number === count - 1} onClick={() => void move(1)}>{words.form.down}</button>}
            {!editing.draft && copy && <button onClick={copy}>{words.form.copy}</button>}
            {!editing.draft && <button onClick={() => void toText(form.value?.doc ?? "", { from: value.from ?? 0 })}>{words.form.toText}</button>}
            <button class="danger" onClick={() => void remove()}>{words.form.removeRow}</button>
          </div>
        </div>
      )}
    </li>
  );
}

function Notes({ value }: { value: FormValue }): JSX.Element {
  return (
    <ul class="notes">
      {(value.notes ?? []).map((each, n) => {
        const doc = each.doc;
        return <li key={n}>{doc === undefined ? each.text : <button class="bare" onClick={() => void toText(doc, { line: each.line ?? 1 })}>{each.text}</button>}</li>;
      })}
    </ul>
  );
}

/** Names with a value each. */
function Names({ path, shape: given, value, label, help, editing }: Of): JSX.Element {
  const item = itemOf(under(given));
  const name = useSignal("");
  const pending = useSignal("");
  const shape = withNames(item, given);
  const at = [...path, pending.value], there = (value?.keys ?? []).some(([key]) => key === pending.value);
  return (
    <div class="group">
      {isScalar(shape) ? (value?.keys ?? []).map(([key, each]) => (
        <Part key={key} path={[...path, key]} shape={shape} value={each} label={key} help={help} editing={editing} removable />
      )) : (
        <div class="form-rows">
          <ol>
            {(value?.keys ?? []).map(([key, each]) => (
              <Row key={key} path={[...path, key]} shape={shape} value={{ ...each, says: words.form.named(key, each.says ?? "") }} label={key} count={0} editing={editing} />
            ))}
          </ol>
        </div>
      )}
      {pending.value !== "" && !there && (isScalar(shape) ? (
        <Part path={at} shape={shape} value={null} label={pending.value} help={help} editing={editing} autofocus />
      ) : (
        <Draft key={pending.value} path={at} shape={shape} label={pending.value} done={() => (pending.value = "")} send={(data) => editing.add(at, data)} />
      ))}
      <form
        class="new-name"
        onSubmit={(event) => {
          event.preventDefault();
          pending.value = name.value.trim();
          name.value = "";
        }}
      >
        <input aria-label={words.form.nameFor(label)} placeholder={words.form.name} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        <button type="submit"><Icon name="plus" /> {words.form.add}</button>
      </form>
    </div>
  );
}

// -- drafts ----------------------------------------------------------------------------------------

interface DraftOf {
  path: Path; shape: Shape; label: string; begin?: Plain; verb?: string;
  done: () => void; send: (data: Plain) => Promise<boolean>;
  takesFocus?: boolean;
}

/** A row, or a group of fields, that becomes part of the document when it is added. */
function Draft({ path, shape, label, begin, verb = words.form.add, done, send, takesFocus = true }: DraftOf): JSX.Element {
  const data = useSignal<Plain>(begin ?? empty(shape));
  const complaint = useSignal("");
  const element = useRef<HTMLElement>(null), sending = useRef(false);
  const editing = ofDraft(path, data);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    element.current?.scrollIntoView({ block: "nearest" });
    element.current?.querySelector<HTMLElement>("input:not([placeholder]), select, textarea")?.focus();
  }, []);
  const finish = async (): Promise<void> => {
    if (sending.current) return; // it is added once, however often it is asked for
    sending.current = true;
    const added = await send(withoutEmpty(data.value, shape));
    sending.current = false;
    if (added) done();
    else complaint.value = state.said.value.text;
  };
  return (
    <section
      class="draft" ref={element} aria-label={label}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          done();
        } else if (event.key === "Enter" && (event.target as HTMLElement).matches("input:not([aria-expanded=true]):not([type=checkbox])")) {
          event.preventDefault();
          void finish();
        }
      }}
    >
      <h3>{label}</h3>
      <Inside path={path} shape={shape} value={valueOf(data.value)} label={label} help="" editing={editing} />
      {complaint.value && <p class="bad" role="alert">{complaint.value}</p>}
      <div class="field-buttons">
        <button class="main" onClick={() => void finish()}>{verb}</button>
        <button onClick={done}>{words.cancel}</button>
      </div>
    </section>
  );
}

/** What was left empty, and is not needed, is not written. */
function withoutEmpty(data: Plain, given: Shape): Plain {
  const shape = under(given);
  if (shape.is !== "group" || shape.one || data === null || typeof data !== "object" || Array.isArray(data)) return data;
  const needed = new Set((shape.fields ?? []).filter((each) => each.required).map((each) => each.key));
  const kept = Object.entries(data).filter(([key, each]) => needed.has(key) || !(each === "" || (each !== null && typeof each === "object" && Object.keys(each).length === 0)));
  return Object.fromEntries(kept.map(([key, each]) => {
    const field = (shape.fields ?? []).find((one) => one.key === key);
    return [key, field ? withoutEmpty(each, field.shape) : each];
  }));
}
