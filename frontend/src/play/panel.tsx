// The tab Play: start a game or open a record, then what is asked, what can be chosen, what happened.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Refused, get, type LogLineData, type About, type Ask, type PlayChoices, type SetData, type TermsData } from "../api";
import { explainWord } from "./clause";
import { describe } from "../map/played";
import { Window } from "../panels/window";
import * as setUp from "../set_up/units";
import * as state from "../state";
import { words } from "../words/en";
import { ByHand, PlayOn, Throw, byHand, continueRecord } from "./dice";
import { Forces, allFit, nothingBought, orders } from "./forces";
import * as play from "./play";
import { Playtest } from "./playtest";
import "./play.css";

const said = words.play;
/** Lines of the log that are in the page; those before are reached by the slider. */
const SHOWN = 150;

export function PlayPane(): JSX.Element {
  return (
    <div
      id="pane-play" class="pane play" role="tabpanel" aria-labelledby="tab-play" hidden={state.pane.value !== "play"}
    >
      {play.on.value ? <Table /> : <Begin />}
    </div>
  );
}

// -- beginning -------------------------------------------------------------------------------------

const scenario = signal("");
/** What can be chosen, and for which scenario: until the next answer it stays that of the one before. */
const form = signal<(PlayChoices & { scenario: string }) | null>(null);
const problem = signal("");
const players = signal<Record<string, string>>({});
const seed = signal(1);
const chosen = signal<readonly string[] | null>(null);
const records = signal<readonly string[]>([]);
let formOf = "";

/** Follow the scenario under Set-up, and the scenario whose document is chosen. */
effect(() => {
  if (setUp.scenario.value !== "") scenario.value = setUp.scenario.value;
});
effect(() => {
  const id = /^scenarios\/(.+)\.yaml$/.exec(state.doc.value)?.[1] ?? "";
  if (state.game.peek()?.scenarios.some((each) => each.id === id)) scenario.value = id;
});

async function loadForm(id: string): Promise<void> {
  const asked = `${id} ${state.changes.value}`;
  if (id === "" || asked === formOf) return;
  formOf = asked;
  problem.value = "";
  try {
    const answer = await get("/api/play/choices", { scenario: id });
    if (asked !== formOf) return;
    form.value = { ...answer, scenario: id };
    chosen.value = null;
    nothingBought();
    players.value = Object.fromEntries(answer.sides.map((side, n) => [side.id, players.value[side.id] ?? (n === 0 ? "you" : answer.usual)]));
  } catch (failed) {
    form.value = null;
    problem.value = failed instanceof Refused ? failed.message : words.lost;
  }
}

