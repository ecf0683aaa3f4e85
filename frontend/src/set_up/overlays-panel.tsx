// Which overlays of a set-up are shown: a row for supply and one for zones of control, with a box for each side.
import type { JSX } from "preact";
import { slant } from "../map/reach";
import * as overlays from "./overlays";
import { words } from "../words/en";

export function Overlays(): JSX.Element | null {
  const answer = overlays.answer.value, sides = answer?.sides ?? [], said = words.oob;
  // units are dragged from the list below: it is to stay in its place when the answer comes
  if (answer === null) {
    return <div class="overlays" aria-hidden="true">{overlays.KINDS.map((kind) => <div key={kind}><button disabled /></div>)}</div>;
  }
  // a kind that no rule gives has no row
  const kinds = overlays.KINDS.filter((kind) => sides.some((each) => (kind === "supply" ? each.supply : each.zones) !== null));
  if (kinds.length === 0) return null;
  return (
    <div class="overlays" role="group" aria-label={said.overlays}>
      {kinds.map((kind) => (
        <div key={kind}>
          <span>{said.overlay[kind]}</span>
          {sides.map((each, n) => {
            const known = (kind === "supply" ? each.supply : each.zones) !== null;
            const title = known ? said.showOf(kind, each.name) : said.supplyOpen(each.name);
            return (
              <button
                key={each.side}
                disabled={!known}
                aria-pressed={known && overlays.shown.value.has(`${kind}/${each.side}`)}
                aria-label={title}
                title={title}
                data-overlay={`${kind}/${each.side}`}
                onClick={() => toggle(`${kind}/${each.side}`)}
              >
                <i class={`hatched ${kind}`} style={`--of: ${each.color}; --slant: ${90 + slant(kind, n)}deg`} aria-hidden="true" />
                {each.name}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function toggle(name: string): void {
  const now = new Set(overlays.shown.value);
  if (!now.delete(name)) now.add(name);
  overlays.shown.value = now;
}
