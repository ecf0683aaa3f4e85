// Forces that sides buy for the next game: which one, and its units within the brackets of each line.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { ExchangeData, ForceData, LineData } from "../api";
import { change } from "../session";
import { words } from "../words/en";
import * as play from "./play";

const said = words.play.forces;
/** A force with the numbers of its cells, and behind them those of its exchanges. */
interface Bought { force: string; counts: readonly number[] }
/** By side, what is bought to start instead of the units of the scenario. */
const bought = signal<Record<string, Bought>>({});

const cellsOf = (force: ForceData): readonly { unit: string; count: number; printed: number }[] => force.lines.flatMap((line) => line.of.flatMap((choice) => choice.cells));
const swapsOf = (force: ForceData): ExchangeData["swaps"] => force.exchanges.flatMap((exchange) => exchange.swaps);
const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
/** Whether a scenario has places for a part of a force alone. */
const inPart = (force: ForceData): boolean => force.places < sum(force.lines.map((line) => line.count));

/** Forget what is bought: another scenario, or the same with other units. */
export function nothingBought(): void {
  bought.value = {};
}

/** The numbers of a force where nobody has chosen any. */
const usual = (force: ForceData): number[] => [...cellsOf(force), ...swapsOf(force)].map((each) => each.count);

/** How many there are of each unit, after the exchanges. */
function unitsOf(force: ForceData, counts: readonly number[]): Map<string, number> {
  const found = new Map<string, number>(), cells = cellsOf(force);
  const put = (unit: string, more: number): void => void found.set(unit, (found.get(unit) ?? 0) + more);
  cells.forEach((cell, n) => put(cell.unit, counts[n] ?? 0));
  swapsOf(force).forEach((swap, n) => {
    put(swap.of, -(counts[cells.length + n] ?? 0));
    put(swap.unit, counts[cells.length + n] ?? 0);
  });
  return found;
}

/** A force with all its units, as `forge play --buy` takes it. */
function orderOf(force: ForceData, counts: readonly number[]): string {
  const listed = [...unitsOf(force, counts)].filter(([, count]) => count > 0);
  return `${force.force}: ${listed.map(([unit, count]) => `${count} ${unit}`).join(" + ")}`;
}

