// Dialogs: a place, the keys, the page of a code, a conflict on saving, recovery.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Conflict } from "../api";
import { CopyScenario, NewScenario, RemoveScenario } from "../drafts/dialogs";
import { DateGrid } from "../drafts/date-grid";
import { ReasonForm } from "../errata/form";
import { recover, save } from "../session";
import * as state from "../state";
import { PrintDialog } from "../preview/print";
import { compared } from "../text/compare";
import { Fixes, Places, RenameForm } from "../text/dialogs";
import { words } from "../words/en";
import { GridForm } from "../map/grid-dialog";
import { AreaForm, LabelForm, PlaceForm } from "../map/dialogs";
import { Window } from "./window";

export function Dialogs(): JSX.Element | null {
  const dialog = state.dialog.value;
  switch (dialog?.is) {
    case "print":
      return <PrintDialog leaflet={dialog.leaflet} />;
    case "keys":
      return <Window title={words.keysTitle} wide><Keys /></Window>;
    case "place":
      return <PlaceForm key={dialog.hex} hex={dialog.hex} />;
    case "label":
      return <LabelForm key={dialog.index} index={dialog.index} along={dialog.along} />;
    case "area":
      return <AreaForm key={dialog.id} id={dialog.id} />;
    case "grid":
      return <GridForm />;
    case "places":
      return <Places title={dialog.title} places={dialog.places} />;
    case "rename":
      return <RenameForm named={dialog.named} />;
    case "fixes":
      return <Fixes findings={dialog.findings} />;
    case "reason":
      return <ReasonForm asked={dialog.asked} />;
    case "new-scenario":
      return <NewScenario start={dialog.start} stop={dialog.stop} />;
    case "date-grid":
      return <DateGrid />;
    case "copy-scenario":
      return <CopyScenario id={dialog.id} />;
    case "remove-scenario":
      return <RemoveScenario id={dialog.id} />;
    case "explain":
      // the server made this page from the package's own Markdown, and escaped it
      return <Window title={dialog.code} wide><div class="page" dangerouslySetInnerHTML={{ __html: dialog.html }} /></Window>;
    case "conflict":
      return <Window title={words.conflictTitle} wide><ConflictList conflicts={dialog.conflicts} /></Window>;
    case "recovery":
      return (
        <Window title={words.recoveryTitle}>
          {dialog.offer.changed.length > 0 && <p class="bad">{words.recoveryChanged(dialog.offer.changed)}</p>}
          <p>{words.recoverySays(dialog.offer.offered.map((each) => each.doc), dialog.offer.when)}</p>
          <div class="buttons">
            <button id="recover" class="main" onClick={() => void recover(true)}>{words.recover}</button>
            <button id="discard" onClick={() => void recover(false)}>{words.discard}</button>
          </div>
        </Window>
      );
    default:
      return null;
  }
}

function Keys(): JSX.Element {
  return (
    <div class="keys">
      {words.keyGroups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <dl>
            {group.rows.map(([keys, does]) => <><dt>{keys}</dt><dd>{does}</dd></>)}
          </dl>
        </section>
      ))}
    </div>
  );
}

function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }): JSX.Element {
  return <>{conflicts.map((each) => <OneConflict key={each.doc} conflict={each} />)}</>;
}

function OneConflict({ conflict }: { conflict: Conflict }): JSX.Element {
  const compared = useSignal(false);
  const { doc, mine, theirs, removed } = conflict;
  return (
    <section class="conflict" data-doc={doc}>
      <p>{removed ? words.conflictRemoved(doc) : theirs === null ? words.conflictGone(doc) : words.conflictSays(doc)}</p>
      <div class="buttons">
        <button data-choose="theirs" title={words.theirsHelp} onClick={() => void save({ [doc]: "theirs" })}>{words.theirs}</button>
        <button data-choose="mine" title={words.mineHelp} onClick={() => void save({ [doc]: "mine" })}>{words.mine}</button>
        <button data-choose="compare" aria-expanded={compared.value} onClick={() => (compared.value = !compared.value)}>
          {compared.value ? words.hideCompare : words.compare}
        </button>
      </div>
      {compared.value && <Comparison mine={mine} theirs={theirs ?? ""} />}
    </section>
  );
}

function Comparison({ mine, theirs }: { mine: string; theirs: string }): JSX.Element {
  const rows = compared(mine, theirs);
  if (rows.length === 0) return <p class="quiet">{words.sameText}</p>;
  return (
    <div class="compared" tabIndex={0} role="region" aria-label={words.compare}>
      <table>
        <thead><tr><th scope="col" /><th scope="col">{words.mineTitle}</th><th scope="col">{words.theirsTitle}</th></tr></thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n} class={row.mine === row.theirs ? "" : "differs"}>
              <th scope="row">{row.number ?? ""}</th><td><code>{row.mine}</code></td><td><code>{row.theirs}</code></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
