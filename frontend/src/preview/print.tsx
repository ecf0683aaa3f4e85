// The dialog Print…: what, on which paper, and how; then its progress, and the PDFs that were made.
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Refused, address, get, post, type PrintOffer, type PrintTold } from "../api";
import { Window } from "../panels/window";
import * as state from "../state";
import { words } from "../words/en";
import { toText } from "../forms/model";
import "./print.css";

const offered = signal<PrintOffer | null>(null);
const told = signal<PrintTold | null>(null);
const only = signal<ReadonlySet<string> | null>(null);
/** Documents about the errata, which are not among the components of the box. */
const errata = signal<ReadonlySet<string>>(new Set());
const papers = signal<ReadonlySet<string>>(new Set());
const profile = signal("");
const scenario = signal("");
const marked = signal(false);

/** The server tells how far it is. */
export function takePrint(event: PrintTold): void {
  told.value = event;
  if (event.state === "done" || event.state === "failed") state.say(event.message, event.state === "failed");
}

async function fetchOffered(): Promise<void> {
  const before = told.value, answer = await get("/api/print");
  if (offered.value === null) {
    papers.value = new Set(answer.papers.slice(0, 1));
    profile.value = answer.profile ?? "";
  }
  if (!answer.scenarios.some((each) => each.id === scenario.value)) scenario.value = "";
  offered.value = answer;
  if (told.value === before) told.value = answer.last; // what was told meanwhile is newer
}

function toggled(set: ReadonlySet<string>, each: string): ReadonlySet<string> {
  const now = new Set(set);
  if (!now.delete(each)) now.add(each);
  return now;
}

/** What no box holds: it is printed only when it is ticked. */
const ON_REQUEST: ReadonlySet<string> = new Set(["leaflet"]);

/** The dialog; for the leaflet of a scenario, with only that ticked. */
export function PrintDialog({ leaflet }: { leaflet?: string | undefined }): JSX.Element {
  const complaint = useSignal(""), beginning = useSignal(false);
  useEffect(() => {
    if (leaflet !== undefined) {
      only.value = new Set(ON_REQUEST);
      errata.value = new Set();
      scenario.value = leaflet;
    }
    fetchOffered().catch((failed: unknown) => {
      complaint.value = failed instanceof Refused ? failed.message : words.lost;
    });
  }, []);
  const known = offered.value, running = told.value?.state === "running";
  const begin = async (): Promise<void> => {
    complaint.value = "";
    beginning.value = true;
    try {
      await post("/api/print", {
        only: only.value === null ? null : [...only.value],
        errata: known?.errata.map((each) => each.id).filter((each) => errata.value.has(each)) ?? [],
        papers: [...papers.value],
        scenario: scenario.value || null,
        profile: profile.value,
        for_scenario: marked.value && scenario.value !== "",
      });
    } catch (failed) {
      complaint.value = failed instanceof Refused ? failed.message : words.lost;
    } finally {
      beginning.value = false;
    }
  };
  return (
    <Window title={words.print.title} wide>
      {known ? (
        <form
          class="print"
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          <div class="print-choices">
            <Components known={known} />
            <div>
              <fieldset>
                <legend>{words.print.papers}</legend>
                {known.papers.map((each) => (
                  <label key={each}><input type="checkbox" checked={papers.value.has(each)} onChange={() => (papers.value = toggled(papers.value, each))} /> {each}</label>
                ))}
              </fieldset>
              <label class="field">
                {words.print.profile}
                <select value={profile.value} onChange={(event) => (profile.value = event.currentTarget.value)}>
                  {known.profiles.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
                </select>
              </label>
              <label class="field">
                {words.print.scenario}
                <select id="print-scenario" value={scenario.value} onChange={(event) => (scenario.value = event.currentTarget.value)}>
                  <option value="">{words.print.allScenarios}</option>
                  {known.scenarios.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
                </select>
              </label>
              <label class="marked">
                <input type="checkbox" disabled={scenario.value === ""} checked={marked.value && scenario.value !== ""} onChange={(event) => (marked.value = event.currentTarget.checked)} />{" "}
                {words.print.marked}
              </label>
            </div>
          </div>
          <p class="quiet">{words.print.into(known.folder)}</p>
          <Outcome />
          {complaint.value && <p class="bad" role="alert">{complaint.value}</p>}
          <div class="buttons">
            <button id="print-begin" class="main" type="submit" disabled={beginning.value || running || papers.value.size === 0 || (only.value?.size === 0 && errata.value.size === 0)}>{words.print.begin}</button>
            {running && <button type="button" onClick={() => void post("/api/print/stop")}>{words.print.stop}</button>}
          </div>
        </form>
      ) : <p class={complaint.value ? "bad" : "quiet"}>{complaint.value || words.print.loading}</p>}
    </Window>
  );
}

function Components({ known }: { known: PrintOffer }): JSX.Element {
  const all = known.components.map((each) => each.id).filter((each) => !ON_REQUEST.has(each));
  return (
    <fieldset>
      <legend>{words.print.components}</legend>
      <label class="all">
        <input type="checkbox" checked={only.value === null} onChange={() => (only.value = only.value === null ? new Set() : null)} /> {words.print.everything}
      </label>
      {known.components.map((each) => (
        <label key={each.id}>
          <input
            type="checkbox" value={each.id} checked={only.value === null ? !ON_REQUEST.has(each.id) : only.value.has(each.id)}
            onChange={() => {
              const now = toggled(only.value ?? new Set(all), each.id);
              only.value = now.size === all.length && all.every((id) => now.has(id)) ? null : now;
            }}
          />{" "}
          {each.title}
        </label>
      ))}
      {known.errata.length > 0 && <p class="quiet of-errata">{words.print.ofErrata}</p>}
      {known.errata.map((each) => (
        <label key={each.id}>
          <input type="checkbox" value={each.id} checked={errata.value.has(each.id)} onChange={() => (errata.value = toggled(errata.value, each.id))} />{" "}
          {each.title}
        </label>
      ))}
    </fieldset>
  );
}

/** How far it is, or what came of it. */
function Outcome(): JSX.Element | null {
  const event = told.value;
  if (!event || event.state === "") return null;
  if (event.state === "running") {
    return (
      <div class="outcome">
        <progress aria-label={words.print.progress} value={event.total > 0 ? event.done : undefined} max={event.total || 1} />
        <p role="status">{event.total > 0 ? words.print.at(event.done + 1, event.total, event.title) : words.print.checking}</p>
      </div>
    );
  }
  return (
    <div class="outcome">
      <p class={event.state === "done" ? "" : "bad"} role="status">{event.message}</p>
      {event.errors.length > 0 && (
        <ul class="print-errors">
          {event.errors.map((each, n) => (
            <li key={n}>
              <b>{each.code}</b> {each.message}{" "}
              <button type="button" class="bare" onClick={() => void goTo(each.doc, each.line)}>{each.doc}:{each.line}</button>
            </li>
          ))}
        </ul>
      )}
      {event.files.length > 0 && (
        <ul class="printed" aria-label={words.print.made}>
          {event.files.map((each) => (
            <li key={each.name}>
              <a href={address(`/api/prints/${encodeURIComponent(each.name)}`)} target="_blank" rel="noopener">{each.title}</a>{" "}
              <span class="quiet">{words.print.pages(each.pages)}, {each.name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Close the dialog, and show the line that an error is at. */
async function goTo(doc: string, line: number): Promise<void> {
  if (!state.game.value?.documents.some((each) => each.name === doc)) return;
  state.dialog.value = null;
  await toText(doc, { line });
}
