// The pane of what a scenario leaves to decide: the list, the evidence of one place, victory rows that are proposed.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { OpenPlace, OwnVictoryRow, PlacesAnswer, SettledPlace } from "../api";
import { hold } from "../map/counters";
import * as setUp from "../set_up/units";
import { reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import { acceptAll, answer, asking, cell, choose, chosen, current, decide, decided, drawFront, focusPlace, letter, settle, source, step, takeRow, waits } from "./drafts";
import "./drafts.css";

const said = words.dates;

export function DecidePane(): JSX.Element | null {
  const told = answer.value;
  if (state.pane.value !== "decide") return null;
  return (
    <div id="pane-decide" class="pane decide" role="tabpanel" aria-labelledby="tab-decide">
      {told === null || (!waits.value && !decided.value) ? <p class="empty quiet">{asking.value ? said.gathering : said.nothing}</p> : <Whole told={told} />}
    </div>
  );
}

function Whole({ told }: { told: PlacesAnswer }): JSX.Element {
  const sure = useSignal(false);
  const total = told.open + told.decided, place = current.value;
  return (
    <>
      <header>
        <h2>{told.title}</h2>
        {told.date !== "" && <p class="quiet">{told.date}</p>}
        <div class="progress">
          <progress max={total || 1} value={told.decided} aria-label={said.progress(told.decided, total)} />
          <span>{said.progress(told.decided, total)}</span>
          {told.open > 1 && !sure.value && <button id="accept-all" onClick={() => (sure.value = true)}>{said.acceptAll}</button>}
        </div>
        {sure.value && (
          <div class="ask" role="alertdialog" aria-label={said.acceptAll}>
            <p>{said.acceptSure(told.open)}</p>
            <button id="accept-sure" class="main" autofocus onClick={() => { sure.value = false; void acceptAll(); }}>{said.accept(told.open)}</button>
            <button onClick={() => (sure.value = false)}>{words.cancel}</button>
          </div>
        )}
        {told.problem !== "" && <p class="bad">{said.problem(told.problem)}</p>}
      </header>
      {told.places.length > 0 && <List told={told} />}
      <div class="evidence">
        {place && <Card key={place.id} place={place} />}
        {told.open === 0 && told.problem === "" && <p>{told.notes.length > 0 ? said.questionsLeft(told.notes.length) : said.allDecided}</p>}
        {told.open > 0 && told.places.length === 0 && <p class="quiet">{asking.value ? said.gathering : ""}</p>}
        {told.moved && (
          <section class="more moved" role="status">
            <p>{said.frontMoved}</p>
            <button
              id="draw-front"
              onClick={() => {
                focusPlace(); // the button goes
                void drawFront(told.scenario);
              }}
            >
              {said.drawFront}
            </button>
          </section>
        )}
        <Proposed rows={told.proposed} />
        <Review title={said.settledRows(told.settled.length)} rows={told.settled} />
        <Questions told={told} />
        <Rows told={told} />
        <Next told={told} />
        <Chronology told={told} />
      </div>
    </>
  );
}

function List({ told }: { told: PlacesAnswer }): JSX.Element {
  const here = current.value?.id;
  useEffect(() => {
    document.querySelector(".decide [aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }, [here]);
  return (
    <ul class="open-places" aria-label={said.open}>
      {told.places.map((each) => (
        <li key={each.id}>
          <button data-place={each.id} aria-current={each.id === here ? "true" : undefined} onClick={() => choose(each.id)}>
            <Face place={each} />
            <span>{each.name || each.cited}</span>
            <small>{each.candidates[0]?.said ?? ""}?</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Face({ place }: { place: OpenPlace }): JSX.Element {
  return <svg viewBox="0 0 1 1" aria-hidden="true">{place.counter !== "" && <use href={`#${place.counter}`} width="1" height="1" />}</svg>;
}

function Card({ place }: { place: OpenPlace }): JSX.Element {
  useEffect(() => document.querySelector(".evidence")?.scrollTo(0, 0), []);
  const against = answer.value?.against.filter((each) => place.kind === "control" && each.includes(place.cited.split(" of ")[1] ?? "\0")) ?? [];
  return (
    <section class="card" aria-label={place.cited}>
      <div class="who">
        <Face place={place} />
        <div>
          <h3>{place.name || place.cited}</h3>
          {place.name !== "" && <small class="quiet">{place.cited}</small>}
        </div>
        <button class="bare" aria-label={said.back} title={`${said.back} (K)`} onClick={() => step(-1)}>‹</button>
        <button class="bare" aria-label={said.leaveOpen} title={`${said.leaveOpen} (J)`} onClick={() => step(1)}>›</button>
      </div>
      <dl>
        {place.printed.map((each) => <><dt>{each.label}</dt><dd>{[each.said || said.unsaid, each.named].filter(Boolean).join(", ")}</dd></>)}
        {place.comings.length > 0 && <><dt>{said.moves}</dt><dd>{place.comings.map((each) => `${each.kind} ${each.date}`).join(", ")}</dd></>}
        {place.reason !== "" && <><dt>{said.draft}</dt><dd>{place.reason}</dd></>}
        {place.sightings.length > 0 && <><dt>{said.sightings}</dt><dd>{place.sightings.map((each) => <div key={each}>{each}</div>)}</dd></>}
      </dl>
      {against.map((each) => <p class="warn" key={each}>{each.charAt(0).toUpperCase() + each.slice(1)}.</p>)}
      <label class="dossier-source">
        {said.source}
        <input id="source" value={source.value} onInput={(event) => (source.value = event.currentTarget.value)} />
      </label>
      <ol class="candidates">
        {place.candidates.map((each, n) => (
          <li key={each.cell}>
            <button data-candidate={letter(n)} disabled={each.doubt !== ""} onClick={() => void decide(each.cell)}>
              <b>{letter(n)}</b>
              <span>
                <strong>{[each.said, each.named].filter(Boolean).join(", ")}</strong>
                <small>{each.why.join("; ")}</small>
                {each.doubt !== "" && <small class="bad">{each.doubt}</small>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <form
        class="other"
        onSubmit={(event) => {
          event.preventDefault();
          void decide(cell.value);
        }}
      >
        {place.kind !== "control" && (
          <label>
            {said.other}
            <span>
              <input id="other-cell" value={cell.value} placeholder={place.candidates[0]?.cell ?? ""} onInput={(event) => (cell.value = event.currentTarget.value)} />
              <button disabled={cell.value.trim() === ""}>{said.decide}</button>
            </span>
          </label>
        )}
      </form>
      <div class="buttons">
        <button id="leave-open" onClick={() => step(1)}>{said.leaveOpen} <kbd>J</kbd></button>
        <button
          onClick={() => {
            state.pane.value = "text";
            void reveal(place.doc, place.from, place.to);
          }}
        >
          {said.inText}
        </button>
      </div>
      <p class="help quiet">{said.help}</p>
    </section>
  );
}

/** Rows to look over: a click goes to the unit on the map and takes it in hand, else to the row. */
function Review({ title, rows }: { title: string; rows: SettledPlace[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <details class="more review">
      <summary>{title}</summary>
      <ul>
        {rows.map((each) => {
          const unit = setUp.unitsById.value.get(each.id);
          return (
            <li key={each.id}>
              <button
                class="bare" data-review={each.id}
                onClick={() => {
                  if (unit?.hex) return hold(unit);
                  state.pane.value = "text";
                  void reveal(each.doc, each.from, each.to);
                }}
              >
                <strong>{unit?.name ?? each.cited} <span class="quiet">{each.cell}</span></strong>
                <small>{each.reason}</small>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Victory rows that the draft proposed: a click goes to the row. */
function Proposed({ rows }: { rows: OwnVictoryRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <details class="more review">
      <summary>{said.proposedRows(rows.length)}</summary>
      <ul>
        {rows.map((each) => (
          <li key={each.id}>
            <button
              class="bare" data-proposed={each.id}
              onClick={() => {
                state.pane.value = "text";
                void reveal(each.doc, each.from, each.to);
              }}
            >
              <strong>{said.row(each.side, each.points, each.text)}</strong>
              <small>{each.why}</small>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Questions({ told }: { told: PlacesAnswer }): JSX.Element | null {
  if (told.notes.length === 0) return null;
  return (
    <section class="more">
      <h3>{said.questions}</h3>
      <ul>
        {told.notes.map((each) => (
          <li key={each.text}>
            <span>{each.text}</span>
            <button
              data-answer
              onClick={() => {
                state.pane.value = each.form ? "form" : "text";
                void reveal(each.doc, each.from, each.to);
              }}
            >
              {said.answerIn(each.doc)}
            </button>
            {each.settle && <button data-settle onClick={() => void settle(each.text)}>{said.settled}</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rows({ told }: { told: PlacesAnswer }): JSX.Element | null {
  if (told.rows.length === 0) return null;
  return (
    <section class="more">
      <h3>{said.rows}</h3>
      <p class="quiet">{said.rowsHelp}</p>
      {told.scores.length > 0 && (
        <div class="scores">
          <p>{said.scores}</p>
          <ul>{told.scores.map((each) => <li key={each}>{each}</li>)}</ul>
        </div>
      )}
      <ul>
        {told.rows.map((each) => (
          <li key={each.id}>
            <span>
              <strong>{said.row(each.side, each.points, each.text)}</strong>
              <small>{each.doubt === "" ? each.why : `${each.why}; ${each.doubt}`}</small>
            </span>
            <button data-row={each.id} onClick={() => void takeRow(each.id)}>{said.takeRow}</button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What to look up next: the question first whose answer settles most. */
function Next({ told }: { told: PlacesAnswer }): JSX.Element | null {
  if (told.next.length === 0) return null;
  return (
    <section class="more" id="look-up-next">
      <h3>{said.next}</h3>
      <ol>{told.next.map((each) => <li key={each}>{each}</li>)}</ol>
    </section>
  );
}

function Chronology({ told }: { told: PlacesAnswer }): JSX.Element | null {
  if (told.chronology.length === 0) return null;
  return (
    <details class="more">
      <summary>{said.chronology}</summary>
      <dl>
        {told.chronology.map((each) => (
          <>
            <dt class={each.when}>{each.date}</dt>
            <dd class={each.against ? "warn" : each.when}>{each.said.join("; ")}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}

/** How many places are open, beside the scenario that they are of. */
export function DecideButton(): JSX.Element | null {
  const told = answer.value;
  if (told === null || !waits.value) return null;
  return (
    <button
      id="open-decide"
      class="main"
      onClick={() => {
        state.pane.value = "decide";
        chosen.value ||= told.places[0]?.id ?? "";
        focusPlace();
      }}
    >
      {told.open > 0 ? said.openCount(told.open) : told.notes.length > 0 ? said.answerCount(told.notes.length) : told.rows.length > 0 ? said.proposals : said.drawFront}
    </button>
  );
}
