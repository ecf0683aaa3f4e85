// The tab Form: the chosen document as fields, and below them the line that the field with the focus stands on.
import type { JSX } from "preact";
import { stepBack, stepForward } from "../session";
import { openText } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import "./forms.css";
import { Faults } from "./fields";
import { Group } from "./groups";
import { focused, form, formless, line, ofDocument, toText } from "./model";

const GOOD = ["game", "scenarios", "time-track", "victory", "options", "charts", "profiles", "aids", "playtest"];

export function FormPane(): JSX.Element {
  const known = form.value;
  const shown = known !== null && known.doc === state.doc.value;
  return (
    <div id="pane-form" class="pane" role="tabpanel" aria-labelledby="tab-form" hidden={state.pane.value !== "form"}>
      {shown ? (
        <>
          <div class="bar form-bar">
            <h2>{state.game.value?.documents.find((each) => each.name === known.doc)?.title || known.doc}</h2>
            <span class="quiet">{known.doc}</span>
          </div>
          {formless.value && <p class="empty bad" role="status">{formless.value}</p>}
          <div class="form-view" tabIndex={-1} onKeyDown={undoHere}>
            <Faults path={[]} />
            <Group key={known.doc} path={[]} shape={known.shape} value={known.value} label={known.doc} help="" editing={ofDocument} />
          </div>
          <Beside />
        </>
      ) : <Without />}
    </div>
  );
}

/** Undo and redo of the game, where no unfinished value is typed at. */
function undoHere(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || target.dataset.typed === "true" || target.closest(".draft")) return;
  if (key === "y" || (key === "z" && event.shiftKey)) void stepForward();
  else if (key === "z") void stepBack();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Help for the field with the focus, and its line of the text. */
function Beside(): JSX.Element {
  const at = line.value, here = focused.value, doc = form.value?.doc ?? "";
  return (
    <div class="beside">
      <p class="quiet">{here?.help ? words.form.plain(here.help) : words.form.hint}</p>
      <p class="text-line">
        <code>{at ? `${at.number}  ${at.text}` : ""}</code>
        <button disabled={at === null} onClick={() => void toText(doc, { from: here?.value?.from ?? 0 })}>{words.form.toText}</button>
      </p>
    </div>
  );
}

function Without(): JSX.Element {
  const listed = (state.game.value?.documents ?? []).filter((each) => GOOD.includes(each.kind));
  return (
    <div class="empty">
      <p>{formless.value || words.form.none}</p>
      <ul class="links">
        {listed.map((each) => <li key={each.name}><button class="bare" onClick={() => void openText(each.name)}>{each.title || each.name} <span class="quiet">{each.name}</span></button></li>)}
      </ul>
    </div>
  );
}
