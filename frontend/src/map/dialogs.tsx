// Dialogs of the map: a place, a name across the map, an area.
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { MapPlace } from "../api";
import { change } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import { Window, close, closeAfter } from "../panels/window";

/** Close the dialog after a change. */
async function closing(complaint: Signal<string>, intent: string, args: object): Promise<void> {
  await closeAfter(complaint, () => change(intent, args));
}

function Field({ id, label, of, help, short }: { id: string; label: string; of: Signal<string>; help?: string; short?: boolean }): JSX.Element {
  return (
    <label class="field">
      {label}
      <input id={id} class={short ? "short" : ""} value={of.value} onInput={(event) => (of.value = event.currentTarget.value)} />
      {help && <small class="quiet">{help}</small>}
    </label>
  );
}

/** Boxes to tick, of things with an id and a name. */
function Ticks({ legend, of, all, help }: { legend: string; of: Signal<readonly string[]>; all: readonly { id: string; name: string }[]; help?: string }): JSX.Element {
  const toggle = (id: string): void => {
    of.value = of.value.includes(id) ? of.value.filter((each) => each !== id) : [...of.value, id];
  };
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="checks">
        {all.map((each) => (
          <label key={each.id}>
            <input type="checkbox" value={each.id} checked={of.value.includes(each.id)} onChange={() => toggle(each.id)} /> {each.name}
          </label>
        ))}
      </div>
      {help && <small class="quiet">{help}</small>}
    </fieldset>
  );
}

