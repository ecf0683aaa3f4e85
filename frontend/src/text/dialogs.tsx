// Dialogs of the text pane: places that name something, a new name, the fixes of findings at the cursor.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Finding } from "../api";
import { close, closeAfter, Window } from "../panels/window";
import { applyFix } from "../session";
import { reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import type { Named, NamedPlace } from "./named";
import { rename } from "./speech";

export function Places({ title, places }: { title: string; places: readonly NamedPlace[] }): JSX.Element {
  const go = (each: NamedPlace): void => {
    close();
    state.pane.value = "text";
    requestAnimationFrame(() => void reveal(each.doc, each.from, each.to, true));
  };
  return (
    <Window title={title} wide>
      <ul class="places">
        {places.map((each, n) => (
          <li key={n}>
            <button class="bare" autofocus={n === 0} onClick={() => go(each)}>
              <b>{each.doc}, {words.line(each.line)}</b>
              <code>{each.text}</code>
            </button>
          </li>
        ))}
      </ul>
    </Window>
  );
}

export function RenameForm({ named }: { named: Named }): JSX.Element {
  const name = useSignal(named.name), complaint = useSignal("");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    await closeAfter(complaint, () => rename(named, name.value.trim()));
  };
  return (
    <Window title={words.speech.rename(named.name)}>
      <form onSubmit={(event) => void send(event)}>
        <label class="field">
          {words.speech.newName}
          <input id="new-name" autofocus value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
          <small class="quiet">{words.speech.renameHelp}</small>
        </label>
        <p class="bad" role="alert">{complaint.value}</p>
        <div class="buttons">
          <button id="rename-done" class="main" type="submit">{words.speech.renameIt}</button>
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

/** Whether the uses of a name that was changed in a form, a table or a dialog get the new one too. */
export function RenameUses(): JSX.Element | null {
  const asked = state.renaming.value;
  if (!asked) return null;
  return (
    <Window title={words.speech.renameTo(asked.old, asked.new)} close={() => asked.answer(null)}>
      <p>{words.speech.renameUses(asked.uses, asked.files)}</p>
      <div class="buttons">
        <button id="rename-all" class="main" autofocus onClick={() => asked.answer("all")}>{words.speech.renameAll}</button>
        <button id="rename-here" onClick={() => asked.answer("here")}>{words.speech.renameHere}</button>
        <button onClick={() => asked.answer(null)}>{words.cancel}</button>
      </div>
    </Window>
  );
}

export function Fixes({ findings }: { findings: readonly Finding[] }): JSX.Element {
  return (
    <Window title={words.speech.fixes}>
      {findings.map((finding, n) => (
        <div key={n}>
          <p><b>{finding.code}</b> {finding.message}</p>
          <div class="buttons">
            {finding.fixes.map((fix, m) => (
              <button key={fix.title} autofocus={n + m === 0} onClick={() => { close(); void applyFix(finding, fix); }}>{words.fix(fix.title)}</button>
            ))}
          </div>
        </div>
      ))}
    </Window>
  );
}