/** The orders of all sides that buy. */
export function orders(forces: readonly ForceData[]): Record<string, string> {
  const chosen = forces.flatMap((force) => {
    const own = bought.value[force.side];
    return own?.force === force.force ? [[force.side, orderOf(force, own.counts)] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** What does not fit in a line with these numbers; empty if all does. */
function lineProblem(line: LineData, counts: readonly number[], part: boolean): string {
  const there = sum(counts);
  if (there > line.count || (!part && there < line.count)) return said.line(there, line.count);
  let first = 0;
  for (const choice of line.of) {
    const some = sum(counts.slice(first, first + choice.cells.length));
    first += choice.cells.length;
    if (some > choice.most || (!part && some < choice.least)) return said.bracket(some, choice.least, choice.most, choice.cells.map((cell) => cell.unit));
  }
  return "";
}

/** What does not fit of the exchanges; empty if all does. */
function exchangeProblem(force: ForceData, counts: readonly number[]): string {
  let first = cellsOf(force).length;
  for (const exchange of force.exchanges) {
    const there = sum(counts.slice(first, first + exchange.swaps.length));
    first += exchange.swaps.length;
    if (there > exchange.most) return said.exchanged(there, exchange.most);
  }
  const lacking = [...unitsOf(force, counts)].find(([, count]) => count < 0);
  return lacking ? said.lacking(lacking[0]) : "";
}

/** What does not fit of a whole force; empty if all does. */
function problemOf(force: ForceData, counts: readonly number[]): string {
  let first = 0;
  for (const line of force.lines) {
    const length = sum(line.of.map((choice) => choice.cells.length));
    const wrong = lineProblem(line, counts.slice(first, first + length), inPart(force));
    if (wrong) return `${line.line}: ${wrong}`;
    first += length;
  }
  const wrong = exchangeProblem(force, counts);
  if (wrong) return wrong;
  const printed = new Map([...cellsOf(force), ...swapsOf(force)].map((each) => [each.unit, each.printed]));
  for (const [unit, count] of unitsOf(force, counts)) if (count > (printed.get(unit) ?? 0)) return said.printed(unit, printed.get(unit) ?? 0);
  const there = sum(counts.slice(0, cellsOf(force).length));
  return there === force.places ? "" : said.places(there, force.places);
}

/** Whether all that is bought fits. */
export function allFit(forces: readonly ForceData[]): boolean {
  return forces.every((force) => bought.value[force.side]?.force !== force.force || problemOf(force, bought.value[force.side]?.counts ?? []) === "");
}

/** The choice of a force for one side; nothing where none can be bought. */
export function Forces({ scenario, side, forces }: { scenario: string; side: { id: string; name: string }; forces: readonly ForceData[] }): JSX.Element | null {
  const own = forces.filter((force) => force.side === side.id), chosen = bought.value[side.id];
  const force = own.find((each) => each.force === chosen?.force);
  if (own.length === 0) return null;
  return (
    <>
      <label class="row">
        <span>{said.of(side.name)}</span>
        <select
          data-force={side.id} value={force?.force ?? ""}
          onChange={(event) => {
            const wanted = own.find((each) => each.force === event.currentTarget.value);
            const { [side.id]: _gone, ...others } = bought.value;
            bought.value = wanted ? { ...others, [side.id]: { force: wanted.force, counts: usual(wanted) } } : others;
          }}
        >
          <option value="">{said.asThere}</option>
          {own.map((each) => <option key={each.force} value={each.force}>{each.title}</option>)}
        </select>
      </label>
      {force && chosen && <Lines scenario={scenario} side={side} force={force} counts={chosen.counts} />}
    </>
  );
}

function Lines({ scenario, side, force, counts }: { scenario: string; side: { id: string; name: string }; force: ForceData; counts: readonly number[] }): JSX.Element {
  const problem = problemOf(force, counts);
  const put = (cell: number, count: number): void => {
    bought.value = { ...bought.value, [side.id]: { force: force.force, counts: counts.map((each, n) => (n === cell ? count : each)) } };
  };
  let next = 0;
  return (
    <fieldset class="force" data-lines={side.id}>
      <legend>{force.title}</legend>
      {force.lines.map((line) => {
        const first = next;
        next += sum(line.of.map((choice) => choice.cells.length));
        const there = counts.slice(first, next), wrong = lineProblem(line, there, inPart(force));
        let at = first;
        return (
          <section key={line.line} class={wrong ? "wrong" : ""}>
            <h3>{line.line} <small>{said.line(sum(there), line.count)}</small></h3>
            {line.of.map((choice) => {
              const begin = at;
              at += choice.cells.length;
              const settled = choice.cells.length === 1 && choice.least === choice.most && !inPart(force);
              return choice.cells.map((cell, n) => (
                <label key={cell.unit}>
                  <input
                    type="number" min={0} max={Math.min(choice.most, cell.printed)} value={counts[begin + n]} disabled={settled} aria-label={said.unitIn(cell.unit, line.line)}
                    onInput={(event) => put(begin + n, Math.max(0, Math.trunc(Number(event.currentTarget.value) || 0)))}
                  />
                  {cell.unit}
                </label>
              ));
            })}
          </section>
        );
      })}
      {force.exchanges.length > 0 && (
        <section class={exchangeProblem(force, counts) ? "wrong" : ""}>
          <h3>{said.exchange}</h3>
          {swapsOf(force).map((swap, n) => (
            <label key={`${swap.unit} ${swap.of}`}>
              <input
                type="number" min={0} max={swap.printed} value={counts[next + n]}
                onInput={(event) => put(next + n, Math.max(0, Math.trunc(Number(event.currentTarget.value) || 0)))}
              />
              {said.inPlaceOf(swap.unit, swap.of)}
            </label>
          ))}
        </section>
      )}
      <p role="status" class={problem ? "bad" : "quiet"}>{problem || said.fits(force.places)}</p>
      <div class="buttons">
        <button
          type="button" data-field={side.id} title={said.fieldHelp} disabled={problem !== "" || play.waiting.value}
          onClick={() => void change("force.field", { scenario, side: side.id, force: orderOf(force, counts) }).then((done) => {
            if (done) nothingBought();
          })}
        >
          {said.field}
        </button>
      </div>
    </fieldset>
  );
}
