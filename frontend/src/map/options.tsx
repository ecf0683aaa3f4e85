// Options of the tools for areas and selections, in the left column.
import type { JSX } from "preact";
import { areaColor } from "./view";
import { carried, clearSelection, clip, copy, cut, grab, letGo, mirror, paste, turnBy } from "./pieces";
import * as state from "../state";
import { words } from "../words/en";
import { arrows } from "../panels/arrows";

export function AreaOptions({ radius }: { radius: JSX.Element }): JSX.Element {
  const areas = state.map.value?.areas ?? [];
  const chosen = areas.find((each) => each.id === state.areaId.value);
  return (
    <div class="options">
      {areas.length === 0 ? <p class="quiet">{words.mapping.noAreas}</p> : radius}
      <div class="kinds" role="radiogroup" aria-label={words.mapping.areas} onKeyDown={arrows}>
        {areas.map((each, n) => (
          <button
            key={each.id}
            role="radio"
            data-area={each.id}
            aria-checked={state.areaId.value === each.id}
            tabIndex={state.areaId.value === each.id || (!chosen && n === 0) ? 0 : -1}
            onClick={() => (state.areaId.value = each.id)}
          >
            <i class="swatch outlined" style={{ borderColor: areaColor(n) }} />
            <span>{each.name}</span>
            <small class="quiet">{words.mapping.hexes(each.hexes.length)}</small>
          </button>
        ))}
      </div>
      <div class="buttons">
        <button id="area-new" onClick={() => (state.dialog.value = { is: "area", id: null })}>{words.mapping.areaNew}</button>
        {chosen && <button id="area-edit" onClick={() => (state.dialog.value = { is: "area", id: chosen.id })}>{words.mapping.editArea}</button>}
      </div>
    </div>
  );
}

/** What is done to the map as a whole. */
export function MapButtons(): JSX.Element | null {
  if (!state.map.value) return null;
  return (
    <div class="buttons tight">
      <button id="grid-open" onClick={() => (state.dialog.value = { is: "grid" })}>{words.mapping.grid}</button>
    </div>
  );
}

export function SelectionOptions(): JSX.Element {
  const count = state.selection.value.size, held = carried.value;
  const say = words.mapping;
  return (
    <div class="options">
      <fieldset class="radius">
        <legend>{say.shape}</legend>
        {[false, true].map((each) => (
          <label key={String(each)} class="word">
            <input type="radio" name="shape" checked={state.lasso.value === each} onChange={() => (state.lasso.value = each)} />
            <span>{each ? say.lasso : say.rectangle}</span>
          </label>
        ))}
      </fieldset>
      <p class="quiet">{say.selected(count)}</p>
      <div class="buttons tight">
        {held ? (
          <>
            <button title={`${say.turn} (,  .)`} onClick={() => turnBy(1)}>{say.turn}</button>
            <button title={`${say.mirror} (X)`} onClick={mirror}>{say.mirror}</button>
            <button title={`${say.letGo} (Escape)`} onClick={letGo}>{say.letGo}</button>
          </>
        ) : (
          <>
            <button id="piece-move" disabled={count === 0} onClick={grab}>{say.move}</button>
            <button id="piece-copy" disabled={count === 0} title={`${say.copy} (Ctrl+C)`} onClick={() => copy()}>{say.copy}</button>
            <button id="piece-cut" disabled={count === 0} title={`${say.cut} (Ctrl+X)`} onClick={cut}>{say.cut}</button>
            <button id="piece-paste" disabled={clip.value === null} title={`${say.paste} (Ctrl+V)`} onClick={() => paste(state.cursor.value)}>{say.paste}</button>
            <button id="piece-clear" disabled={count === 0} title={`${say.clear} (Delete)`} onClick={() => void clearSelection()}>{say.clear}</button>
          </>
        )}
      </div>
    </div>
  );
}
