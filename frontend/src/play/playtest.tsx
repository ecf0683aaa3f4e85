// Many games of a scenario: how many, who plays, progress, and what came of it.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Refused, ask, get, post, type PlaytestSummary, type PlaytestTold, type Share, type Spread } from "../api";
import * as state from "../state";
import { words } from "../words/en";

const said = words.play;

const games = signal(50);
const told = signal<PlaytestTold | null>(null);
const summary = signal<PlaytestSummary | null>(null);
const problem = signal("");

/** An event of the server: games are done, or all are. */
export async function playtestTold(event: PlaytestTold): Promise<void> {
  if (event.job < (told.value?.job ?? 0)) return;
  told.value = event;
  problem.value = event.problem;
  if (event.running) return;
  const answer = await get("/api/playtest").catch(() => null);
  if (told.value !== event) return;
  summary.value = answer?.summary ?? null;
  if (summary.value) state.announced.value = said.tested(summary.value.whole, summary.value.title);
}

async function run(scenario: string, players: Record<string, string>, seed: number): Promise<void> {
  problem.value = "";
  summary.value = null;
  try {
    const begun = await post("/api/playtest", { scenario, games: games.value, seed, players });
    // few games may be over before this answer is here
    if (told.value?.job !== begun.job) told.value = begun;
  } catch (failed) {
    problem.value = failed instanceof Refused ? failed.message : words.lost;
  }
}

async function save(): Promise<void> {
  const page = await ask("/api/playtest/report").then((response) => (response.ok ? response.text() : null)).catch(() => null);
  if (page === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = "playtest.html";
  link.click();
  URL.revokeObjectURL(link.href);
}

interface Form { scenario: string; players: Record<string, string>; seed: number; usual: string; ready: boolean }

export function Playtest({ scenario, players, seed, usual, ready }: Form): JSX.Element {
  const now = told.value;
  const who = Object.fromEntries(Object.entries(players).map(([side, name]) => [side, name === "you" ? usual : name]));
  return (
    <section class="begin">
      <h2>{said.testTitle}</h2>
      <p class="quiet">{said.testHelp(usual)}</p>
      <label class="row">
        <span>{said.games}</span>
        <input id="playtest-games" type="number" min={1} max={2000} value={games.value} onInput={(event) => (games.value = Math.min(2000, Math.max(1, Math.trunc(Number(event.currentTarget.value) || 1))))} />
      </label>
      {problem.value !== "" && <p class="bad" role="alert">{problem.value}</p>}
      {now?.running ? (
        <>
          <p role="status">{said.testing(now.done, now.total)}</p>
          <progress max={now.total} value={now.done} aria-label={said.testTitle} />
          <div class="buttons"><button id="playtest-stop" onClick={() => void post("/api/playtest/stop", {}).catch(() => undefined)}>{said.stop}</button></div>
        </>
      ) : (
        <div class="buttons">
          <button id="playtest-begin" disabled={!ready} onClick={() => void run(scenario, who, seed)}>{said.test(games.value)}</button>
          {summary.value && <button id="playtest-report" onClick={() => void save()}>{said.report}</button>}
        </div>
      )}
      {summary.value && <Found found={summary.value} />}
    </section>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Games between people, which say more than those of computer players. */
function People({ played, name }: { played: PlaytestSummary["people"]; name: (side: string | null) => string }): JSX.Element | null {
  if (played.length === 0) return null;
  const sides = (values: Record<string, string | number>): string => Object.entries(values).map(([side, value]) => `${name(side)} ${value}`).join(", ");
  return (
    <div id="playtest-people">
      <h4>{said.people(played.length)}</h4>
      <ul>{played.map((each, n) => <li key={n}>{[each.date, each.winner === null ? said.draw : said.won(name(each.winner)), sides(each.score), each.turn, sides(each.players), each.note].filter(Boolean).join("; ")}</li>)}</ul>
    </div>
  );
}

function Found({ found }: { found: PlaytestSummary }): JSX.Element {
  const name = (side: string | null): string => state.game.value?.sides.find((each) => each.id === side)?.name ?? side ?? said.nobody;
  const rows: [string, Share][] = [...Object.entries(found.wins).map(([side, share]): [string, Share] => [said.wins(name(side)), share]), [said.draws, found.draws]];
  const round = (value: number): string => (Math.round(value * 10) / 10).toString().replace("-", "−");
  const spread = (label: string, each: Spread | null): JSX.Element | null => each && (
    <tr><th scope="row">{label}</th><td>{round(each.mean)}</td><td>{each.low === null || each.high === null ? "" : said.between(round(each.low), round(each.high))}</td></tr>
  );
  return (
    <div id="playtest-found">
      <h3>{said.tested(found.whole, found.title)}</h3>
      <People played={found.people} name={name} />
      <p class="quiet">{Object.entries(found.players).map(([side, player]) => `${name(side)}: ${player}`).join(", ")}</p>
      {rows.map(([label, share]) => (
        <div class="share" key={label}>
          <span>{label}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={said.shareSaid(percent(share.share), percent(share.low), percent(share.high))}>
            <rect class="all" width="100" height="10" />
            <rect class="part" width={share.share * 100} height="10" />
            <line x1={share.low * 100} x2={share.high * 100} y1="5" y2="5" />
          </svg>
          <b>{percent(share.share)}</b>
          <small class="quiet">{said.between(percent(share.low), percent(share.high))}</small>
        </div>
      ))}
      <table>
        <thead><tr><th scope="col"><span class="said">{said.figure}</span></th><th scope="col">{said.mean}</th><th scope="col">{said.interval}</th></tr></thead>
        <tbody>
          {spread(said.margin(name(found.reference)), found.margin)}
          {spread(said.length, found.turns)}
          {spread(said.decided, found.decisions)}
        </tbody>
      </table>
      {found.levels.length > 1 && <ul>{found.levels.map((each, n) => <li key={n}>{[name(each.side), each.level].filter(Boolean).join(", ")}: {said.gameCount(each.games.count)}</li>)}</ul>}
      <p class="note">{said.verdict(found.standing, found.reason)}</p>
      {found.target?.one_player && <p class="note">{said.onePlayer(String(found.target.one_player))}</p>}
      {found.findings.length > 0 && <ul class="found">{found.findings.map((each, n) => <li key={n}>{each.message} <small class="quiet">{each.code}</small></li>)}</ul>}
    </div>
  );
}
