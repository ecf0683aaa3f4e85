// Log, score, what stands where.
import { drawn } from "../map/drawn";
import { badgesOf, lookOf, type Looks } from "../map/look";
import { drawCounter, type Look } from "../map/stack";
import { $, button, make } from "./dom";
import { byOf, clauseOf, firstLine, game, last, lastLine, more, scores, sideName, textOf, turnName, turnOf, turns, type Standing } from "./replay-log";

const MOST_FOUND = 400;
let listed = "", rows = new Map<number, HTMLLIElement>();

/** Whether the die is told beside the words, which do not say it themselves. */
function showsDie(line: number): boolean {
  return Boolean(more(line).die) && !/\bdie /.test(textOf(line));
}

function die(line: number): HTMLElement[] {
  return showsDie(line) ? [make("span", "dice", `die ${more(line).die}`)] : [];
}

function rowOf(line: number): HTMLLIElement {
  const row = make("li", "row"), by = byOf(line), told = button(`told${by >= 0 ? ` of${by}` : ""}`, "");
  told.dataset["line"] = String(line);
  told.append(...die(line), textOf(line));
  row.append(told);
  if (clauseOf(line) >= 0) row.append(clauseButton(clauseOf(line)));
  rows.set(line, row);
  return row;
}

function clauseButton(number: number): HTMLButtonElement {
  const [id, rule, title, text] = game.clauses[number] ?? ["", "", "", ""], made = button("clause", `§${id}`);
  made.dataset["clause"] = String(number);
  made.title = title ? `${rule}: ${title}. ${text}` : id;
  made.setAttribute("aria-label", `Clause ${id}${title ? `: ${title}` : ""}`);
  return made;
}

function headOf(line: number): string {
  const step = game.lines[line]?.[3] ?? -1, by = byOf(line);
  return [by === -1 ? "" : sideName(by), game.steps[step] ?? ""].filter(Boolean).join(": ");
}

function fits(line: number, asked: readonly string[]): boolean {
  const clause = game.clauses[clauseOf(line)]?.[0] ?? "";
  return asked.every((word) => (word.startsWith("§") ? clause === word.slice(1) : textOf(line).toLowerCase().includes(word)));
}

