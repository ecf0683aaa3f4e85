// The switch in the head of the page: the printed game, the game with errata, errata mode.
import type { JSX } from "preact";
import { words } from "../words/en";
import { choose, mode, type Mode } from "./model";

const MODES: readonly Mode[] = ["printed", "errata", "correcting"];

export function ErrataSwitch(): JSX.Element {
  const now = mode();
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    // from where the last key went, whose answer may be on its way
    const here = MODES.findIndex((each) => (event.target as HTMLElement).id === `errata-${each}`);
    const next = MODES[(here + by + MODES.length) % MODES.length] ?? "errata";
    event.preventDefault();
    event.stopPropagation();
    document.getElementById(`errata-${next}`)?.focus();
    void choose(next);
  };
  return (
    <div class="switch" role="radiogroup" aria-label={words.errata.shown} onKeyDown={onKeyDown}>
      {MODES.map((each) => (
        <button
          key={each}
          id={`errata-${each}`}
          role="radio"
          aria-checked={now === each}
          tabIndex={now === each ? 0 : -1}
          title={words.errata.modeHelp[each]}
          onClick={() => void choose(each)}
        >
          {words.errata.mode[each]}
        </button>
      ))}
    </div>
  );
}
