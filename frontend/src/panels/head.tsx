// The head of the page, with undo, redo and save, and its foot, which says what just happened.
import type { JSX } from "preact";
import { automatic, chooseAutomatic } from "../autosave";
import { ErrataSwitch } from "../errata/switch";
import { save, stepBack, stepForward } from "../session";
import * as state from "../state";
import { describe } from "../map/hands";
import { beginTour, unseen } from "../tour";
import { words } from "../words/en";
import { Icon } from "./icons";
import { Search } from "./search";

export function Head(): JSX.Element {
  const away = state.away.value !== "";
  const undo = state.undo.value, redo = state.redo.value, unsaved = state.unsaved.value.size;
  return (
    <header class="head">
      <h1>{state.game.value?.title ?? words.product}</h1>
      <div class="steps">
        <button id="undo" disabled={undo === null || away} onClick={() => void stepBack()} title={`${undo === null ? words.nothingToUndo : words.undoThis(undo)} (Ctrl+Z)`}>
          <Icon name="undo" />
          <span>{undo === null ? words.undo : words.undoThis(undo)}</span>
        </button>
        <button id="redo" disabled={redo === null || away} onClick={() => void stepForward()} title={`${redo === null ? words.nothingToRedo : words.redoThis(redo)} (Ctrl+Y)`}>
          <Icon name="redo" />
          <span>{redo === null ? words.redo : words.redoThis(redo)}</span>
        </button>
      </div>
      <ErrataSwitch />
      <Search />
      <span class="keeping">{unsaved === 0 ? words.allSaved : words.unsavedCount(unsaved)}</span>
      <button id="save" class={unsaved ? "main" : ""} disabled={away} onClick={() => void save()} title={`${words.save} (Ctrl+S). ${unsaved === 0 ? words.allSaved : words.unsavedCount(unsaved)}`}>
        <Icon name="save" />
        <span>{words.save}</span>
      </button>
      <label class="automatic" title={words.automaticHelp}>
        <input id="automatic" type="checkbox" checked={automatic.value} onChange={(event) => chooseAutomatic(event.currentTarget.checked)} /> {words.automatic}
      </label>
      <button id="print" disabled={away} onClick={() => (state.dialog.value = { is: "print" })} title={words.print.title}>
        <Icon name="print" />
        <span>{words.print.button}</span>
      </button>
      <button id="tour" class={unseen.value ? "main" : ""} onClick={beginTour} title={words.tour.help}>
        <span>{words.tour.button}</span>
      </button>
      <button id="keys" onClick={() => (state.dialog.value = { is: "keys" })} title={`${words.keys} (?)`}>
        <span aria-hidden="true">?</span>
        <span class="said">{words.keys}</span>
      </button>
    </header>
  );
}

/** Says above everything else that the server is out of reach, and which documents have text that never reached it. */
export function Away(): JSX.Element {
  const away = state.away.value, unsent = away === "" ? [] : state.unsent.value;
  return (
    <p class="away bad" role="alert" hidden={away === ""}>
      {away === "lost" ? words.lost : away === "refused" ? words.refusedEntry : ""}
      {unsent.length > 0 && <b class="unsent"> {words.unsent([...unsent])}</b>}
    </p>
  );
}

export function Foot(): JSX.Element {
  const hex = state.pointed.value || state.cursor.value;
  return (
    <footer class="foot">
      <span class="here">{hex && describe(hex)}</span>
      <span class={`happened ${state.said.value.bad ? "bad" : ""}`} role="status" title={state.said.value.text}>{state.said.value.text}</span>
      <span class="zoomed">{Math.round(state.zoom.value * 100)} %</span>
      <span class="said" aria-live="polite">{state.announced.value}</span>
    </footer>
  );
}