/** What is looked for in the log: words, and clauses as §6.15. */
function asked(): string[] {
  return $<HTMLInputElement>("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
}

/** List the lines of a turn, or those of the game that are looked for, and mark the one that is shown. */
export function listLines(line: number): void {
  const turn = turnOf(line), words = asked(), key = words.length ? `?${words.join(" ")}` : String(turn);
  if (key !== listed) {
    listed = key;
    rows = new Map();
    fillList(turn, words);
  }
  markRow(line);
}

function fillList(turn: number, words: readonly string[]): void {
  const made = document.createDocumentFragment(), all = words.length > 0;
  let head = "", count = 0;
  for (let line = all ? 0 : firstLine(turn); line <= (all ? last : lastLine(turn)); line++) {
    if (all && !fits(line, words)) continue;
    count++;
    if (all && count > MOST_FOUND) continue;
    const said = all ? turnName(turnOf(line)) : headOf(line);
    if (said && said !== head) made.append(make("li", "head", said));
    head = said;
    made.append(rowOf(line));
  }
  $("lines").replaceChildren(made);
  const first = count > MOST_FOUND ? `, the first ${MOST_FOUND} shown` : "";
  $("found").textContent = all ? `${count} ${count === 1 ? "line" : "lines"}${first}` : "";
}

function markRow(line: number): void {
  const before = document.querySelector(".now-row"), row = rows.get(line), list = $("lines");
  before?.classList.remove("now-row");
  before?.firstElementChild?.removeAttribute("aria-current");
  if (!row) return;
  row.classList.add("now-row");
  row.firstElementChild?.setAttribute("aria-current", "step");
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
}

export function showRule(number: number): void {
  const [id, rule, title, text] = game.clauses[number] ?? ["", "", "", ""], card = $("rule"), buttons = make("p", "buttons");
  const only = button("", "Only these lines", () => {
    $<HTMLInputElement>("filter").value = `§${id}`;
    $("filter").dispatchEvent(new Event("input"));
  });
  buttons.append(only, button("", "Close", () => (card.hidden = true)));
  const head = make("h2", "", `§${id}${rule ? ` · ${rule}` : ""}`);
  card.replaceChildren(head, make("p", "rule-title", title), make("p", "", text || "The rulebook has no words for it."), buttons);
  card.hidden = false;
}

/** What happens in a line, above the log. */
export function showNow(line: number): void {
  $("now-by").textContent = [turnName(turnOf(line)), headOf(line)].filter(Boolean).join(" — ");
  const clause = clauseOf(line) >= 0 ? [" ", clauseButton(clauseOf(line))] : [];
  $("now-text").replaceChildren(...die(line), textOf(line), ...clause);
  $("result").textContent = line === last ? resultText() : "";
}

// -- pieces ----------------------------------------------------------------------------------------

const LOOKS: Looks = { turned: game.turned, flat: game.flat, badges: badgesOf(game.marks) };

export function lookOfPiece(piece: number, standing: Standing): Look {
  const row = game.pieces[piece] ?? [0, 0, -1, "", "", "", -1, ""];
  return lookOf(row, standing.strength[piece] ?? -1, standing.marksOf(piece), LOOKS);
}

function stackList(pieces: readonly number[], standing: Standing): HTMLUListElement {
  const list = make("ul", "stacked");
  for (const piece of [...pieces].reverse()) {
    const cell = make("li"), said = make("li"), strength = standing.strength[piece] ?? -1;
    const [, , , , , name = "", full = -1] = game.pieces[piece] ?? [];
    drawCounter(lookOfPiece(piece, standing), [0, 0], 10, drawn("svg", { viewBox: "-0.3 -0.3 10.6 10.6", class: "counters", "aria-hidden": "true" }, cell));
    const details = strength >= 0 ? [`strength ${strength}${full >= 0 && full !== strength ? ` of ${full}` : ""}`] : [];
    details.push(...standing.marksOf(piece));
    said.append(name);
    if (details.length) said.append(make("small", "", details.join(", ")));
    list.append(cell, said);
  }
  return list;
}

export function showHere(name: string, held: number, pieces: readonly number[], standing: Standing): void {
  const made: HTMLElement[] = [make("p", "rule-title", name)];
  if (held) {
    const whose = make("p", `of${held - 1}`);
    whose.append(make("span", "swatch"), `${sideName(held - 1)} controls it`);
    made.push(whose);
  }
  made.push(pieces.length ? stackList(pieces, standing) : make("p", "quiet", "Nothing stands here."));
  $("here").replaceChildren(...made);
}

export function showAway(standing: Standing, stacks: ReadonlyMap<number, number[]>): void {
  const made = game.boxes.flatMap((name, n) => {
    const pieces = stacks.get(-2 - n) ?? [];
    return [make("p", "rule-title", name + (pieces.length ? "" : ": empty")), ...(pieces.length ? [stackList(pieces, standing)] : [])];
  });
  $("away-card").hidden = !game.boxes.length;
  $("away").replaceChildren(...made);
}

// -- score and status ------------------------------------------------------------------------------

export function showScore(standing: Standing, turn: number): void {
  $("score").replaceChildren(...game.sides.map((side, n) => {
    const item = make("li", `of${n}`);
    if (standing.score.length) item.append(make("b", "", standing.score[n]));
    item.append(make("span", "", side.name), make("small", "", side.player));
    return item;
  }));
  showStands(standing, turn);
  drawCurve(turn);
}

/** The game's own rows first, then those of each side under its name; what has just changed stands out. */
export function showStatus(standing: Standing, before: Standing): void {
  $("status-card").hidden = !game.status.length;
  const made: HTMLElement[] = [];
  for (const side of [-1, ...game.sides.keys()]) {
    const own = [...game.status.entries()].filter(([, [whose]]) => whose === side), list = make("dl");
    if (own.length === 0) continue;
    if (side >= 0) {
      const head = make("p", `rule-title of${side}`);
      head.append(make("span", "swatch"), sideName(side));
      made.push(head);
    }
    for (const [n, [, name]] of own) {
      const fresh = before.status.length > 0 && before.status[n] !== standing.status[n];
      list.append(make("dt", "", name), make("dd", fresh ? "fresh" : "", standing.status[n]));
    }
    made.push(list);
  }
  $("status").replaceChildren(...made);
}

function rowHead(name: string, scope: string): HTMLElement {
  const made = make("th", "", name);
  made.scope = scope;
  return made;
}

function showStands(standing: Standing, turn: number): void {
  const table = make("table"), head = make("tr"), body = make("tbody"), top = make("thead");
  const figures = game.measures.find(([line]) => lastLine(turn) <= line)?.[1] ?? {};
  head.append(make("th"), ...game.sides.map((side) => rowHead(side.name, "col")));
  for (const [name, values] of Object.entries(figures)) {
    const row = make("tr");
    row.append(rowHead(name, "row"), ...values.map((value) => make("td", "", value)));
    body.append(row);
  }
  for (const [name, who] of Object.entries(standing.held)) {
    const row = make("tr"), cell = make("td", `who${who ? ` of${who - 1}` : ""}`);
    cell.colSpan = game.sides.length;
    cell.append(make("span", "swatch"), who ? sideName(who - 1) : "nobody");
    row.append(rowHead(name, "row"), cell);
    body.append(row);
  }
  top.append(head);
  table.append(top, body);
  $("stands").replaceChildren(table, make("p", "quiet", Object.keys(figures).length ? `Figures as this ${game.turn} ends.` : ""));
}

function drawCurve(turn: number): void {
  const curve = $("curve"), count = Math.max(1, scores.length - 1), most = Math.max(1, ...scores.flat()), least = Math.min(0, ...scores.flat());
  const x = (n: number): number => 28 + (n / count) * 284, y = (value: number): number => 104 - ((value - least) / (most - least)) * 92;
  curve.replaceChildren();
  drawn("line", { class: "axis", x1: 28, x2: 312, y1: y(0), y2: y(0) }, curve);
  for (const value of new Set([most, least])) drawn("text", { class: "curve-text", x: 24, y: y(value) + 4, "text-anchor": "end" }, curve, String(value));
  game.sides.forEach((_, side) => {
    const points = scores.flatMap((score, n) => (score[side] === undefined ? [] : [`${x(n).toFixed(1)} ${y(score[side]).toFixed(1)}`]));
    if (points.length) drawn("path", { class: `curve of${side}`, d: `M${points.join("L")}` }, curve);
  });
  drawn("line", { class: "cursor", x1: x(turn), x2: x(turn), y1: 8, y2: 106 }, curve);
  drawn("text", { class: "curve-text", x: 28, y: 118 }, curve, turnName(0));
  drawn("text", { class: "curve-text", x: 312, y: 118, "text-anchor": "end" }, curve, turnName(turns.length - 1));
}

/** The player turn at a place of the curve, from 0 to 1. */
export function turnAt(part: number): number {
  const turn = Math.round(((part * 320 - 28) / 284) * (scores.length - 1));
  return Math.min(turns.length - 1, Math.max(0, turn));
}

function resultText(): string {
  const [winner, margin, level, decisive] = game.outcome;
  if (!game.over) return "The game was not played to its end.";
  if (winner < 0) return "Nobody wins.";
  const words = level && level !== "decisive" ? `${level}, ` : "";
  return `${sideName(winner)} wins${decisive ? " decisively" : ""}: ${words}${Math.abs(margin)} point${Math.abs(margin) === 1 ? "" : "s"} ${margin < 0 ? "behind" : "ahead"}`;
}
