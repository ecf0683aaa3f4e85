// Pieces of a game that is played, on the sheet of the counters; what can be chosen and what happened, on the live sheet.
import { computed, effect } from "@preact/signals";
import * as play from "../play/play";
import * as state from "../state";
import type { Point } from "./geometry";
import type { Board } from "./view";
import { drawn } from "./drawn";
import { badgesOf, lookOf } from "./look";
import { drawScene } from "./scene";
import { drawCounter, drawStack, PART } from "./stack";

/** What the badges of all marks say that there were so far. */
const badges = computed(() => badgesOf(play.lines.value.flatMap((line) => line.changes.flatMap(([, , , marks]) => marks))));

/** Draw the game that is played; nothing is drawn anew that did not change. */
export function layPieces(board: Board): void {
  const there = new Map<number, { looks: string; element: Element }>();
  effect(() => {
    const grid = state.grid.value, known = play.about.value;
    const stacks = known && grid ? play.stacks.value : new Map<number, number[]>();
    for (const [place, made] of there) {
      if (stacks.has(place) && made.element.isConnected) continue;
      made.element.remove();
      there.delete(place);
    }
    if (!known || !grid) return;
    for (const [place, pieces] of stacks) {
      const hex = place >= 0 ? grid.number(known.hexes[place] ?? "") : -1;
      if (hex < 0) continue;
      const looks = pieces.map((piece) => `${piece} ${look(piece)}`).join(";");
      const before = there.get(place);
      if (before?.looks === looks) continue;
      before?.element.remove();
      there.set(place, { looks, element: stack(board, hex, pieces) });
    }
  });
  effect(() => drawLine(board));
  effect(() => drawChoices(board));
  effect(() => {
    if (play.looked.value === "") return;
    board.reveal(play.looked.value, true);
    play.looked.value = "";
  });
  effect(() => {
    board.element.classList.toggle("playing", play.on.value);
  });
}

function look(piece: number): string {
  const at = play.standing.value.at.get(piece), row = play.pieces.value[piece];
  return at && row ? `${row[3]} ${at.strength} ${at.marks.join()} ${at.marks.map((mark) => badges.value.get(mark)).join()}` : "";
}

function stack(board: Board, hex: number, pieces: readonly number[]): Element {
  const grid = board.grid;
  const group = drawn("g", { class: "stack", "data-hex": grid?.id(hex) ?? "" }, board.counters);
  if (!grid) return group;
  const side = grid.radius * PART;
  drawStack(pieces, grid.centre(hex), side, group, (piece, at) => counter(piece, at, side, group));
  drawn("title", {}, group, [grid.id(hex), ...pieces.map(describe)].join("\n"));
  return group;
}

/** A piece in words: its name, strength and marks. */
export function describe(piece: number): string {
  const row = play.pieces.value[piece], at = play.standing.value.at.get(piece);
  if (!row || !at) return "";
  const strength = at.strength >= 0 ? ` ${at.strength}` : "", marks = at.marks.length ? ` (${at.marks.join(", ")})` : "";
  return `${row[5]}${strength}${marks}`;
}

function counter(piece: number, place: Point, side: number, parent: Element): void {
  const row = play.pieces.value[piece], at = play.standing.value.at.get(piece);
  if (!row || !at) return;
  const turned = play.about.value?.turned ?? [], flat = state.map.value?.orientation === "flat";
  drawCounter(lookOf(row, at.strength, at.marks, { turned, flat, badges: badges.value }), place, side, parent, { "data-piece": piece });
}

/** What the shown line tells of: the way that was gone, hexes fought for, the die. */
function drawLine(board: Board): void {
  const group = board.group("scene"), grid = state.grid.value, known = play.about.value;
  if (!known) return; // a comparison may be drawn there
  group.replaceChildren();
  const line = play.lines.value[play.shownLine.value];
  if (!grid || !line?.hexes) return;
  const hexes = line.hexes.map((hex) => grid.number(known.hexes[hex] ?? "")).filter((hex) => hex >= 0);
  drawScene({ kind: line.kind ?? "", hexes, die: line.die ?? "" }, grid, group);
  const last = hexes[hexes.length - 1];
  if (last !== undefined && hexes.length < 40) board.reveal(grid.id(last));
}

/** Hexes that can be chosen, those that a way leads to, and what is begun. */
function drawChoices(board: Board): void {
  const group = board.group("choices"), grid = state.grid.value, known = play.about.value, ask = play.ask.value;
  group.replaceChildren();
  if (!grid || !known || !ask) return;
  const number = (hex: number): number => grid.number(known.hexes[hex] ?? "");
  const near = new Set((ask.choices ?? []).map((each) => each.hex).filter((hex) => hex >= 0).map(number));
  const far = (ask.ways ?? []).map(number).filter((hex) => hex >= 0 && !near.has(hex));
  if (far.length > 0) drawn("path", { d: far.map((hex) => grid.outline(hex, 0.93)).join(""), class: "far" }, group);
  for (const hex of near) drawn("path", { d: grid.outline(hex, 0.93), class: "near", "data-choice": grid.id(hex) }, group);
  const stages = ask.begun ?? [];
  const way = stages.map((each) => (typeof each.token === "number" ? number(grid.number(each.name) >= 0 ? known.hexes.indexOf(each.name) : -1) : -1)).filter((hex) => hex >= 0);
  const from = stages[0] ? whereIs(stages[0].name) : -1;
  const path = from >= 0 && way[0] !== from ? [from, ...way] : way;
  if (from >= 0) drawn("path", { d: grid.outline(from, 0.97), class: "begun" }, group);
  if (path.length > 1) drawn("path", { d: `M${path.map((hex) => grid.centre(hex).join(" ")).join("L")}`, class: "way next" }, group);
}

/** The hex of the piece of that name. */
function whereIs(name: string): number {
  const piece = play.pieces.value.findIndex((row) => row[5] === name), at = play.standing.value.at.get(piece);
  return at && at.place >= 0 ? (state.grid.value?.number(play.hexName(at.place)) ?? -1) : -1;
}
