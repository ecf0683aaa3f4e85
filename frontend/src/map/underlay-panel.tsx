// The controls of the picture to trace, below the layers.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { aligning, beginAligning, choose, moving, picture, placement, put, removePicture } from "./underlay";
import { words } from "../words/en";
import { Icon } from "../panels/icons";

export function Underlay(): JSX.Element {
  const file = useRef<HTMLInputElement>(null);
  const say = words.mapping, now = placement.value;
  const chooser = (
    <>
      <button id="underlay-choose" title={say.pictureHelp} onClick={() => file.current?.click()}>{picture.value === "" ? say.picture : say.pictureOther}</button>
      <input
        ref={file}
        id="underlay-file"
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={say.picture}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) void choose(chosen);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
  if (picture.value === "" || !now) return <div class="buttons tight">{chooser}</div>;
  const hand = moving.value;
  return (
    <div class="underlay-panel">
      <ul class="layers">
        <li>
          <button class="bare" aria-pressed={now.shown} aria-label={words.show(say.pictureName)} title={words.show(say.pictureName)} data-show="underlay" onClick={() => put({ shown: !now.shown })}><Icon name={now.shown ? "eye" : "noEye"} /></button>
          <span>{say.pictureName}</span>
          <button class="bare" aria-pressed={now.locked} aria-label={words.lock(say.pictureName)} title={words.lock(say.pictureName)} data-lock="underlay" onClick={() => { moving.value = false; aligning.value = null; put({ locked: !now.locked }); }}><Icon name={now.locked ? "locked" : "open"} /></button>
        </li>
      </ul>
      <label class="opacity">
        {say.opacity}
        <input id="underlay-opacity" type="range" min="0" max="100" value={Math.round(now.opacity * 100)} onInput={(event) => put({ opacity: event.currentTarget.valueAsNumber / 100 })} />
      </label>
      <div class="buttons tight">
        <button id="underlay-align" disabled={now.locked} aria-pressed={aligning.value !== null} title={say.alignHelp} onClick={beginAligning}>{say.align}</button>
        <button
          id="underlay-move"
          disabled={now.locked}
          aria-pressed={hand}
          title={say.moveHelp}
          onClick={() => {
            aligning.value = null;
            moving.value = !hand;
            if (!hand) document.getElementById("board")?.focus();
          }}
        >
          {say.moveHand}
        </button>
        {chooser}
        <button id="underlay-remove" onClick={() => void removePicture()}>{say.pictureRemove}</button>
      </div>
      {hand && <p class="quiet">{say.moveHelp}</p>}
    </div>
  );
}
