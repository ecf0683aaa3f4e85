// Counters as printed on the third sheet of the map: piled in their hexes, fanned out on a click, moved by a drag.
import { effect, signal } from "@preact/signals";
import type { SetUpUnit } from "../api";
import * as play from "../play/play";
import { change } from "../session";
import { showHex } from "../shown";
import { unsupplied } from "../set_up/overlays";
import * as setUp from "../set_up/units";
import * as state from "../state";
import { words } from "../words/en";
import type { Point } from "./geometry";
import type { Board } from "./view";
import { drawn } from "./drawn";
import { drawCounter, drawStack, PART } from "./stack";

const FAR = 5;
/** Pixels above and below the slider of turns in which a unit is dropped on it. */
const REACH = 16;
/** Pixels of a counter's side in a stack that is fanned out, at least. */
const LEAST = 34;

let onMap: Board | null = null;
/** Where the pointer was last. */
let pointer = "";

/** Draw the counters on the map's sheet for them, and let them be moved. */
export function layCounters(board: Board): void {
  onMap = board;
  effect(() => lay(board));
  effect(() => {
    if (setUp.answer.value !== null && given.peek()?.kept) given.value = null;
  });
  effect(() => {
    board.element.classList.toggle("fanned", setUp.fanned.value !== "");
  });
  window.addEventListener("pointermove", ({ clientX, clientY }) => (pointer = `${clientX} ${clientY}`), { capture: true });
  board.element.addEventListener("pointerdown", (event) => {
    if (!(event.target as Element).closest(".counter")) setUp.fanned.value = "";
  }, { capture: true });
  board.element.addEventListener("keydown", (event) => {
    if (event.target !== board.element || setUp.held.value === "") return;
    if (event.key === "Enter") {
      void put(setUp.held.value, state.cursor.value);
    } else if (event.key === "Escape") {
      setUp.held.value = "";
      state.announced.value = words.letGo;
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}

function lay(board: Board): void {
  const sheet = board.counters, grid = state.grid.value;
  sheet.replaceChildren();
  if (!grid || play.on.value) return; // the pieces of a game that is played lie there instead
  const usual = grid.radius * PART;
  const fan = setUp.fanned.value;
  // the stack that is fanned out lies above its neighbours
  const stacks = [...setUp.stacks.value].sort(([a], [b]) => Number(a === fan) - Number(b === fan));
  for (const [hex, units] of stacks) {
    const number = grid.number(hex);
    if (number < 0) continue;
    const [x, y] = grid.centre(number);
    const stack = drawn("g", { class: "stack", "data-hex": hex }, sheet);
    if (hex === fan && units.length > 1) {
      const side = Math.max(usual, LEAST / state.zoom.peek());
      const across = Math.ceil(Math.sqrt(units.length)), down = Math.ceil(units.length / across), gap = side * 1.08;
      const left = x - (across * gap) / 2, top = y - (down * gap) / 2;
      const [pad, room] = [side * 0.12, gap];
      drawn("rect", { x: left - pad, y: top - pad, width: across * room + 2 * pad, height: down * room + 2 * pad, rx: pad, class: "fan" }, stack);
      units.forEach((unit, n) => counter(unit, [left + (n % across) * gap, top + Math.floor(n / across) * gap], side, stack, hex, 1));
      continue;
    }
    drawStack([...units].reverse(), [x, y], usual, stack, (unit, at) => counter(unit, at, usual, stack, hex, units.length));
  }
}

function counter(unit: SetUpUnit, at: Point, side: number, stack: Element, hex: string, pile: number): void {
  const [x, y] = at, look = unit.id === setUp.held.value ? "counter held" : "counter";
  const made = drawCounter({ face: unit.counter }, at, side, stack, { class: look, "data-unit": unit.id });
  const starved = unsupplied.value.has(unit.id);
  if (starved) {
    made.classList.add("starved");
    drawn("rect", { x, y: y + side * 0.72, width: side, height: side * 0.28, class: "flag" }, made);
    drawn("text", { x: x + side / 2, y: y + side * 0.94, "font-size": side * 0.26 }, made, words.oob.flag);
  }
  const name = starved ? `${unit.name}, ${words.oob.unsupplied}` : unit.name;
  drawn("title", {}, made, pile > 1 ? words.pile(hex, pile) : name);
  if (pile === 1) made.addEventListener("pointerenter", ({ clientX, clientY }) => {
    // a counter that is drawn anew below a pointer at rest says nothing
    if (pointer !== `${clientX} ${clientY}`) state.say(words.fan(hex, name));
  });
  made.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || state.tool.value !== "select" || state.picking.value) return;
    event.stopPropagation();
    carry(event, unit, () => {
      if (pile > 1) {
        setUp.fanned.value = hex;
        state.cursor.value = hex;
        const names = (setUp.stacks.value.get(hex) ?? []).map((each) => each.name).join(", ");
        state.announced.value = words.fan(hex, names);
        state.say(words.fan(hex, names));
        void showHex(hex);
      } else {
        hold(unit);
      }
    });
  });
}

/** Take a unit in hand for the keys: Enter at the hex cursor puts it there. */
export function hold(unit: SetUpUnit): void {
  setUp.held.value = unit.id;
  state.tool.value = "select";
  onMap?.element.focus();
  if (unit.hex) {
    state.cursor.value = unit.hex;
    onMap?.reveal(unit.hex);
  }
  const said = unit.state !== "at" && setUp.coming(unit) ? words.oob.heldComing(unit.name) : words.held(unit.name);
  state.announced.value = said;
  state.say(said);
}

