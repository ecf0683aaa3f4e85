// Dialogs of scenarios: one on new dates, a copy, and removing one.
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Refused, get, post, type DateChoices, type Drafted } from "../api";
import { Window, close, closeAfter } from "../panels/window";
import * as state from "../state";
import { words } from "../words/en";
import { copyScenario, make, removeScenario, type Draft } from "./drafts";

const said = words.dates;
const QUIET = 350;
const LONGEST = 60;

function slug(title: string): string {
  return title.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, LONGEST);
}

/** The form of a new scenario, with the start and stop that were chosen in the grid, if they were. */
export function NewScenario({ start, stop }: { start?: string | undefined; stop?: string | undefined }): JSX.Element {
  const choices = useSignal<DateChoices | null>(null);
  useEffect(() => {
    void get("/api/dates").then((told) => (choices.value = told), (failed: unknown) => {
      state.say(failed instanceof Refused ? failed.message : words.lost, true);
    });
  }, []);
  const told = choices.value;
  return (
    <Window title={said.newTitle}>
      {told === null && <p class="quiet">{words.loading}</p>}
      {told && told.problem !== "" && <p>{told.problem}</p>}
      {told && told.problem === "" && <Form choices={told} chosen={[start, stop]} />}
    </Window>
  );
}

function Form({ choices, chosen }: { choices: DateChoices; chosen: (string | undefined)[] }): JSX.Element {
  const turns = choices.turns;
  const title = useSignal(""), name = useSignal("");
  const printed = turns.findIndex((each) => each.start);
  const [fromGrid, toGrid] = chosen.map((date) => turns.findIndex((each) => each.date === date));
  const start = useSignal(fromGrid !== undefined && fromGrid >= 0 ? fromGrid : Math.max(0, turns.findIndex((each, n) => n > printed && !each.start)));
  const stop = useSignal(toGrid !== undefined && toGrid >= 0 ? toGrid : turns.length - 1);
  const first = useSignal(""), last = useSignal("");
  const origin = useSignal("");
  /** What the command would say, and the draft that it was asked for. */
  const drafted = useSignal<{ of: string; told: Drafted } | null>(null), busy = useSignal(false), complaint = useSignal("");
  const from = start.value;
  const draft: Draft = {
    name: name.value, title: title.value.trim(), start: turns[from]?.date ?? "", stop: turns[stop.value]?.date ?? "",
    first: first.value || null, last: last.value || null,
    origin: origin.value || null,
  };
  const asked = JSON.stringify(draft);
  useEffect(() => {
    if (draft.name === "") return;
    let late = false;
    const waiting = window.setTimeout(() => {
      busy.value = true;
      void post("/api/dates/draft", draft).then((told) => {
        if (!late) drafted.value = { of: asked, told };
      }, (failed: unknown) => {
        if (!late) complaint.value = failed instanceof Refused ? failed.message : words.lost;
      }).finally(() => {
        if (!late) busy.value = false;
      });
    }, QUIET);
    return () => {
      late = true;
      busy.value = false;
      clearTimeout(waiting);
    };
  }, [asked]);

  const told = drafted.value?.of === asked ? drafted.value.told : null, fits = told !== null && told.problem === "";
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!fits) {
      complaint.value = draft.name === "" ? said.needsTitle : told?.problem ?? "";
      return;
    }
    await closeAfter(complaint, () => make(draft, told.open));
  };
  const label = (each: DateChoices["turns"][number], mark: boolean, word: string): string => (mark ? `${each.label} (${word})` : each.label);
  const sides = (of: typeof first, id: string, text: string): JSX.Element => (
    <label class="field">
      {text}
      <select id={id} value={of.value} onChange={(event) => (of.value = event.currentTarget.value)}>
        <option value="">{said.usual}</option>
        {choices.sides.map((each) => <option key={each.id} value={each.id}>{each.name}</option>)}
      </select>
    </label>
  );
  return (
    <form onSubmit={(event) => void send(event)} class="new-scenario">
      <p class="quiet">{said.newHelp}</p>
      <TitleAndName of="new" title={title} name={name} />
      <div class="two">
        <label class="field">
          {said.start}
          <select
            id="new-start" value={from}
            onChange={(event) => {
              start.value = Number(event.currentTarget.value);
              stop.value = Math.max(stop.value, start.value);
            }}
          >
            {turns.map((each, n) => <option key={n} value={n}>{label(each, each.start, said.printed)}</option>)}
          </select>
        </label>
        <label class="field">
          {said.stop}
          <select id="new-stop" value={stop.value} onChange={(event) => (stop.value = Number(event.currentTarget.value))}>
            {turns.map((each, n) => n >= from && <option key={n} value={n}>{label(each, each.stop, said.printed)}</option>)}
          </select>
        </label>
        <button id="date-grid" type="button" onClick={() => (state.dialog.value = { is: "date-grid" })}>{said.grid}</button>
        {choices.fixed && sides(first, "new-first", said.first)}
        {choices.fixed && sides(last, "new-last", said.last)}
      </div>
      <label class="field">
        {said.origin}
        <select id="new-origin" value={origin.value} onChange={(event) => (origin.value = event.currentTarget.value)}>
          <option value="">{choices.usual === "roles" ? said.roles : said.before}</option>
          {choices.usual === "roles" && <option value="before">{said.before}</option>}
          {choices.origins.map((each) => <option key={each.id} value={each.id}>{said.startOf(each.label)}</option>)}
        </select>
      </label>
      <div class="origin-help">
        <small class="quiet">{origin.value === "" && choices.usual === "roles" ? said.rolesHelp : said.startHelp}</small>
      </div>
      <div class="drafted" aria-live="polite" aria-busy={busy.value}>
        {draft.name === "" && <p class="quiet">{said.needsTitle}</p>}
        {draft.name !== "" && told === null && <p class="quiet">{said.drafting}</p>}
        {told && told.problem !== "" && <p class="bad">{[told.problem, told.hint].filter(Boolean).join(": ")}</p>}
        {fits && told && (
          <>
            <p><strong>{said.would(told.file, told.length)}</strong></p>
            <p>{told.units === 0 ? said.asPrinted : said.counts(told.units, told.open)}</p>
            {told.remarks.map((each) => <p key={each} class="quiet">{each}</p>)}
          </>
        )}
      </div>
      {complaint.value !== "" && <p class="bad" role="alert">{complaint.value}</p>}
      <div class="buttons">
        <button id="make-scenario" class="main" disabled={!fits}>{said.make}</button>
        <button type="button" onClick={close}>{words.cancel}</button>
      </div>
    </form>
  );
}

