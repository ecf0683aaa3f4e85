// The card of the first-time tour, over the map.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { endTour, skipStep, slipped, step, touring } from "../tour";
import { words } from "../words/en";

export function Tour(): JSX.Element | null {
  const card = useRef<HTMLElement>(null), open = touring.value;
  useLayoutEffect(() => {
    if (open) card.current?.querySelector<HTMLElement>("button")?.focus();
  }, [open]);
  if (!open) return null;
  const say = words.tour, { name, number, of } = step.value, place = slipped.value;
  const end = (): void => {
    endTour();
    document.getElementById("board")?.focus();
  };
  return (
    <section
      class="tour"
      ref={card}
      aria-label={say.title}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        end();
      }}
    >
      <div role="status">
        <h2>{name === null ? say.doneTitle : `${number} / ${of} · ${say.titles[name]}`}</h2>
        <p>{name === null ? say.done : name === "fix" && place ? say.fix(place.name, place.capacity ?? "") : say.steps[name]}</p>
      </div>
      <div class="buttons">
        {name !== null && <button id="tour-skip" onClick={skipStep}>{say.skip}</button>}
        <button id="tour-end" class={name === null ? "main" : ""} onClick={end}>{name === null ? words.close : say.end}</button>
      </div>
    </section>
  );
}