export function PlaceForm({ hex }: { hex: string }): JSX.Element {
  // as it was when the dialog opened
  const there = useMemo(() => state.placesByHex.peek().get(hex), [hex]);
  const name = useSignal(there?.name ?? "");
  const kinds = useSignal<readonly string[]>(there?.kinds ?? []);
  const capacity = useSignal(there?.capacity ?? "");
  const aliases = useSignal((there?.aliases ?? []).join("; "));
  const sides = useSignal<readonly string[]>(there?.sides ?? []);
  const number = useSignal(there?.value === null || there?.value === undefined ? "" : String(there.value));
  const id = useSignal(there?.id ?? "");
  const complaint = useSignal("");

  const said = (): Omit<MapPlace, "key" | "hex"> => ({
    name: name.value.trim(),
    id: id.value.trim() || null,
    kinds: [...kinds.value],
    aliases: aliases.value.split(";").map((each) => each.trim()).filter((each) => each !== ""),
    capacity: capacity.value.trim() || null,
    sides: [...sides.value],
    value: number.value.trim() === "" ? null : Number(number.value),
  });
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const now = said();
    if (now.name === "") {
      complaint.value = words.needsName;
      return;
    }
    if (now.value !== null && !Number.isInteger(now.value)) {
      complaint.value = words.mapping.notWhole;
      return;
    }
    if (!there) {
      await closing(complaint, "map.place", { hex, ...now });
      return;
    }
    const before = there as unknown as Record<string, unknown>;
    const values = Object.fromEntries(Object.entries(now)
      .filter(([key, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[key] ?? null))
      .map(([key, value]) => [key, Array.isArray(value) && value.length === 0 ? null : value]));
    if (Object.keys(values).length === 0) close();
    else await closing(complaint, "map.place.change", { hex, values });
  };
  return (
    <Window title={there ? words.placeChange(there.name, hex) : words.placeNew(hex)}>
      <form onSubmit={(event) => void send(event)}>
        <label class="field">
          {words.name}
          <input id="place-name" autofocus value={name.value} aria-invalid={complaint.value !== ""} aria-describedby="complaint" onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <Ticks legend={words.kinds} of={kinds} all={state.map.value?.place_kinds ?? []} />
        <div class="two">
          <Field id="place-capacity" label={words.capacity} of={capacity} help={words.capacityHelp} short />
          <Field id="place-value" label={words.mapping.value} of={number} help={words.mapping.valueHelp} short />
        </div>
        <Ticks legend={words.mapping.sides} of={sides} all={state.game.value?.sides ?? []} help={words.mapping.sidesHelp} />
        <Field id="place-id" label={words.mapping.id} of={id} help={words.mapping.idHelp(there?.id ? undefined : there?.key)} short />
        <Field id="place-aliases" label={words.mapping.aliases} of={aliases} help={words.mapping.aliasesHelp} />
        <p id="complaint" class="bad" role="alert">{complaint.value}</p>
        <div class="buttons">
          <button id="place-done" class="main" type="submit">{there ? words.change : words.add}</button>
          {there && <button id="place-remove" type="button" onClick={() => void closing(complaint, "map.place.remove", { hex })}>{words.remove}</button>}
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

export function LabelForm({ index, along }: { index: number | null; along: string[] }): JSX.Element {
  // as it was when the dialog opened: numbers of names move
  const there = useMemo(() => (index === null ? undefined : state.map.peek()?.names[index]), [index]);
  const known = there ? { name: there.name } : {};
  const name = useSignal(there?.name ?? "");
  const kind = useSignal(there?.kind ?? "land");
  const large = useSignal(there?.large ?? false);
  const from = useSignal(along[0] ?? "");
  const to = useSignal(along[along.length - 1] ?? "");
  const complaint = useSignal("");

  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const called = name.value.trim(), ends = [from.value.trim(), to.value.trim()];
    const missing = ends.find((each) => (state.grid.value?.number(each) ?? -1) < 0);
    if (called === "") complaint.value = words.needsName;
    else if (missing !== undefined) complaint.value = words.mapping.noHex(missing);
    else {
      const way = ends[0] === along[0] && ends[1] === along[along.length - 1] ? along : ends;
      const all: Record<string, unknown> = { name: called, kind: kind.value, along: way, large: large.value };
      const before: Record<string, unknown> = there ? { name: there.name, kind: there.kind, along: there.along, large: there.large ?? false } : { large: false, kind: "land" };
      const value = Object.fromEntries(Object.entries(all).filter(([key, each]) => JSON.stringify(each) !== JSON.stringify(before[key])));
      if (Object.keys(value).length === 0) close();
      else await closing(complaint, "map.label", { index, ...known, value });
    }
  };
  const say = words.mapping;
  return (
    <Window title={there ? say.nameChange(there.name) : say.nameNew}>
      <form onSubmit={(event) => void send(event)}>
        <label class="field">
          {words.name}
          <input id="label-name" autofocus value={name.value} aria-invalid={complaint.value !== ""} aria-describedby="complaint" onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <fieldset>
          <legend>{say.nameKind}</legend>
          <div class="choices">
            {(["land", "water"] as const).map((each) => (
              <label key={each}><input type="radio" name="name-kind" value={each} checked={kind.value === each} onChange={() => (kind.value = each)} /> {say.nameKinds[each]}</label>
            ))}
          </div>
          <label><input id="label-large" type="checkbox" checked={large.value} onChange={(event) => (large.value = event.currentTarget.checked)} /> {say.large}</label>
        </fieldset>
        <div class="two">
          <Field id="label-from" label={say.from} of={from} short />
          <Field id="label-to" label={say.to} of={to} short />
        </div>
        <p id="complaint" class="bad" role="alert">{complaint.value}</p>
        <div class="buttons">
          <button id="label-done" class="main" type="submit">{there ? say.changeName : say.addName}</button>
          {there && <button id="label-remove" type="button" onClick={() => void closing(complaint, "map.label", { index, ...known, value: null })}>{say.removeName}</button>}
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

export function AreaForm({ id }: { id: string | null }): JSX.Element {
  const there = state.map.value?.areas.find((each) => each.id === id);
  const name = useSignal(there?.name ?? "");
  const side = useSignal(there?.side ?? "");
  const complaint = useSignal("");

  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const called = name.value.trim();
    if (called === "") {
      complaint.value = words.needsName;
      return;
    }
    if (there) {
      const value = { ...(called === there.name ? {} : { name: called }), ...(side.value === (there.side ?? "") ? {} : { side: side.value || null }) };
      if (Object.keys(value).length === 0) close();
      else await closing(complaint, "map.area", { id, value });
      return;
    }
    const before = new Set((state.map.value?.areas ?? []).map((each) => each.id)), chosen = state.areaId.value;
    await closing(complaint, "map.area", { value: { name: called, ...(side.value ? { side: side.value } : {}) } });
    if (state.areaId.value !== chosen) return; // its author chose one meanwhile
    state.areaId.value = state.map.value?.areas.find((each) => !before.has(each.id))?.id ?? chosen;
  };
  const say = words.mapping;
  return (
    <Window title={there ? say.areaChange(there.name) : say.areaNew}>
      <form onSubmit={(event) => void send(event)}>
        <label class="field">
          {say.areaName}
          <input id="area-name" autofocus value={name.value} aria-invalid={complaint.value !== ""} aria-describedby="complaint" onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <label class="field">
          {say.areaSide}
          <select id="area-side" value={side.value} onChange={(event) => (side.value = event.currentTarget.value)}>
            <option value="">{say.nobody}</option>
            {(state.game.value?.sides ?? []).map((each) => <option key={each.id} value={each.id}>{each.name}</option>)}
          </select>
        </label>
        <p id="complaint" class="bad" role="alert">{complaint.value}</p>
        <div class="buttons">
          <button id="area-done" class="main" type="submit">{there ? say.changeArea : say.addArea}</button>
          {there && <button id="area-remove" type="button" onClick={() => void closing(complaint, "map.area", { id, value: null })}>{say.removeArea}</button>}
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}