/** The fields for the title and the file name of a scenario; the name follows the title until it is typed. */
function TitleAndName({ of, title, name }: { of: "new" | "copy"; title: Signal<string>; name: Signal<string> }): JSX.Element {
  const own = useSignal(false);
  useLayoutEffect(() => document.getElementById(`${of}-title`)?.focus(), []);
  return (
    <>
      <label class="field">
        {said.title}
        <input
          id={`${of}-title`} value={title.value}
          onInput={(event) => {
            title.value = event.currentTarget.value;
            if (!own.value) name.value = slug(title.value);
          }}
        />
      </label>
      <label class="field">
        {said.name}
        <input
          id={`${of}-name`} value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value.trim();
            own.value = name.value !== "";
          }}
        />
      </label>
    </>
  );
}

export function CopyScenario({ id }: { id: string }): JSX.Element {
  const old = state.game.value?.scenarios.find((each) => each.id === id)?.title ?? id;
  const title = useSignal(said.copyOf(old)), name = useSignal(slug(said.copyOf(old))), complaint = useSignal("");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    await closeAfter(complaint, () => copyScenario(id, name.value, title.value));
  };
  return (
    <Window title={said.copyTitle(old)}>
      <form onSubmit={(event) => void send(event)}>
        <TitleAndName of="copy" title={title} name={name} />
        {complaint.value !== "" && <p class="bad" role="alert">{complaint.value}</p>}
        <div class="buttons">
          <button id="copy-scenario" class="main">{said.copy}</button>
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

export function RemoveScenario({ id }: { id: string }): JSX.Element {
  const title = state.game.value?.scenarios.find((each) => each.id === id)?.title ?? id;
  const complaint = useSignal("");
  const remove = async (): Promise<void> => {
    await closeAfter(complaint, () => removeScenario(id));
  };
  return (
    <Window title={said.removeTitle(title)}>
      <p>{said.removeHelp}</p>
      {complaint.value !== "" && <p class="bad" role="alert">{complaint.value}</p>}
      <div class="buttons">
        <button id="remove-scenario" class="main" onClick={() => void remove()}>{said.remove}</button>
        <button onClick={close}>{words.cancel}</button>
      </div>
    </Window>
  );
}
