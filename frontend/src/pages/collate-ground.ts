// The map of the form for a printed copy: terrain and hexsides are painted where a copy differs, roads are ticked or typed.
import { drawn } from "../map/drawn";
import { sideKey, type Side } from "../map/geometry";
import { $, dataOf } from "./dom";
import type { Answer, Part } from "./collate";
import { Table, type MapData } from "./table";

interface Ground extends MapData {
  letters: string[]; colours: string[];
  /** The hexsides that can be painted, by their hexes. */
  edges: [number, number][];
  /** Rows of terrain: letters, the first hex, what the copy's file says. */
  rows: { at: string; letters: string; first: number; saved: string | null }[];
  chains: { at: string; steps: string[]; sides: string[] | null; saved: string[] | null }[];
}

/** Pixels of a hex's breadth at which its number can be read. */
const READABLE = 34;

const ground = dataOf<Ground>("ground-data");
const table = new Table(ground), grid = table.grid;
const rest = $<HTMLInputElement>("rest");
const rows = ground.rows.map((row) => ({ ...row, now: [...row.letters] }));
const chains = ground.chains.map((chain, n) => ({
  ...chain, now: [...chain.steps], tick: $<HTMLInputElement>(`chain-${n}`), field: document.getElementById(`hexes-${n}`) as HTMLInputElement | null,
}));
type Chain = (typeof chains)[number];
const nameOf = ([a, b]: Side): string => `${grid.id(a)}/${grid.id(b)}`;
const sides = new Map(ground.edges.map((side) => [nameOf(side), side]));
const names = new Map(ground.edges.map((side) => [sideKey(side), nameOf(side)]));
const tool = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>("[name=tool]:checked");

table.element.prepend(table.below); // roads and ids stay in sight above the colours
const hexes = ground.ids.map((id, hex) => drawn("path", { d: grid.outline(hex), class: "hex", "data-hex": id }, table.below));

function paint(): void {
  for (const row of rows) {
    row.now.forEach((letter, i) => {
      const shape = hexes[row.first + i];
      if (!shape) return;
      shape.style.fill = ground.colours[ground.letters.indexOf(letter)] ?? "none";
      shape.classList.toggle("other", letter !== row.letters[i]);
    });
  }
  const painted = chains.filter((chain) => chain.sides !== null), ours = new Set(painted.flatMap((chain) => chain.sides ?? []));
  const now = new Set(painted.flatMap((chain) => chain.now.map((text) => named(chain, text))));
  table.scene.replaceChildren();
  for (const name of new Set([...ours, ...now])) {
    const ends = grid.ends(sides.get(name) ?? [-1, -1]), look = `edge${now.has(name) ? " on" : ""}${now.has(name) === ours.has(name) ? "" : " other"}`;
    if (ends) drawn("path", { d: ends.map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join(""), class: look, "data-side": name }, table.scene);
  }
}

/** What the map calls a hexside, whichever of its hexes is written first. */
function named(chain: Chain, text: string): string {
  const known = chain.sides?.[chain.steps.indexOf(text)];
  return known ?? (sides.has(text) ? text : text.split("/").reverse().join("/"));
}

function paintHex(hex: number, letter: string): boolean {
  const row = rows.find((each) => hex >= each.first && hex < each.first + each.letters.length), i = hex - (row?.first ?? 0);
  if (!row) return false;
  row.now[i] = row.now[i] === letter ? (row.letters[i] ?? letter) : letter;
  return true;
}

/** Take a hexside out or put it in; a new one is written with the hex first that was clicked on: the higher one, where that matters. */
function paintSide(side: Side, chain: Chain): boolean {
  const name = names.get(sideKey(side));
  if (name === undefined) return false;
  const at = chain.now.findIndex((text) => named(chain, text) === name), old = chain.sides?.indexOf(name) ?? -1;
  if (at >= 0) chain.now.splice(at, 1);
  else chain.now.push((old < 0 ? undefined : chain.steps[old]) ?? nameOf(side));
  return true;
}

const same = (one: readonly string[], other: readonly string[]): boolean => one.length === other.length && one.every((each) => other.includes(each));
const alike = (one: readonly string[], other: readonly string[]): boolean => one.length === other.length && one.every((each, i) => each === other[i]);

function answers(): Answer[] {
  const found: Answer[] = [];
  for (const { at, now, letters } of rows) {
    if (now.join("") !== letters || rest.checked) found.push({ at, ours: letters, printed: now.join("") });
  }
  for (const { at, steps, sides: painted, now, tick, field } of chains) {
    const text = field?.value.trim() ?? "", said = text ? text.split(/[\s,]+/) : now;
    const other = painted ? !same(said, steps) : !alike(said, steps);
    if (other || tick.checked) found.push({ at, ours: steps, printed: other ? said : steps });
  }
  return found;
}

interface State { rest: boolean; rows: string[]; chains: string[][]; ticks: boolean[]; fields: string[] }

function restore(state: State): void {
  rest.checked = state.rest;
  rows.forEach((row, n) => {
    if (state.rows[n]?.length === row.letters.length) row.now = [...(state.rows[n] ?? "")];
  });
  chains.forEach((chain, n) => {
    chain.now = state.chains[n] ?? chain.now;
    chain.tick.checked = state.ticks[n] ?? false;
    if (chain.field) chain.field.value = state.fields[n] ?? "";
  });
  paint();
}

/** Show the map, with what the file of the copy says already; `changed` is called after a click. */
export function askGround(changed: () => void): Part {
  table.handle((hex, event) => {
    const chosen = tool()?.dataset, chain = chains[Number(chosen?.["chain"] ?? -1)], side = chain ? grid.sideAt(table.point(event)) : null;
    const done = chosen?.["letter"] !== undefined ? hex >= 0 && paintHex(hex, chosen["letter"]) : chain && side ? paintSide(side, chain) : false;
    if (!done) return;
    paint();
    changed();
  }, undefined, (event) => event.ctrlKey || document.activeElement === table.element);
  const breadth = table.side() * Math.sqrt(3);
  if (breadth < READABLE) table.zoomBy(READABLE / breadth);
  for (const row of rows) {
    if (row.saved === null || row.saved.length !== row.letters.length) continue;
    if (row.saved === row.letters) rest.checked = true;
    row.now = [...row.saved];
  }
  for (const chain of chains) {
    if (chain.saved === null) continue;
    if (alike(chain.saved, chain.steps)) chain.tick.checked = true;
    else if (chain.field) chain.field.value = chain.saved.join(" ");
    else chain.now = chain.saved;
  }
  paint();
  return {
    asked: rows.length + chains.length,
    answers,
    state: () => ({
      rest: rest.checked, rows: rows.map((row) => row.now.join("")), chains: chains.map((chain) => chain.now),
      ticks: chains.map((chain) => chain.tick.checked), fields: chains.map((chain) => chain.field?.value ?? ""),
    }),
    restore: (state) => restore(state as State),
  };
}
