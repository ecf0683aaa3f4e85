// The tabs of the pane on the right: the text of a document, or another view of it.
import type { JSX } from "preact";
import { decided, waits } from "../drafts/drafts";
import { chosenDocument, openText } from "../shown";
import * as setUp from "../set_up/units";
import * as state from "../state";
import { words } from "../words/en";
import { Icon } from "./icons";

const TABS: readonly state.PaneName[] = ["text", "table", "form", "rules", "preview", "play", "compare", "decide"];

/** A tab that has nothing to show for the game or the scenario that is chosen is left out. */
function shown(): readonly state.PaneName[] {
  return TABS.filter((each) => {
    if (each === "play") return state.game.value?.played !== false;
    return each !== "decide" || waits.value || decided.value || state.pane.value === "decide";
  });
}

/** Show a view. The map has no form: that of the scenario under Set-up is shown then. */
function choose(pane: state.PaneName): void {
  const scenario = `scenarios/${setUp.scenario.value}.yaml`, documents = state.game.value?.documents ?? [];
  state.pane.value = pane;
  if (pane === "form" && documents.some((each) => each.name === chosenDocument() && each.kind === "map") && documents.some((each) => each.name === scenario)) {
    void openText(scenario);
  }
}

/** Arrow keys go from tab to tab, round the ends. */
function onKeyDown(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const tabs = shown(), next = tabs[(tabs.indexOf(state.pane.value) + by + tabs.length) % tabs.length] ?? "text";
  choose(next);
  document.getElementById(`tab-${next}`)?.focus();
  event.preventDefault();
  event.stopPropagation();
}

export function PaneTabs(): JSX.Element {
  return (
    <div class="tabs">
      <div class={shown().length === TABS.length ? "tab-list full" : "tab-list"} role="tablist" aria-label={words.paneTabs} onKeyDown={onKeyDown}>
        {shown().map((each) => (
          <button
            key={each}
            id={`tab-${each}`}
            role="tab"
            aria-selected={state.pane.value === each}
            aria-controls={`pane-${each}`}
            tabIndex={state.pane.value === each ? 0 : -1}
            onClick={() => choose(each)}
          >
            {words.pane[each]}
          </button>
        ))}
      </div>
      <button class="wide-button" id="wide" aria-pressed={state.wide.value} aria-label={words.tables.wide} title={words.tables.wideHelp} onClick={() => (state.wide.value = !state.wide.value)}>
        <Icon name={state.wide.value ? "narrow" : "wide"} />
      </button>
    </div>
  );
}

