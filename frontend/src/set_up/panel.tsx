// The set-up of a scenario in the left column: which one, the turn of the slider, and the units that are not on the map.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { SetUpUnit } from "../api";
import { printLeaflet } from "../drafts/drafts";
import { DecideButton } from "../drafts/panel";
import { carry, hold, putTurn, turnOf } from "../map/counters";
import { showScenario } from "../session";
import * as setUp from "./units";
import { unsupplied } from "./overlays";
import { Sighting } from "./sighting";
import * as state from "../state";
import { words } from "../words/en";
import { Overlays } from "./overlays-panel";

const sought = signal("");
const label = state.turnLabel;
const RULES: readonly SetUpUnit["state"][] = ["within", "enters", "attached", "free"];

/** What stands beside a unit's name: where it starts, or when it comes. */
function remark(unit: SetUpUnit): string {
  const next = unit.arrives.find((each) => each >= setUp.turn.value), gone = unit.leaves.find((each) => each >= setUp.turn.value);
  if (unit.state === "at") return gone === undefined ? unit.hex || unit.place : words.leaves(label(gone));
  if (next !== undefined) return words.arrives(label(next));
  if (unit.state === "reserve") return words.reserve;
  if (unit.state === "eliminated") return words.eliminated;
  if (unit.state !== "absent") return unit.text;
  const came = unit.arrives.filter((each) => each < setUp.turn.value).pop();
  return came !== undefined && setUp.present(unit) ? words.arrived(label(came)) : "";
}

type Group = [title: string, units: SetUpUnit[]];

/** The lists of the palette, each unit once; those at the hex cursor last, so that the others stay in their places. */
function groups(): Group[] {
  const units = setUp.answer.value?.units ?? [], turn = setUp.turn.value, named = words.unitGroups;
  const text = sought.value.trim().toLowerCase();
  if (text !== "") return [[named.found, units.filter((unit) => `${unit.name} ${unit.cited}`.toLowerCase().includes(text))]];
  const left = new Set(units);
  const take = (which: (unit: SetUpUnit) => boolean): SetUpUnit[] => {
    const found = [...left].filter(which);
    for (const each of found) left.delete(each);
    return found;
  };
  const here = state.cursor.value;
  const first: Group[] = [
    [named.arrives, take((unit) => unit.arrives.includes(turn))],
    [named.leaves, take((unit) => unit.leaves.includes(turn))],
    [named.unsupplied, take((unit) => unsupplied.value.has(unit.id))],
  ];
  const atCursor = take((unit) => here !== "" && unit.hex === here && setUp.present(unit));
  take((unit) => unit.state === "at" && unit.hex !== "" && setUp.present(unit));
  return [
    ...first,
    [named.boxes, take((unit) => (unit.place !== "" || unit.state === "reserve") && setUp.present(unit))],
    [named.rule, take((unit) => RULES.includes(unit.state))],
    [named.later, take((unit) => unit.arrives.some((each) => each > turn))],
    [named.arrived, take((unit) => setUp.present(unit))],
    [named.absent, [...left]],
    [named.here(here), atCursor],
  ];
}

export function SetUp(): JSX.Element | null {
  const scenarios = state.game.value?.scenarios ?? [], answer = setUp.answer.value;
  return (
    <section class="set-up">
      <h2>{words.setUp}</h2>
      <label>
        {words.scenario}
        <select id="scenario" value={setUp.scenario.value} onChange={(event) => void showScenario(event.currentTarget.value)}>
          <option value="">{words.noScenario}</option>
          {scenarios.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
        </select>
      </label>
      <div class="buttons tight">
        <button id="new-scenario" title={words.dates.newHelp} onClick={() => (state.dialog.value = { is: "new-scenario" })}>{words.dates.new}</button>
        {setUp.scenario.value !== "" && <Chosen id={setUp.scenario.value} />}
      </div>
      {answer && answer.problem !== "" && <p class="quiet">{words.noSetUp(answer.problem)}</p>}
      {answer && answer.problem === "" && <Palette first={answer.first} last={answer.last} />}
    </section>
  );
}

function Chosen({ id }: { id: string }): JSX.Element {
  return (
    <>
      <button id="ask-copy" onClick={() => (state.dialog.value = { is: "copy-scenario", id })}>{words.dates.copyAsk}</button>
      <button id="leaflet" title={words.dates.leafletHelp} onClick={() => void printLeaflet(id)}>{words.dates.leaflet}</button>
      <button id="ask-remove" onClick={() => (state.dialog.value = { is: "remove-scenario", id })}>{words.dates.removeAsk}</button>
      <DecideButton />
    </>
  );
}

function Palette({ first, last }: { first: number; last: number }): JSX.Element {
  const listed = groups().filter(([, units]) => units.length > 0);
  return (
    <>
      <label class="turn">
        {words.turn}: <output>{label(setUp.turn.value)}</output>
        <input
          id="turn" type="range" min={first} max={last} value={setUp.turn.value} aria-valuetext={label(setUp.turn.value)}
          onInput={(event) => (setUp.turn.value = Number(event.currentTarget.value))}
        />
      </label>
      <Overlays />
      <input
        id="find-unit" type="search" aria-label={words.findUnit} placeholder={words.unitPlaceholder} value={sought.value}
        onInput={(event) => (sought.value = event.currentTarget.value)}
      />
      <p class="help quiet">{words.setUpHelp}</p>
      <Coming first={first} last={last} />
      <Sighting />
      <div class="units">
        {sought.value.trim() !== "" && listed.length === 0 && <p class="quiet">{words.noUnit}</p>}
        {listed.map(([title, units]) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>{units.map((unit) => <li key={unit.id}><Row unit={unit} /></li>)}</ul>
          </div>
        ))}
      </div>
    </>
  );
}

/** The turn of the unit in hand, if it arrives or leaves: another one may be chosen. */
function Coming({ first, last }: { first: number; last: number }): JSX.Element | null {
  const unit = setUp.unitsById.value.get(setUp.held.value), coming = unit && setUp.coming(unit);
  if (!unit || !coming) return null;
  return (
    <label class="coming">
      {words.oob.turnOf[coming.kind](unit.name)}
      <select value={turnOf(unit, coming)} onChange={(event) => void putTurn(unit, Number(event.currentTarget.value))}>
        {Array.from({ length: last - first + 1 }, (_, n) => first + n).map((each) => <option key={each} value={each}>{label(each)}</option>)}
      </select>
    </label>
  );
}

function Row({ unit }: { unit: SetUpUnit }): JSX.Element {
  return (
    <button
      data-unit={unit.id}
      title={unit.cited}
      aria-pressed={setUp.held.value === unit.id}
      onPointerDown={(event) => {
        if (event.button === 0) carry(event, unit, () => undefined);
      }}
      onClick={() => hold(unit)}
    >
      <svg viewBox="0 0 1 1" aria-hidden="true">{unit.counter && <use href={`#${unit.counter}`} width="1" height="1" />}</svg>
      <span>{unit.name}</span>
      <small>{remark(unit)}</small>
    </button>
  );
}
