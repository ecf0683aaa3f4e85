// A sighting of the unit in hand: its date and source, then a click on the hex where it was seen, or was not.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { get, type SightingsAnswer } from "../api";
import { put } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import * as setUp from "./units";

type Sure = "certain" | "likely" | "perhaps";

const said = words.dates;
/** What the server told of the unit in hand, and what is typed: a source stays for the next unit. */
const told = signal<SightingsAnswer | null>(null);
const date = signal("");
const source = signal("");
const page = signal("");
const sure = signal<Sure>("certain");

async function ask(scenario: string, who: string): Promise<void> {
  told.value = await get("/api/dates/sightings", { scenario, who }).catch(() => null);
  date.value ||= told.value?.date ?? "";
}

/** Wait for a click on the map, and add the sighting there. */
function pick(who: string, name: string, absent: boolean): void {
  state.say(absent ? said.clickNot(name) : said.clickHex(name));
  state.picking.value = (hex) => {
    const body = { who, place: hex, date: date.value.trim(), source: source.value.trim(), page: page.value.trim(), sure: sure.value, absent };
    void put("/api/dates/sighting", body).then((kept) => {
      if (kept) void ask(setUp.scenario.value, who);
    });
  };
}

export function Sighting(): JSX.Element | null {
  const unit = setUp.unitsById.value.get(setUp.held.value), scenario = setUp.scenario.value;
  const id = unit?.id ?? "";
  useEffect(() => {
    told.value = null;
    if (id !== "" && scenario !== "") void ask(scenario, id);
  }, [id, scenario]);
  if (!unit) return null;
  return (
    <details class="sighting">
      <summary>{said.sighting(unit.name)}</summary>
      {(told.value?.seen.length ?? 0) > 0 && <ul>{told.value?.seen.map((each) => <li key={each}>{each}</li>)}</ul>}
      <label>
        {said.seenOn}
        <input id="seen-date" value={date.value} onInput={(event) => (date.value = event.currentTarget.value)} />
      </label>
      <label>
        {said.seenIn}
        <input id="seen-source" list="seen-sources" value={source.value} onInput={(event) => (source.value = event.currentTarget.value)} />
      </label>
      <datalist id="seen-sources">{told.value?.sources.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}</datalist>
      <label>
        {said.seenPage}
        <input id="seen-page" value={page.value} onInput={(event) => (page.value = event.currentTarget.value)} />
      </label>
      <label>
        {said.seenSure}
        <select id="seen-sure" value={sure.value} onChange={(event) => (sure.value = event.currentTarget.value as Sure)}>
          {(Object.keys(said.sure) as Sure[]).map((each) => <option key={each} value={each}>{said.sure[each]}</option>)}
        </select>
      </label>
      <div class="buttons tight">
        <button id="seen-here" disabled={date.value.trim() === ""} onClick={() => pick(unit.id, unit.name, false)}>{said.seenHere}</button>
        <button id="not-here" disabled={date.value.trim() === ""} onClick={() => pick(unit.id, unit.name, true)}>{said.notHere}</button>
      </div>
    </details>
  );
}
