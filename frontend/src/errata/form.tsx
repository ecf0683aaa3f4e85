// The form of an erratum: the right value where one was printed, why, and who says so.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Plain } from "../api";
import { close, Window } from "../panels/window";
import * as state from "../state";
import { words } from "../words/en";
import { keepSpeaker, spokenLast } from "./model";
import type { Asked, By } from "./types";

const WHOSE: readonly By[] = ["us", "editor", "designer", "publisher"];
const LISTED = 8;

export function written(value: Plain): string {
  if (value === null) return words.errata.nothing;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function ReasonForm({ asked }: { asked: Asked }): JSX.Element {
  const [first] = asked.values;
  const text = useSignal(asked.erratum && asked.path ? String(asked.erratum.corrected ?? "") : String(first?.new ?? ""));
  const why = useSignal(asked.erratum?.why ?? "");
  const source = useSignal(asked.erratum?.source ?? spokenLast().source);
  const by = useSignal<By>(asked.erratum?.by ?? spokenLast().by);
  const complaint = useSignal("");

  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const reason = { why: why.value.trim(), source: source.value.trim(), by: by.value };
    if (!reason.why || !reason.source) {
      complaint.value = words.errata.needsReason;
      return;
    }
    state.dialog.value = null;
    if (await asked.again(reason, text.value)) keepSpeaker(reason);
    else {
      complaint.value = state.said.value.text;
      state.dialog.value = { is: "reason", asked: { ...asked, erratum: { ...(asked.erratum ?? { id: "" }), corrected: text.value, ...reason } } };
    }
  };

  return (
    <Window title={asked.erratum?.id ? words.errata.changeTitle(asked.erratum.id) : words.errata.title}>
      <form class="erratum-form" onSubmit={(event) => void send(event)}>
        {asked.path ? (
          <>
            <p class="quiet">{first?.paper}</p>
            <div class="pair">
              <span><b>{words.errata.printed}</b><code>{written(first?.printed ?? null)}</code></span>
              <label>
                <b>{words.errata.corrected}</b>
                <input id="erratum-value" autofocus value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
              </label>
            </div>
            {(asked.offered ?? []).length > 0 && (
              <p class="offered">
                <span class="quiet">{words.errata.offered}</span>
                {asked.offered?.map((each) => <button key={each} type="button" class="chip" onClick={() => (text.value = each)}>{each}</button>)}
              </p>
            )}
          </>
        ) : <Values asked={asked} />}
        <label class="field">
          {words.errata.why}
          <textarea id="erratum-why" rows={3} autofocus={!asked.path} value={why.value} placeholder={words.errata.whyHelp} onInput={(event) => (why.value = event.currentTarget.value)} />
        </label>
        <label class="field">
          {words.errata.source}
          <input id="erratum-source" value={source.value} placeholder={words.errata.sourceHelp} onInput={(event) => (source.value = event.currentTarget.value)} />
        </label>
        <label class="field">
          {words.errata.by}
          <select id="erratum-by" value={by.value} disabled={Boolean(asked.erratum?.id)} onChange={(event) => (by.value = event.currentTarget.value as By)}>
            {WHOSE.map((each) => <option key={each} value={each}>{words.errata.whose[each]}</option>)}
          </select>
        </label>
        <p class="bad" role="alert">{complaint.value}</p>
        <p class="quiet">{words.errata.formHelp}</p>
        <div class="buttons">
          <button id="erratum-done" class="main" type="submit">{asked.erratum?.id ? words.errata.changeIt : words.errata.write}</button>
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

/** Values that a painted or dragged change would correct. */
function Values({ asked }: { asked: Asked }): JSX.Element {
  const more = asked.values.length - LISTED;
  return (
    <>
      <p>{words.errata.becomes(asked.values.length)}</p>
      <table class="values">
        <thead><tr><th>{words.errata.where}</th><th>{words.errata.printed}</th><th>{words.errata.corrected}</th></tr></thead>
        <tbody>
          {asked.values.slice(0, LISTED).map((each) => (
            <tr key={each.at}><td>{each.paper}</td><td><code>{written(each.printed)}</code></td><td><code>{written(each.new)}</code></td></tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">{words.errata.andMore(more)}</p>}
    </>
  );
}
