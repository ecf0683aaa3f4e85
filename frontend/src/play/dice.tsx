// The person's dice: whether they are used, and the field for a result; and playing on from a record, with them or not.
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { About, PlayedSide } from "../api";
import { words } from "../words/en";
import * as play from "./play";

const said = words.play;
/** Whether the person rolls the dice of the next game. */
export const byHand = signal(false);

export function ByHand(): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={byHand.value} onChange={(event) => (byHand.value = event.currentTarget.checked)} /> {said.byHand}
    </label>
  );
}

/** Who plays on from the line of a record that is shown: its own players; where no person was one, the person the side to move. */
function usualPlayers(about: About): Record<string, string> {
  const side = play.lines.value[play.shownLine.value]?.side ?? -1;
  const persons = about.sides.some((each) => each.player === "person" || each.player === "you");
  const usual = (each: PlayedSide, n: number): string =>
    each.player === "person" || (!persons && n === Math.max(0, side)) ? "you" : about.players.includes(each.player) ? each.player : about.usual;
  return Object.fromEntries(about.sides.map((each, n) => [each.id, usual(each, n)]));
}

/** Play on from the end of a record, as who played it. */
export async function continueRecord(name: string): Promise<void> {
  if (!(await play.watch(name, null)) || !play.about.value) return;
  play.show(play.lines.value.length - 1);
  await play.playOn(usualPlayers(play.about.value), byHand.value);
}

/** Go on with a record from the line that is shown, as the record's players or others. */
export function PlayOn({ about }: { about: About }): JSX.Element {
  const wanted = useSignal<Record<string, string>>({});
  const players = { ...usualPlayers(about), ...wanted.value };
  return (
    <section class="play-on">
      <button id="play-on" class="main" title={said.playOnHelp} disabled={play.waiting.value} onClick={() => void play.playOn(players, byHand.value)}>{said.playOn}</button>
      <details>
        <summary>{said.who(about.sides.filter((each) => players[each.id] === "you").map((each) => each.name))}</summary>
        {about.sides.map((each) => (
          <label class="row" key={each.id}>
            <span>{each.name}</span>
            <select data-on={each.id} value={players[each.id]} onChange={(event) => (wanted.value = { ...wanted.value, [each.id]: event.currentTarget.value })}>
              {about.players.map((name) => <option key={name} value={name}>{said.player(name)}</option>)}
            </select>
          </label>
        ))}
        <ByHand />
      </details>
    </section>
  );
}

/** The person's dice: what they are thrown for, and a field for the result. */
export function Throw({ what, results }: { what: string; results: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null), result = useSignal("");
  useLayoutEffect(() => { // at once, for the next keys are a result
    if (play.isAtPlay()) field.current?.focus();
  }, [play.now.value?.serial]);
  return (
    <form
      class="throw"
      onSubmit={(event) => {
        event.preventDefault();
        void play.throwDice(result.value);
        result.value = ""; // what is typed from here on is the next result
      }}
    >
      <h3>{said.throwFor(what)}</h3>
      <label>
        {said.result(results)}
        <input id="play-result" ref={field} autocomplete="off" inputMode="numeric" value={result.value} onInput={(event) => (result.value = event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button id="play-throw" class="main" disabled={result.value.trim() === ""}>{said.take}</button>
        <button type="button" id="play-throw-it" title={said.throwItHelp} onClick={() => void play.throwDice(null)}>{said.throwIt}</button>
      </div>
    </form>
  );
}