function Begin(): JSX.Element {
  const scenarios = state.game.value?.scenarios ?? [];
  const shown = state.pane.value === "play";
  if (scenario.value === "" || !scenarios.some((each) => each.id === scenario.value)) {
    scenario.value = setUp.scenario.value || scenarios[0]?.id || "";
  }
  useEffect(() => {
    if (!shown) return;
    void loadForm(scenario.value);
    void get("/api/play/records").then((answer) => (records.value = answer.records)).catch(() => undefined);
  }, [shown, scenario.value, state.changes.value]);
  const own = form.value?.scenario === scenario.value ? form.value : null;
  const sides = own?.sides ?? state.game.value?.sides ?? [];
  // who may play is known when the scenario has been read
  const names = own?.players ?? [];
  const forces = own?.forces ?? [];
  if (scenarios.length === 0) return <p class="empty quiet">{said.noScenario}</p>;
  return (
    <div class="scroll">
      {play.left.value && (
        <section class="begin left">
          <h2>{said.leftTitle}</h2>
          <p class="quiet">{said.leftHelp(play.left.value.title)}</p>
          <div class="buttons"><button id="play-resume" class="main" disabled={play.waiting.value} onClick={() => void play.resume()}>{said.resume}</button></div>
        </section>
      )}
      <form
        class="begin"
        onSubmit={(event) => {
          event.preventDefault();
          if (own) void play.begin({ scenario: own.scenario, players: players.value, seed: seed.value, options: chosen.value ? [...chosen.value] : null, by_hand: byHand.value, forces: orders(forces) });
        }}
      >
        <h2>{said.title}</h2>
        <p class="quiet">{said.help}</p>
        <Scenario id="play-scenario" />
        {problem.value !== "" && <p class="bad" role="alert">{said.cannot(problem.value)}</p>}
        {sides.map((side, n) => (
          <label class="row" key={side.id}>
            <span>{side.name}</span>
            <select
              data-side={side.id} disabled={own === null} value={players.value[side.id] ?? (n === 0 ? "you" : own?.usual)}
              onChange={(event) => (players.value = { ...players.value, [side.id]: event.currentTarget.value })}
            >
              {names.length === 0 && <option value="">{words.loading}</option>}
              {names.map((name) => <option key={name} value={name}>{said.player(name)}</option>)}
            </select>
          </label>
        ))}
        {own && sides.map((side) => <Forces key={side.id} scenario={own.scenario} side={side} forces={forces} />)}
        <label class="row">
          <span>{said.seed}</span>
          <input id="play-seed" type="number" min={0} max={9007199254740991} value={seed.value} onInput={(event) => (seed.value = Math.max(0, Math.trunc(Number(event.currentTarget.value) || 0)))} />
        </label>
        <ByHand />
        {(own?.options.length ?? 0) > 0 && <Options />}
        <div class="buttons">
          <button id="play-begin" class="main" type="submit" disabled={own === null || !allFit(forces) || play.waiting.value}>{play.waiting.value ? said.settingUp : said.begin}</button>
        </div>
      </form>
      <Playtest scenario={scenario.value} players={players.value} seed={seed.value} usual={own?.usual ?? ""} ready={own !== null} />
      <section class="begin">
        <h2>{said.watchTitle}</h2>
        <p class="quiet">{said.watchHelp}</p>
        {records.value.length > 0 && (
          <ul class="records">
            {records.value.map((name) => (
              <li key={name}>
                <button onClick={() => void play.watch(name, null)}>{name}</button>
                <button aria-label={`${said.goOnWith}: ${name}`} title={said.goOnWithHelp} onClick={() => void continueRecord(name)}>{said.goOnWith}</button>
              </li>
            ))}
          </ul>
        )}
        <label class="row">
          <span>{said.openFile}</span>
          <input
            id="play-file" type="file" accept=".json,application/json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) void file.text().then((text) => play.watch(file.name.slice(0, 100), text));
            }}
          />
        </label>
      </section>
      <Refused_ />
    </div>
  );
}