/** Follow a pressed pointer with the counter until it is let go; without a move it is a click. */
export function carry(event: PointerEvent, unit: SetUpUnit, click: () => void): void {
  const [startX, startY] = [event.clientX, event.clientY];
  const stop = new AbortController();
  let ghost: HTMLElement | null = null;
  const hexAt = (at: PointerEvent): string => {
    const board = onMap, grid = state.grid.value;
    if (!board || !grid) return "";
    const box = board.element.getBoundingClientRect();
    const inside = at.clientX >= box.left && at.clientX <= box.right && at.clientY >= box.top && at.clientY <= box.bottom;
    const hex = inside ? grid.hexAt(board.point(at)) : -1;
    return hex < 0 ? "" : grid.id(hex);
  };
  const turnAt = (at: PointerEvent): number | null => {
    const slider = document.querySelector<HTMLInputElement>("#turn");
    const box = slider?.getBoundingClientRect();
    if (!slider || !box || at.clientX < box.left || at.clientX > box.right || Math.abs(at.clientY - (box.top + box.height / 2)) > REACH) return null;
    const first = Number(slider.min), last = Number(slider.max), thumb = box.height / 2;
    const part = (at.clientX - box.left - thumb) / Math.max(1, box.width - 2 * thumb);
    return Math.min(last, Math.max(first, Math.round(first + part * (last - first))));
  };
  const end = (): void => {
    stop.abort();
    ghost?.remove();
    onMap?.showBrush([]);
    document.body.classList.remove("carrying");
  };
  const listen = <K extends "pointermove" | "pointerup" | "pointercancel" | "keydown">(name: K, act: (event: WindowEventMap[K]) => void): void =>
    window.addEventListener(name, act, { signal: stop.signal, capture: true });
  listen("pointermove", (at) => {
    if (!ghost && Math.abs(at.clientX - startX) + Math.abs(at.clientY - startY) < FAR) return;
    ghost ??= ghostOf(unit);
    ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px) translate(-50%, -50%)`;
    const hex = hexAt(at), turn = turnAt(at);
    ghost.dataset["turn"] = turn === null ? "" : state.turnLabel(turn);
    state.pointed.value = hex;
    onMap?.showBrush(hex === "" ? [] : [state.grid.value?.number(hex) ?? -1]);
  });
  listen("pointerup", (at) => {
    const moved = ghost !== null, hex = hexAt(at), turn = turnAt(at);
    end();
    if (!moved) click();
    else if (turn !== null) void putTurn(unit, turn);
    else if (hex !== "") void put(unit.id, hex);
    else state.say(words.notOnMap(unit.name));
  });
  listen("pointercancel", end);
  listen("keydown", (key) => {
    if (key.key === "Escape") end();
  });
}

function ghostOf(unit: SetUpUnit): HTMLElement {
  const made = document.createElement("div");
  made.className = "ghost";
  const size = (onMap?.side() ?? 30) * PART;
  const svg = drawn("svg", { width: size, height: size, "aria-hidden": "true" }, made);
  if (unit.counter) drawn("use", { href: `#${unit.counter}`, width: size, height: size }, svg);
  drawn("rect", { width: size, height: size, class: "rim" }, svg);
  document.body.append(made);
  document.body.classList.add("carrying");
  return made;
}

interface Given { unit: string; scenario: string; turn: number; at: Promise<number>; kept: boolean }
/** The turn that a unit was given, until its set-up has it: shown at once, and a second key goes on from there. */
const given = signal<Given | null>(null);

function givenTo(unit: SetUpUnit): Given | null {
  const now = given.value;
  return now?.unit === unit.id && now.scenario === setUp.answer.value?.scenario ? now : null;
}

/** The turn in which a unit comes, as its author left it. */
export function turnOf(unit: SetUpUnit, coming: setUp.Coming): number {
  return givenTo(unit)?.turn ?? coming.at;
}

/** Let a unit that is still to arrive, or to leave, do so in another turn. */
export async function putTurn(unit: SetUpUnit, turn: number): Promise<void> {
  const coming = setUp.coming(unit), scenario = setUp.answer.peek()?.scenario ?? "";
  if (!coming) {
    state.say(words.oob.neitherComes(unit.name));
    return;
  }
  const before = givenTo(unit)?.at ?? Promise.resolve(coming.at);
  const at = before.then(async (at) => {
    if (at === turn || !(await change("unit.turn", { unit: unit.id, scenario, ...coming, at, turn }))) return at;
    state.announced.value = words.oob.comes[coming.kind](unit.name, state.turnLabel(turn));
    return turn;
  });
  const mine: Given = given.value = { unit: unit.id, scenario, turn, at, kept: false };
  mine.kept = (await at) === turn;
  if (!mine.kept && given.peek() === mine) given.value = null; // refused: it comes when it came before
}

async function put(unit: string, hex: string): Promise<void> {
  const there = setUp.unitsById.value.get(unit), before = state.cursor.value;
  setUp.held.value = "";
  setUp.fanned.value = "";
  if (hex === "" || !there || there.hex === hex) return;
  // of the scenario whose units are shown: a different one that was chosen just now is still to come
  if (await change("unit.move", { unit, scenario: setUp.answer.value?.scenario, hex, turn: setUp.turn.value })) {
    state.announced.value = words.moved(there.name, hex);
    if (state.cursor.value !== before) return; // its author has gone on
    state.cursor.value = hex;
    void showHex(hex);
  } else {
    state.announced.value = state.said.value.text;
  }
}
