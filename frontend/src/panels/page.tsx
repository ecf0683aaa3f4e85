// The page as a whole, and the keys that work everywhere.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FormPane } from "../forms/pane";
import { onDecideKey } from "../drafts/drafts";
import { layDates } from "../drafts/on-map";
import { DecidePane } from "../drafts/panel";
import { Board } from "../map/view";
import { layCounters } from "../map/counters";
import { layReach } from "../map/reach";
import { layErrata } from "../errata/layer";
import { layDifferences } from "../map/differs";
import { layPieces } from "../map/played";
import { layMinimap } from "../map/minimap";
import { layUnderlay } from "../map/underlay";
import { takeHold, type Hands } from "../map/hands";
import { ComparePane } from "../compare/panel";
import { PlayBar, PlayPane } from "../play/panel";
import * as play from "../play/play";
import * as setUp from "../set_up/units";
import { listeners } from "../queue";
import { save, stepBack, stepForward } from "../session";
import * as state from "../state";
import { mountText } from "../text/pane";
import { words } from "../words/en";
import { RulesPane } from "../rules/pane";
import { Aside } from "./aside";
import { RenameUses } from "../text/dialogs";
import { Dialogs } from "./dialogs";
import { Findings, Spoken } from "./findings";
import { Away, Foot, Head } from "./head";
import { goTo, showOn } from "./go-to";
import { Icon } from "./icons";
import { PreviewPane } from "../preview/pane";
import { TablePane } from "../tables/pane";
import { Splitter } from "./splitter";
import { Tour } from "./tour";
import { PaneTabs } from "./tabs";

let board: Board | null = null;
let hands: Hands | null = null;

export function Page(): JSX.Element {
  const as = [state.wide.value && "wide", play.about.value && "playing", state.pane.value === "decide" && "deciding"].filter(Boolean);
  return (
    <div class={["page-grid", ...as].join(" ")}>
      <Head />
      <Away />
      <Aside endLine={() => hands?.endLine()} />
      <main class="middle">
        <MapPane />
        <Findings />
      </main>
      <section class="text" aria-label={words.pane[state.pane.value]}>
        <Splitter of="--text-width" least={240} />
        <PaneTabs />
        <div id="pane-text" class="pane" role="tabpanel" aria-labelledby="tab-text" hidden={state.pane.value !== "text"}>
          <Spoken />
          <TextPane />
        </div>
        <TablePane />
        <FormPane />
        <RulesPane />
        <PreviewPane />
        <PlayPane />
        <DecidePane />
        <ComparePane goTo={goTo} />
      </section>
      <Foot />
      <Dialogs />
      <RenameUses />
    </div>
  );
}

function MapPane(): JSX.Element {
  const element = useRef<HTMLDivElement>(null), minimap = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current || board) return;
    board = new Board(element.current);
    showOn(board);
    hands = takeHold(board);
    layCounters(board);
    layUnderlay(board);
    if (minimap.current) layMinimap(minimap.current, board);
    layReach(board);
    layPieces(board);
    layErrata(board);
    layDates(board);
    layDifferences(board);
    listeners.ground = () => void board?.refreshGround();
    if (state.map.value) listeners.ground();
  }, []);
  return (
    <div class="map">
      <div id="board" ref={element} tabIndex={0} role="application" aria-label={words.map} aria-describedby="map-help" />
      <p id="map-help" class="said">{words.mapHelp}</p>
      <PlayBar />
      {state.mapless.value && <p class="empty over">{state.mapless.value}</p>}
      <Tour />
      <div class="minimap" ref={minimap} hidden={state.map.value === null} role="group" tabIndex={0} aria-label={words.mapping.minimap} title={words.mapping.minimapHelp}>
        <canvas aria-hidden="true" />
        <div class="frame" />
      </div>
      <div class="zoom">
        <button aria-label={words.zoomIn} title={`${words.zoomIn} (+)`} onClick={() => board?.zoomBy(1.25)}><Icon name="plus" /></button>
        <button aria-label={words.zoomOut} title={`${words.zoomOut} (−)`} onClick={() => board?.zoomBy(0.8)}><Icon name="minus" /></button>
        <button aria-label={words.fit} title={`${words.fit} (0)`} onClick={() => board?.fit()}><Icon name="fit" /></button>
      </div>
    </div>
  );
}

function TextPane(): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current && element.current.childElementCount === 0) mountText(element.current);
  }, []);
  return (
    <>
      <div class="code-pane" ref={element} hidden={state.doc.value === ""} />
      {state.doc.value === "" && <p class="empty quiet">{words.noText}</p>}
    </>
  );
}

/** What takes the focus in each pane: the first of a row that is there. */
const PANES: readonly (readonly string[])[] = [
  ["#board"],
  [
    ".pane:not([hidden]) :is(.cm-content, .grid, .no-table button, .form-view, .links button, .rules-view, .preview-view, .open-places [aria-current], .choices button, .log, #play-scenario, #compare-to)",
    "[role=tab][aria-selected=true]",
  ],
  [".findings .message, #of-document"],
  [".tools [aria-checked=true]"],
];

function nextPane(back: boolean): void {
  const inside = [".map", ".text", ".findings", ".aside"].findIndex((each) => document.activeElement?.closest(each));
  // a pane without anything to choose, or a map that the wide pane hides, is passed over
  for (let n = 1; n <= PANES.length; n++) {
    const next = (Math.max(inside, back ? 0 : -1) + (back ? -n : n) + 2 * PANES.length) % PANES.length;
    for (const each of PANES[next] ?? []) {
      const there = document.querySelector<HTMLElement>(each);
      there?.focus();
      if (there && document.activeElement === there) return;
    }
  }
}

export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const typing = target.closest("input:not([type=radio]):not([type=checkbox]), select, textarea, .cm-editor, [role=grid], dialog") !== null;
  const undoes = !typing || target.closest(".cm-editor") !== null || target.matches("[role=grid]");
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && key === "s") void save();
  else if (state.dialog.value !== null) return;
  else if (command && key === "z" && play.on.value && !typing && target.closest(".map, #pane-play")) void play.undo();
  else if (command && !event.altKey && key === "z" && undoes) void (event.shiftKey ? stepForward() : stepBack());
  else if (command && !event.altKey && key === "y" && undoes) void stepForward();
  else if (command && key === "f" && !target.closest(".cm-editor")) find();
  else if (command && !typing && !event.altKey && !event.shiftKey && hands?.command(key)) event.preventDefault();
  else if (event.key === "F6") nextPane(event.shiftKey);
  else if (event.key === "Escape" && setUp.fanned.value !== "" && setUp.held.value === "" && !typing) setUp.fanned.value = "";
  else if (event.key === "Escape" && state.wide.value && (!typing || target.matches("[role=grid]"))) state.wide.value = false;
  else if (typing || command || event.altKey) return;
  else if (target.closest(".decide") && onDecideKey(event)) event.stopPropagation();
  else if (event.key === "?") state.dialog.value = { is: "keys" };
  else if (event.key === "/") find();
  else if (!hands?.key(event)) return;
  event.preventDefault();
}

function find(): void {
  state.searching.value = true;
  document.getElementById("find")?.focus();
}
