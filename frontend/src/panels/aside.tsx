// The left column: tools with their options, layers, documents.
import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { openText } from "../shown";
import * as play from "../play/play";
import * as state from "../state";
import type { LayerName, ToolName } from "../state";
import { words } from "../words/en";
import { arrows } from "./arrows";
import { Icon } from "./icons";
import { AreaOptions, MapButtons, SelectionOptions } from "../map/options";
import { SetUp } from "../set_up/panel";
import { Underlay } from "../map/underlay-panel";

const TOOLS: readonly (readonly [ToolName, string])[] = [
  ["select", "V"], ["brush", "B"], ["fill", "F"], ["hexside", "S"], ["path", "R"], ["place", "P"], ["label", "L"], ["area", "A"], ["marquee", "M"], ["pick", "I"],
];

export function Aside({ endLine }: { endLine: () => void }): JSX.Element {
  return (
    <aside class="aside" aria-label={words.tools} inert={state.away.value !== ""}>
      <section>
        <h2 class="said">{words.tools}</h2>
        <div class="tools" role="radiogroup" aria-label={words.tools} onKeyDown={arrows}>
          {TOOLS.map(([name, key]) => (
            <button
              key={name}
              role="radio"
              aria-checked={state.tool.value === name}
              tabIndex={state.tool.value === name ? 0 : -1}
              data-tool={name}
              aria-disabled={play.on.value && name !== "select"}
              title={`${words.tool[name]} (${key}). ${words.toolHelp[name]}`}
              onClick={() => (state.tool.value = name)}
            >
              <Icon name={name} />
              <span>{words.tool[name]}</span>
              <kbd>{key}</kbd>
            </button>
          ))}
        </div>
        <p class="help quiet">{words.toolHelp[state.tool.value]}</p>
        <Options endLine={endLine} />
      </section>
      <SetUp />
      <section class="documents">
        <h2>{words.documents}</h2>
        <Documents />
      </section>
      <Fold id="layers" title={words.layers}>
        <Layers />
      </Fold>
      <section>
        <MapButtons />
        <Underlay />
      </section>
    </aside>
  );
}

/** A section that is folded until it is opened; whether it was open is remembered in this browser. */
function Fold({ id, title, children }: { id: string; title: string; children: ComponentChildren }): JSX.Element {
  const kept = `${id}-open`;
  return (
    <details class="fold" id={id} open={localStorage.getItem(kept) === "true"} onToggle={(event) => localStorage.setItem(kept, String(event.currentTarget.open))}>
      <summary><h2>{title}</h2></summary>
      {children}
    </details>
  );
}

function Options({ endLine }: { endLine: () => void }): JSX.Element | null {
  const map = state.map.value, tool = state.tool.value;
  if (!map) return null;
  if (tool === "brush" || tool === "fill" || tool === "pick") {
    return (
      <div class="options">
        {tool === "brush" && <Radius />}
        <Terrains />
      </div>
    );
  }
  if (tool === "area") return <AreaOptions radius={<Radius />} />;
  if (tool === "marquee") return <SelectionOptions />;
  if (tool === "hexside") return <Kinds kinds={map.hexside_kinds} chosen={state.sideKind} />;
  if (tool === "path") {
    return (
      <>
        <Kinds kinds={map.line_kinds} chosen={state.lineKind} />
        <label class="field">
          {words.lineName}
          <input value={state.lineName.value} onInput={(event) => (state.lineName.value = event.currentTarget.value)} />
        </label>
        {state.drawing.value && <button onClick={endLine}>{words.endLine}</button>}
      </>
    );
  }
  return null;
}

function Radius(): JSX.Element {
  return (
    <fieldset class="radius">
      <legend>{words.radius}</legend>
      {[0, 1, 2, 3].map((each) => (
        <label key={each} title={words.radiusHexes(each)}>
          <input type="radio" name="radius" checked={state.radius.value === each} onChange={() => (state.radius.value = each)} />
          <span>{each}</span>
        </label>
      ))}
      <span class="quiet"><kbd>[</kbd> <kbd>]</kbd></span>
    </fieldset>
  );
}

