// The errata of the game: what was printed and what is right, why, and what each does.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ErratumEntry, TrialData } from "../api";
import { goTo } from "../panels/go-to";
import { change } from "../session";
import { reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import { written } from "./form";
import { chosenErratum, correct, goToTarget, listing, show, trials, trying, tryOut } from "./model";

export function ErrataList(): JSX.Element {
  const known = listing.value, find = useSignal("");
  if (!known) return <p class="empty quiet">{words.errata.loading}</p>;
  const wanted = find.value.trim().toLowerCase();
  const listed = known.errata.filter((each) =>
    wanted === "" || `${each.id} ${each.paper} ${each.at} ${written(each.printed)} ${written(each.corrected)} ${each.why}`.toLowerCase().includes(wanted));
  const off = listed.filter((each) => !each.shown).length;
  return (
    <div class="errata-list">
      <div class="bar">
        <input id="find-erratum" type="search" aria-label={words.errata.find} placeholder={words.errata.find} value={find.value} onInput={(event) => (find.value = event.currentTarget.value)} />
        <span class="quiet" role="status">{words.errata.count(known.errata.length, listed.length, off, known.printed)}</span>
      </div>
      {known.unread.map((each) => <p key={each} class="bad">{words.errata.unread(each)}</p>)}
      {known.errata.length === 0 ? <p class="empty">{words.errata.none}</p> : (
        <ul tabIndex={0} aria-label={words.errata.list}>
          {listed.map((each) => <Entry key={each.id + each.at} erratum={each} />)}
          {listed.length === 0 && <li class="empty quiet">{words.errata.noneFound}</li>}
        </ul>
      )}
    </div>
  );
}

function Entry({ erratum }: { erratum: ErratumEntry }): JSX.Element {
  const open = chosenErratum.value === erratum.id;
  const result = trials.value.get(erratum.number);
  return (
    <li class={`erratum ${erratum.shown ? "" : "off"}`} data-id={erratum.id} aria-current={open ? "true" : undefined}>
      <div class="line">
        <input
          type="checkbox"
          checked={erratum.shown}
          disabled={erratum.problem !== "" && !erratum.shown}
          aria-label={words.errata.showIt(erratum.id)}
          title={erratum.problem || words.errata.showIt(erratum.id)}
          onChange={(event) => void show(erratum.id, event.currentTarget.checked)}
        />
        <button class="bare name" aria-expanded={open} onClick={() => (chosenErratum.value = open ? "" : erratum.id)}>
          <b>{erratum.id}</b>
          <span>{erratum.paper}</span>
        </button>
        <span class={`status ${erratum.status}`}>{words.errata.status[erratum.status] ?? erratum.status}</span>
      </div>
      <p class="change"><del>{written(erratum.printed)}</del> <span aria-label={words.errata.becomesWord}>→</span> <ins>{written(erratum.corrected)}</ins></p>
      {erratum.problem && <p class="bad">{erratum.problem}</p>}
      {open && <Details erratum={erratum} result={result} />}
    </li>
  );
}

function Details({ erratum, result }: { erratum: ErratumEntry; result: TrialData | undefined }): JSX.Element {
  const { target, list } = erratum;
  const waits = trying.value?.ids.includes(erratum.number) ?? false;
  const [hex] = erratum.hexes;
  return (
    <div class="details">
      <p>{erratum.why}</p>
      <p class="quiet">{erratum.source}{erratum.date && ` (${erratum.date})`}</p>
      {result && <Result trial={result} />}
      <div class="buttons">
        <button disabled={waits} onClick={() => void tryOut([erratum.number])}>{waits ? words.errata.checking : words.errata.check}</button>
        {target && <button onClick={() => void goToTarget(erratum)}>{words.errata.toValue}</button>}
        {hex && <button onClick={() => goTo(hex)}>{words.errata.toHex(hex)}</button>}
        {target && erratum.by === "us" && <button onClick={() => void correct(target.doc, target.from)}>{words.errata.change}</button>}
        {list && <button onClick={() => { state.pane.value = "text"; void reveal(list.doc, list.from, list.from); }}>{words.errata.toList}</button>}
        <button onClick={() => void change("erratum.remove", { ids: [erratum.id] })}>{words.errata.remove}</button>
      </div>
    </div>
  );
}

function Result({ trial }: { trial: TrialData }): JSX.Element {
  return (
    <dl class="trial">
      <dt>{words.errata.resolves}</dt>
      <dd>{trial.resolves.length === 0 ? words.errata.nothing : <ul>{trial.resolves.map((each) => <li key={each}>{each}</li>)}</ul>}</dd>
      <dt>{words.errata.causes}</dt>
      <dd class={trial.causes.length > 0 ? "bad" : ""}>{trial.causes.length === 0 ? words.errata.nothing : <ul>{trial.causes.map((each) => <li key={each}>{each}</li>)}</ul>}</dd>
      <dt>{words.errata.scenarios}</dt>
      <dd>{trial.scenarios.length === 0 ? words.errata.none_changed : trial.scenarios.map((id) => state.game.value?.scenarios.find((each) => each.id === id)?.title ?? id).join(", ")}</dd>
    </dl>
  );
}
