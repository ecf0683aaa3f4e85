// The grid of every start and stop that the track allows: a click opens the form of a new scenario, or the one that is there.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Refused, get, type DatesFile } from "../api";
import { Window } from "../panels/window";
import { showScenario } from "../session";
import * as state from "../state";
import { words } from "../words/en";

const said = words.dates;

export function DateGrid(): JSX.Element {
  const grid = useSignal<DatesFile | null>(null), complaint = useSignal("");
  useEffect(() => {
    void get("/api/dates/grid").then((told) => (grid.value = told), (failed: unknown) => {
      complaint.value = failed instanceof Refused ? failed.message : words.lost;
    });
  }, []);
  return (
    <Window title={said.gridTitle} wide>
      {complaint.value !== "" && <p class="bad" role="alert">{complaint.value}</p>}
      {grid.value === null && complaint.value === "" && <p class="quiet">{said.gridDrafting}</p>}
      {grid.value && <Table grid={grid.value} />}
    </Window>
  );
}

/** Arrow keys go from cell to cell; only one cell is in the order of tabs. */
function steer(event: KeyboardEvent): void {
  const ways: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const way = ways[event.key], cell = (event.target as HTMLElement).closest("button");
  if (!way || !cell) return;
  event.preventDefault();
  const row = Number(cell.dataset["row"]) + way[0], column = Number(cell.dataset["column"]) + way[1];
  const next = document.querySelector<HTMLButtonElement>(`.date-grid [data-row="${row}"][data-column="${column}"]`);
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function Table({ grid }: { grid: DatesFile }): JSX.Element {
  const open = (start: number, stop: number): void => {
    const there = grid.scenarios.find((each) => each.start === start && each.stop === stop);
    if (there) {
      state.dialog.value = null;
      void showScenario(there.id);
    } else {
      state.dialog.value = { is: "new-scenario", start: grid.starts[start]?.date ?? "", stop: grid.stops[stop]?.date ?? "" };
    }
  };
  const first = grid.starts.findIndex((each) => each.problem === "");
  return (
    <>
      <p class="quiet">{said.gridHelp}</p>
      <div class="date-grid" onKeyDown={steer}>
        <table>
          <thead>
            <tr>
              <th>{said.start}</th><th>{said.gridGuesses}</th><th>{said.gridOpen}</th><th>{said.gridAgainst}</th>
              {grid.stops.map((each) => <th key={each.date} class="stop"><span>{each.label}</span></th>)}
            </tr>
          </thead>
          <tbody>
            {grid.starts.map((start, row) => (
              <tr key={start.date}>
                <th scope="row">{start.label}</th>
                {start.problem !== "" || start.printed
                  ? <td colSpan={3} class="quiet">{start.problem || said.printed}</td>
                  : <><td>{start.guesses}</td><td>{start.open}</td><td>{start.contradictions || ""}</td></>}
                {grid.stops.map((stop, column) => {
                  if (column < row || start.problem !== "") return <td key={stop.date} />;
                  const there = grid.scenarios.filter((each) => each.start === row && each.stop === column);
                  const [kind, sign] = there.length > 0
                    ? there.some((each) => each.printed) ? ["printed", "P"] : ["own", "S"]
                    : stop.scored ? ["scored", "#"] : stop.proposed ? ["proposed", "+"] : ["bare", "·"];
                  const what = there.length > 0
                    ? there.map((each) => `${each.title}: ${each.verdict || said.gridUnplayed}`).join("; ")
                    : [stop.scored ? said.gridScored(stop.scored) : stop.proposed ? said.gridProposed(stop.proposed) : said.gridBare, ...stop.scores].join("; ");
                  return (
                    <td key={stop.date}>
                      <button
                        class={kind} data-row={row} data-column={column} tabIndex={row === first && column === row ? 0 : -1}
                        title={said.gridPair(start.label, stop.label, what)} aria-label={said.gridPair(start.label, stop.label, what)}
                        onClick={() => open(row, column)}
                      >{sign}</button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">{said.gridKey}</p>
      {grid.left_out > 0 && <p class="quiet">{said.gridLeftOut(grid.left_out)}</p>}
    </>
  );
}