function Terrains(): JSX.Element {
  const terrain = state.map.value?.terrain ?? [];
  const named = (id: string): JSX.Element => {
    const each = terrain.find((one) => one.id === id);
    return <><i class="swatch" style={{ background: each?.color ?? "none" }} /> {each?.name ?? id}</>;
  };
  return (
    <>
      <div class="hands">
        <span title={words.firstTerrain}><b>{named(state.first.value)}</b><small>{words.firstTerrain}</small></span>
        <button
          class="bare"
          title={`${words.swap} (X)`}
          aria-label={words.swap}
          onClick={() => ([state.first.value, state.second.value] = [state.second.value, state.first.value])}
        >
          <Icon name="swap" />
        </button>
        <span title={words.secondTerrain}><b>{named(state.second.value)}</b><small>{words.secondTerrain}</small></span>
      </div>
      <Kinds kinds={terrain} chosen={state.first} second={state.second} />
    </>
  );
}

interface KindsProps {
  kinds: readonly { id: string; name: string; color?: string }[];
  chosen: Signal<string>;
  second?: Signal<string>;
}

function Kinds({ kinds, chosen, second }: KindsProps): JSX.Element {
  if (kinds.length === 0) return <p class="quiet">{words.noKinds}</p>;
  return (
    <div class="kinds" role="radiogroup" aria-label={second ? words.terrain : words.kind} onKeyDown={arrows}>
      {kinds.map((each, n) => (
        <button
          key={each.id}
          role="radio"
          data-kind={each.id}
          aria-checked={chosen.value === each.id}
          tabIndex={chosen.value === each.id || (n === 0 && !kinds.some((one) => one.id === chosen.value)) ? 0 : -1}
          class={second?.value === each.id ? "second" : ""}
          onClick={() => (chosen.value = each.id)}
          onContextMenu={(event) => {
            if (!second) return;
            event.preventDefault();
            second.value = each.id;
          }}
        >
          <i class="swatch" style={{ background: each.color ?? "var(--line)" }} />
          <span>{each.name}</span>
          {n < 9 && <kbd>{n + 1}</kbd>}
        </button>
      ))}
    </div>
  );
}

function Documents(): JSX.Element {
  const documents = state.game.value?.documents ?? [];
  return (
    <ul>
      {documents.map((each) => {
        const unsaved = state.unsaved.value.has(each.name);
        const found = state.findings.value.filter((one) => one.doc === each.name && one.severity !== "info").length;
        return (
          <li key={each.name}>
            <button
              aria-current={state.doc.value === each.name ? "true" : undefined}
              data-doc={each.name}
              title={each.title}
              onClick={() => {
                if (!state.OF_DOCUMENT.has(state.pane.value)) state.pane.value = "text";
                void openText(each.name);
              }}
            >
              <span class="file">{each.name}</span>
              {found > 0 && <span class="count" title={words.findingsHere(found)}>{found}</span>}
              {unsaved && <span class="dot" role="img" aria-label={words.unsaved} title={words.unsaved} />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function toggled<T>(set: Signal<ReadonlySet<T>>, each: T): void {
  const now = new Set(set.value);
  if (!now.delete(each)) now.add(each);
  set.value = now;
  state.settle("layer");
}

function Layers(): JSX.Element {
  const row = (layer: LayerName): JSX.Element => {
    const shown = state.shown.value.has(layer), locked = state.locked.value.has(layer);
    return (
      <li key={layer}>
        <button class="bare" aria-pressed={shown} aria-label={words.show(words.layer[layer])} title={words.show(words.layer[layer])} data-show={layer} onClick={() => toggled(state.shown, layer)}>
          <Icon name={shown ? "eye" : "noEye"} />
        </button>
        <span class={shown ? "" : "quiet"}>{words.layer[layer]}</span>
        {state.LOCKABLE.includes(layer) && (
          <button class="bare" aria-pressed={locked} aria-label={words.lock(words.layer[layer])} title={words.lock(words.layer[layer])} data-lock={layer} onClick={() => toggled(state.locked, layer)}>
            <Icon name={locked ? "locked" : "open"} />
          </button>
        )}
      </li>
    );
  };
  return <ul class="layers">{state.LAYERS.map(row)}</ul>;
}