export function Scenario({ id }: { id: string }): JSX.Element {
  return (
    <label class="row">
      <span>{words.scenario}</span>
      <select id={id} value={scenario.value} onChange={(event) => (scenario.value = event.currentTarget.value)}>
        {(state.game.value?.scenarios ?? []).map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
      </select>
    </label>
  );
}

function Options(): JSX.Element {
  const options = form.value?.options ?? [];
  const on = (id: string, usual: boolean): boolean => (chosen.value ? chosen.value.includes(id) : usual);
  const toggle = (id: string): void => {
    const now = options.filter((each) => on(each.id, each.on)).map((each) => each.id);
    chosen.value = now.includes(id) ? now.filter((each) => each !== id) : [...now, id];
  };
  return (
    <details>
      <summary>{said.options(options.filter((each) => on(each.id, each.on)).length)}</summary>
      {options.map((each) => (
        <label key={each.id}><input type="checkbox" checked={on(each.id, each.on)} onChange={() => toggle(each.id)} /> {each.title}</label>
      ))}
    </details>
  );
}

// -- a game on the table ---------------------------------------------------------------------------

function Table(): JSX.Element {
  const about = play.about.value;
  if (!about) return <></>;
  return (
    <>
      <Transport />
      <Standing about={about} />
      <Refused_ />
      {about.watched && <PlayOn key={about.id} about={about} />}
      {play.running.value ? <Running /> : <Asked />}
      <Result />
      <Log />
      {!about.watched && <Ends />}
    </>
  );
}

function Standing({ about }: { about: About }): JSX.Element {
  const now = play.now.value, score = play.standing.value.score;
  const line = play.lines.value[play.shownLine.value];
  return (
    <section class="standing">
      <h2>{about.title}</h2>
      <p class="when">
        {line && play.turnName(line.turn)}
        {line && line.side >= 0 && <span> · {play.sideName(line.side)}</span>}
        {about.watched && <span class="quiet"> · {said.record}</span>}
      </p>
      <dl class="score">
        {about.sides.map((side, n) => (
          <div key={side.id}><dt>{side.name} <small class="quiet">{said.player(side.player)}</small></dt><dd>{score[n] ?? ""}</dd></div>
        ))}
      </dl>
      {play.atEnd.value && now?.lead[0] && <p title={now.lead.slice(1).join("\n")}>{now.lead[0]}</p>}
      {about.status.length > 0 && (
        <details>
          <summary>{said.status}</summary>
          <ul>{about.status.map(([side, name], n) => <li key={n}>{side >= 0 ? `${play.sideName(side)}, ` : ""}{name}: <b>{play.standing.value.status[n] ?? ""}</b></li>)}</ul>
        </details>
      )}
      {about.notes.map((note) => <p key={note} class="note">{note}</p>)}
      {play.stale.value && !about.watched && <p class="note">{said.stale}</p>}
    </section>
  );
}

function Refused_(): JSX.Element | null {
  const refusal = play.refusal.value;
  if (!refusal) return null;
  return (
    <div class="refusal" role="alert">
      <p><b>{refusal.message}</b>{refusal.clause && <> <Clause id={refusal.clause} /></>}</p>
      {refusal.rule && <p>{refusal.rule}</p>}
    </div>
  );
}

function Clause({ id, title }: { id: string; title?: string | undefined }): JSX.Element {
  return <button class="cite" title={title ?? said.clause(id)} onClick={() => void explainWord(id)}>{id}</button>;
}

function Running(): JSX.Element {
  const running = play.running.value;
  return (
    <section class="asked" role="status">
      <p>{running ? said.running(running.turn, running.decisions) : ""}</p>
      <progress aria-label={said.playersChoose} />
      <div class="buttons"><button id="play-stop" onClick={() => void play.stop()}>{said.stop}</button></div>
    </section>
  );
}

function Asked(): JSX.Element | null {
  const now = play.now.value, ask = play.ask.value;
  if (!now || play.about.value?.watched) return null;
  if (!play.atEnd.value) {
    return <section class="asked"><p>{said.past}</p><div class="buttons"><button id="play-now" onClick={() => play.show(play.lines.value.length - 1)}>{said.toNow}</button></div></section>;
  }
  if (now.ended && now.ended.how !== "over") return <section class="asked"><p class="bad">{said.failed(now.ended.message)}</p></section>;
  if (now.over) return <section class="asked"><h3>{said.over}</h3>{now.lead.map((line) => <p key={line}>{line}</p>)}</section>;
  if (play.toThrow.value) return <section class="asked">{now.ask?.terms?.map((each, n) => <Terms key={n} terms={each} />)}<Throw {...play.toThrow.value} /></section>;
  if (!ask) return <section class="asked"><h3>{now.ask ? said.toMove(play.sideName(now.ask.side), now.ask.step) : ""}</h3><GoOn /></section>;
  return (
    <section class="asked">
      <h3>{said.toMove(play.sideName(ask.side), ask.step)} {ask.clause && <Clause id={ask.clause} title={ask.rule} />}</h3>
      {ask.asks && <p class="asks">{ask.asks}</p>}
      {ask.set && <Marks set={ask.set} />}
      {(ask.begun?.length ?? 0) > 0 && (
        <div class="begun">
          <b>{ask.begun?.map((each) => each.name).join(" → ")}</b>
          <button id="play-back" title={said.backHelp} onClick={() => void play.back()}>{said.back}</button>
          {ask.whole && <button id="play-do" class="main" title={said.carryOutHelp} onClick={() => void play.carryOut()}>{said.carryOut}</button>}
        </div>
      )}
      {ask.terms?.map((each, n) => <Terms key={n} terms={each} />)}
      <Among />
      <Choices ask={ask} />
      <GoOn />
    </section>
  );
}

/** The limits of a set, and its members that are marked: a press takes a mark away. */
function Marks({ set }: { set: SetData }): JSX.Element {
  return (
    <div class="marks">
      {set.limits.map((limit) => <p key={limit} class="asks">{limit}</p>)}
      {set.marked.length > 0 && (
        <ul class="choices" aria-label={said.marked} onKeyDown={arrows}>
          {set.marked.map(({ token, name }) => (
            <li key={token}><button aria-pressed="true" data-marked={token} title={said.unmark} onClick={() => void play.unmark(token)}>{name}</button></li>
          ))}
        </ul>
      )}
      {set.marked.length > 0 && set.lack && <p>{set.lack}</p>}
    </div>
  );
}

/** What counts in an attack, and every result with its chance, before the dice. */
function Terms({ terms }: { terms: TermsData }): JSX.Element {
  return (
    <section class="terms" aria-label={said.terms}>
      {terms.sums.map((sum) => (
        <table key={sum.name}>
          <caption>{sum.name} <b>{sum.total}</b></caption>
          <tbody>
            {sum.terms.map((term, n) => (
              <tr key={n}><td>{term.value}</td><th scope="row" title={term.stands}>{term.source}</th><td>{term.clause && <Clause id={term.clause} />}</td></tr>
            ))}
          </tbody>
        </table>
      ))}
      {terms.rolls.map((roll) => (
        <table key={roll.name} class="chances">
          <caption>{roll.name}{roll.column && <>, <b>{roll.column}</b></>}</caption>
          <tbody>
            {roll.prospects.map((each) => (
              <tr key={each.result}>
                <td>{each.chance}</td>
                <th scope="row"><meter min={0} max={1} value={each.share} aria-hidden="true" /> {each.result}</th>
                <td>{each.effect}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

function Among(): JSX.Element | null {
  const among = play.among.value, list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => { // at once, for the next key chooses
    if (among && play.isAtPlay()) list.current?.querySelector("button")?.focus();
  }, [among]);
  if (!among) return null;
  const name = (action: play.Stage[]): string => {
    const last = action[action.length - 1];
    const choice = play.ask.value?.choices?.find((each) => each.token === last);
    return choice ? choice.label || choice.name : String(last);
  };
  return (
    <div class="among">
      <h4>{said.inHex(play.hexName(among.hex))}</h4>
      <ul class="choices" ref={list}>{among.actions.map((action, n) => <li key={n}><button onClick={() => void play.act(action)}>{name(action)}</button></li>)}</ul>
    </div>
  );
}

const sought = signal("");

function Choices({ ask }: { ask: Ask }): JSX.Element {
  const choices = ask.choices ?? [], text = sought.value.trim().toLowerCase();
  const shown = text ? choices.filter((each) => `${each.name} ${each.label} ${each.note}`.toLowerCase().includes(text)) : choices;
  const show = (hex: number): void => {
    state.spoken.value = hex >= 0 ? [play.hexName(hex)] : [];
  };
  return (
    <>
      {choices.length > 15 && <input id="play-find" type="search" aria-label={said.find} placeholder={said.find} value={sought.value} onInput={(event) => (sought.value = event.currentTarget.value)} />}
      <ul class="choices" aria-label={said.choices} onKeyDown={arrows}>
        {shown.map((each) => (
          <li key={each.token}>
            <button
              class={typeof each.token === "string" ? "word" : ""} data-choice={each.token}
              onClick={() => { sought.value = ""; void play.choose(each); }}
              onPointerEnter={() => show(each.hex)} onPointerLeave={() => show(-1)} onFocus={() => show(each.hex)} onBlur={() => show(-1)}
            >
              {each.label || each.name}{each.note && <small class="quiet"> {each.note}</small>}
            </button>
          </li>
        ))}
      </ul>
      {(ask.left_out ?? 0) > 0 && <p class="quiet">{said.leftOut(ask.left_out ?? 0)}</p>}
    </>
  );
}

/** In a list of buttons, arrow keys go to the next. */
function arrows(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button")];
  const here = buttons.indexOf(event.target as HTMLElement);
  if (by === undefined || here < 0) return;
  buttons[(here + by + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

function GoOn(): JSX.Element {
  return (
    <div class="go" role="group" aria-label={said.goOn(play.about.value?.usual ?? "")}>
      <span class="quiet">{said.goOn(play.about.value?.usual ?? "")}</span>
      {(["phase", "turn", "game"] as const).map((until) => <button key={until} id={`play-${until}`} onClick={() => void play.go(until)}>{said.until[until]}</button>)}
    </div>
  );
}

/** What came of the person's last action, which what follows would scroll away. */
function Result(): JSX.Element | null {
  const result = play.result.value;
  if (result.length === 0) return null;
  return (
    <section class="result" aria-label={said.cameOf}>
      <h4>{said.cameOf}</h4>
      <ol>
        {result.map(({ line, number }) => (
          <li key={number}><button class="line" onClick={() => play.show(number)}>{line.die && <b class="die">{line.die}</b>}{line.text}</button></li>
        ))}
      </ol>
    </section>
  );
}

// -- what happened ---------------------------------------------------------------------------------

function Transport(): JSX.Element {
  const last = play.lines.value.length - 1, at = play.shownLine.value, line = play.lines.value[at];
  const button = (id: string, label: string, sign: string, act: () => void, off: boolean): JSX.Element => (
    <button id={id} aria-label={label} title={label} disabled={off} onClick={act}>{sign}</button>
  );
  return (
    <div class="transport" role="group" aria-label={said.look}>
      {button("play-start", said.toStart, "|«", () => play.show(0), at === 0)}
      {button("play-turn-back", said.turnBack, "«", () => play.step(-1, "turn"), at === 0)}
      {button("play-phase-back", said.phaseBack, "‹‹", () => play.step(-1, "phase"), at === 0)}
      {button("play-line-back", said.lineBack, "‹", () => play.step(-1, "line"), at === 0)}
      <input
        id="play-line" type="range" min={0} max={Math.max(0, last)} value={at} aria-label={said.slider} aria-valuetext={line?.text ?? ""}
        onInput={(event) => play.show(Number(event.currentTarget.value))}
      />
      {button("play-line-on", said.lineOn, "›", () => play.step(1, "line"), at >= last)}
      {button("play-phase-on", said.phaseOn, "››", () => play.step(1, "phase"), at >= last)}
      {button("play-turn-on", said.turnOn, "»", () => play.step(1, "turn"), at >= last)}
      {button("play-end", said.toEnd, "»|", () => play.show(last), at >= last)}
    </div>
  );
}

function Log(): JSX.Element {
  const element = useRef<HTMLOListElement>(null);
  const lines = play.lines.value, at = play.shownLine.value;
  const first = Math.max(0, Math.min(at - SHOWN / 2, lines.length - SHOWN));
  useEffect(() => {
    element.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [at, lines]);
  return (
    <ol class="log" ref={element} tabIndex={0} aria-label={said.log} start={first}>
      {lines.slice(first, first + SHOWN).map((line, n) => <Entry key={first + n} line={line} before={lines[first + n - 1]} number={first + n} current={first + n === at} />)}
    </ol>
  );
}

function Entry({ line, before, number, current }: { line: LogLineData; before: LogLineData | undefined; number: number; current: boolean }): JSX.Element {
  const newTurn = number > 0 && (!before || before.turn !== line.turn || before.side !== line.side || number === 1);
  return (
    <li aria-current={current ? "step" : undefined} class={line.side >= 0 ? "" : "nobody"}>
      {newTurn && <h4>{play.turnName(line.turn)}{line.side >= 0 && ` · ${play.sideName(line.side)}`}</h4>}
      <button class="line" onClick={() => play.show(number)}>{line.die && <b class="die">{line.die}</b>}{line.text}</button>
      {line.clause && <Clause id={line.clause} />}
    </li>
  );
}

function Ends(): JSX.Element {
  return (
    <div class="bar ends">
      <button id="play-undo" disabled={!play.now.value?.can_undo || play.running.value !== null} title={said.undoHelp} onClick={() => void play.undo()}>{said.undo}</button>
      <button id="play-restart" disabled={play.running.value !== null} onClick={() => void play.restart()}>{said.restart}</button>
      <button id="play-keep" disabled={play.running.value !== null} title={said.keepHelp} onClick={() => void play.keep()}>{said.keep}</button>
      <button id="play-download" disabled={play.running.value !== null} onClick={() => void play.download()}>{said.download}</button>
    </div>
  );
}

/** The bar above the map while a game is on it. */
export function PlayBar(): JSX.Element | null {
  const about = play.about.value;
  if (!about) return null;
  const here = state.cursor.value, place = about.hexes.indexOf(here), there = (place >= 0 && play.stacks.value.get(place)) || [];
  return (
    <div class="playing-bar" role="status">
      <b>{about.watched ? said.watching(about.title) : said.playing(about.title)}</b>
      <span class="there">{there.length > 0 && `${here}: ${there.map(describe).join(", ")}`}</span>
      <button id="play-leave" onClick={play.leave}>{said.leave}</button>
      {play.leaving.value && <Leaving />}
    </div>
  );
}

/** Whether a game under way is to be left without its record. */
function Leaving(): JSX.Element {
  const stay = (): void => void (play.leaving.value = false);
  return (
    <Window title={said.leaveTitle} close={stay}>
      <p>{said.leaveHelp}</p>
      <div class="buttons">
        <button id="play-leave-saved" class="main" disabled={play.running.value !== null} onClick={() => void play.keep().then((kept) => kept && play.leaveNow())}>{said.leaveSaved}</button>
        <button id="play-leave-unsaved" onClick={play.leaveNow}>{said.leaveUnsaved}</button>
        <button id="play-stay" onClick={stay}>{said.stay}</button>
      </div>
    </Window>
  );
}
