// A page as it prints, in the pane on the right.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { address, type ComponentEntry, type Titled } from "../api";
import { ask, awaited, choose, chooseDocument, chosen, listing, page, paper, picture, told, trueSize, turn, updating, width } from "./preview";
import * as state from "../state";
import { words } from "../words/en";
import { quoted } from "../panels/window";

export function PreviewPane(): JSX.Element {
  return (
    <div id="pane-preview" class="pane" role="tabpanel" aria-labelledby="tab-preview" hidden={state.pane.value !== "preview"}>
      <div class="bar choose">
        <What />
        <Document />
        <label>
          <span class="said">{words.previewPaper}</span>
          <select id="preview-paper" value={paper.value} onChange={(event) => { paper.value = event.currentTarget.value; void ask(); }}>
            {(listing.value?.papers ?? []).map((each) => <option key={each} value={each}>{each}</option>)}
          </select>
        </label>
      </div>
      <Leaf />
      <View />
    </div>
  );
}

function What(): JSX.Element {
  const known = listing.value;
  const single = known?.components.filter((each) => !each.per_scenario) ?? [];
  const several = known?.components.filter((each) => each.per_scenario) ?? [];
  return (
    <label>
      <span class="said">{words.previewWhat}</span>
      <select id="preview-what" value={chosen.value} onChange={(event) => choose(event.currentTarget.value)}>
        {single.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
        {several.map((each) => <Scenarios key={each.id} component={each} scenarios={known?.scenarios ?? []} />)}
      </select>
    </label>
  );
}

function Scenarios({ component, scenarios }: { component: ComponentEntry; scenarios: Titled[] }): JSX.Element {
  return (
    <optgroup label={component.title}>
      {scenarios.map((each) => <option key={each.id} value={`${component.id}|${each.id}`}>{`${component.title}: ${each.title}`}</option>)}
    </optgroup>
  );
}

function Document(): JSX.Element | null {
  const event = told.value;
  if (!event || event.documents.length < 2) return null;
  return (
    <label>
      <span class="said">{words.previewDocument}</span>
      <select
        id="preview-document"
        value={event.document}
        onChange={(change) => chooseDocument(change.currentTarget.value)}
      >
        {event.documents.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    </label>
  );
}

/** Which page, and how large. */
function Leaf(): JSX.Element {
  const pages = told.value?.pages.length ?? 0;
  return (
    <div class="bar">
      <button id="preview-back" aria-label={words.previewBack} disabled={page.value <= 1} onClick={() => turn(-1)}>‹</button>
      <span class="leaf" role="status">{pages > 0 ? words.previewLeaf(page.value, pages) : ""}</span>
      <button id="preview-on" aria-label={words.previewOn} disabled={page.value >= pages} onClick={() => turn(1)}>›</button>
      <button id="preview-width" aria-pressed={!trueSize.value} onClick={() => (trueSize.value = false)}>{words.previewWidth}</button>
      <button id="preview-true" aria-pressed={trueSize.value} onClick={() => (trueSize.value = true)}>{words.previewTrue}</button>
      {pages > 0 && <a id="preview-pdf" href={address(`/api/preview/${told.value?.job ?? 0}.pdf`)} target="_blank" rel="noreferrer">{words.previewPdf}</a>}
      <span class="quiet state" id="preview-state" role="status">{updating.value ? words.previewUpdating : ""}</span>
    </div>
  );
}

function View(): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = element.current;
    if (!view) return;
    let later = 0;
    const watching = new ResizeObserver(() => {
      clearTimeout(later);
      later = window.setTimeout(() => {
        if (view.clientWidth > 0) width.value = view.clientWidth - 16;
      }, 120);
    });
    watching.observe(view);
    return () => watching.disconnect();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "PageDown" && event.key !== "PageUp") return;
    turn(event.key === "PageDown" ? 1 : -1);
    event.preventDefault();
  };
  const event = told.value, shown = picture.value;
  useEffect(() => {
    if (element.current) element.current.scrollTop = element.current.scrollLeft = 0;
  }, [chosen.value, event?.document, page.value]);
  return (
    <div class="preview-view" ref={element} tabIndex={0} role="region" aria-label={words.previewView} aria-busy={updating.value} onKeyDown={onKeyDown}>
      {event?.why && (
        <div class="unprinted" role="alert">
          <p>{event.why}</p>
          <ul>
            {event.errors.map((each, n) => <li key={n}><b>{each.code}</b> {quoted(each.message)} <span class="quiet">{each.doc}:{each.line}</span></li>)}
          </ul>
        </div>
      )}
      {awaited.value !== "" && <p class="awaited">{words.previewPrinting(awaited.value)}</p>}
      {shown && <img src={shown.src} alt={shown.label} style={{ width: `${shown.width}px` }} />}
    </div>
  );
}
