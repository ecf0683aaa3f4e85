// The tab Compare: what has changed, in words, by document; the hexes are marked on the map.
import type { JSX } from "preact";
import type { ChangeEntry } from "../api";
import { reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import * as compare from "./compare";
import type { To } from "./compare";
import "./compare.css";

const said = words.comparing;

export function ComparePane({ goTo }: { goTo: (hex: string, text: boolean) => void }): JSX.Element {
  const scenarios = state.game.value?.scenarios ?? [], count = compare.answer.value?.changes.length ?? 0;
  return (
    <div id="pane-compare" class="pane compare-pane" role="tabpanel" aria-labelledby="tab-compare" hidden={state.pane.value !== "compare"}>
      <div class="bar choose">
        <label>
          <span class="said">{said.with}</span>
          <select id="compare-to" value={compare.to.value} onChange={(event) => (compare.to.value = event.currentTarget.value as To)}>
            {(["saved", "commit", "scenario"] as const).map((each) => <option key={each} value={each} disabled={each === "scenario" && scenarios.length < 2}>{said.to[each]}</option>)}
          </select>
        </label>
        {compare.to.value === "scenario" && <Scenarios />}
        <span class="quiet state" role="status">{compare.updating.value ? said.comparing : compare.answer.value ? said.count(count + compare.answer.value.left_out) : ""}</span>
      </div>
      <div class="scroll">
        {compare.problem.value !== "" && <p class="empty" role="alert">{compare.problem.value}</p>}
        {compare.answer.value !== null && count === 0 && <p class="empty quiet">{said.same[compare.to.value]}</p>}
        {compare.groups.value.map(([title, changes]) => (
          <section key={title} class="changes">
            <h3>{title} <small class="quiet">{changes.length}</small></h3>
            <ul>{changes.map(([n, change]) => <li key={n}><Row number={n} change={change} goTo={goTo} /></li>)}</ul>
          </section>
        ))}
        {(compare.answer.value?.left_out ?? 0) > 0 && <p class="empty quiet">{said.leftOut(compare.answer.value?.left_out ?? 0)}</p>}
      </div>
    </div>
  );
}

function Scenarios(): JSX.Element {
  const scenarios = state.game.value?.scenarios ?? [];
  const choice = (id: string, label: string, signal: { value: string }): JSX.Element => (
    <label>
      <span class="said">{label}</span>
      <select id={id} value={signal.value} onChange={(event) => (signal.value = event.currentTarget.value)}>
        {scenarios.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
      </select>
    </label>
  );
  return <>{choice("compare-before", said.before, compare.before)}<span aria-hidden="true">→</span>{choice("compare-after", said.after, compare.after)}</>;
}

function Row({ number, change, goTo }: { number: number; change: ChangeEntry; goTo: (hex: string, text: boolean) => void }): JSX.Element {
  const show = (): void => {
    compare.chosen.value = number;
    const hex = change.after[0] ?? change.before[0], { place } = change;
    if (hex !== undefined) goTo(hex, place === null);
    if (place) void reveal(place.doc, place.from, place.to);
  };
  return (
    <button class="change" aria-current={compare.chosen.value === number ? "true" : undefined} onClick={show} title={change.was && change.now ? said.wasNow(change.was, change.now) : ""}>
      <b>{change.subject}</b> {change.what}
      {(change.was || change.now) && (
        <span class="was-now">
          <span><small class="quiet">{said.wasHead[compare.to.value]}</small> <del>{change.was || said.nothing}</del></span>
          <span><small class="quiet">{said.nowHead[compare.to.value]}</small> <ins>{change.now || said.nothing}</ins></span>
        </span>
      )}
      {change.place && <small class="quiet"> {change.place.erratum && `${change.place.erratum}: `}{change.place.doc}, {words.line(change.place.line)}</small>}
    </button>
  );
}
