// The tab Rules: the rulebook clause by clause, and the errata.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import * as state from "../state";
import { words } from "../words/en";
import { ErrataList } from "./list";

export type RulesView = "rulebook" | "errata";
export const rulesView = signal<RulesView>("errata");
const VIEWS: readonly RulesView[] = ["rulebook", "errata"];

export function RulesPane(): JSX.Element {
  const view = rulesView.value;
  return (
    <div id="pane-rules" class="pane" role="tabpanel" aria-labelledby="tab-rules" hidden={state.pane.value !== "rules"}>
      <div class="bar">
        <div class="switch" role="group" aria-label={words.pane.rules}>
          {VIEWS.map((each) => (
            <button key={each} id={`rules-${each}`} aria-pressed={view === each} onClick={() => (rulesView.value = each)}>
              {each === "errata" ? words.errata.list : words.errata.rulebook}
            </button>
          ))}
        </div>
      </div>
      <div class="rules-view" tabIndex={-1}>{view === "errata" ? <ErrataList /> : null}</div>
    </div>
  );
}
