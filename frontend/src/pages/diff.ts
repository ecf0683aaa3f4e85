// The map of a comparison: where units were and where they are, and the hexes in which something else has changed.
import { drawChanged, drawMove } from "../map/changes";
import { drawn } from "../map/drawn";
import type { Point } from "../map/geometry";
import { drawCounter, drawStack, PART } from "../map/stack";
import { $, dataOf } from "./dom";
import { Table, type MapData } from "./table";

/** Side, name, hexes before and after (null: not on the map), what the page says of it. */
type Mover = [side: number, name: string, before: string | null, after: string | null, anchor: string];
type Kind = "come" | "changed" | "stay" | "gone";

const SAID: Record<Kind, string> = { come: "stands here", stay: "as before", changed: "changed in place", gone: "was here" };
const NEAR = 20;

const data = dataOf<MapData & { movers: Mover[]; noted: Record<string, string> }>("moves");
const table = new Table(data), grid = table.grid, counters = table.counters;
counters.classList.add("moves");

function titled(group: Element, words: string): void {
  drawn("title", {}, group, words);
}

/** A part of the drawing that leads to what the page says of a unit. */
function linked(movers: readonly Mover[], words: string, parent: Element): Element {
  const anchor = movers.find((mover) => mover[4])?.[4];
  const made = anchor ? drawn("a", { href: `#${anchor}` }, parent) : drawn("g", {}, parent);
  made.classList.add(`of${movers[0]?.[0]}`);
  titled(made, words);
  return made;
}

/** Lists by a key, in the order in which the keys come. */
function by<T>(each: readonly T[], key: (one: T) => string | null): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of each) {
    const at = key(one);
    if (at !== null) found.set(at, [...(found.get(at) ?? []), one]);
  }
  return found;
}

/** The stack of a side in a hex; of those that are gone, hollow. */
function stack(movers: readonly Mover[], [x, y]: Point, side: number, kind: Kind, hex: string, parent: Element): void {
  const group = linked(movers, `${hex}, ${SAID[kind]}: ${movers.map((mover) => mover[1]).join(", ")}`, parent);
  const ends = movers.every((mover) => mover[kind === "gone" ? 3 : 2] === null), sign = kind === "gone" ? "−" : "+";
  const figure = (ends ? sign : "") + (movers.length > 1 ? String(movers.length) : "");
  drawStack(movers, [x, y], side, group, (mover, at) => {
    const counter = drawCounter({ face: "" }, at, side, group, { class: `counter ${kind}` });
    if (mover !== movers[movers.length - 1]) return;
    drawn("text", { x: at[0] + side / 2, y: at[1] + side * 0.76, "font-size": side * 0.74, class: "sign" }, counter, figure);
  });
}

/** Draw for each side in a hex, side by side: their middles, and the side of their counters. */
function drawSides(hex: string, movers: readonly Mover[], draw: (side: number, middle: Point, edge: number) => void): void {
  const number = grid.number(hex), sides = [...new Set(movers.map((mover) => mover[0]))].sort();
  if (number < 0) return;
  const [x, y] = grid.centre(number), edge = grid.radius * PART * (sides.length === 1 ? 1 : 0.72);
  sides.forEach((side, n) => draw(side, [x + (n - (sides.length - 1) / 2) * edge * 0.9, y], edge));
}

/** By hex and side, a stack of those that are there, and behind it one of those that were. */
function drawStacks(parent: Element): void {
  const there = by(data.movers, (mover) => mover[3]), gone = by(data.movers.filter((mover) => mover[2] !== mover[3]), (mover) => mover[2]);
  for (const hex of new Set([...there.keys(), ...gone.keys()])) {
    const [here, were] = [there.get(hex) ?? [], gone.get(hex) ?? []];
    drawSides(hex, [...here, ...were], (side, [x, y], edge) => {
      const [now, left] = [here, were].map((movers) => movers.filter((mover) => mover[0] === side)) as [Mover[], Mover[]];
      const both = now.length > 0 && left.length > 0, size = both ? edge * 0.84 : edge;
      if (left.length > 0) stack(left, both ? [x - edge * 0.2, y - edge * 0.2] : [x, y], size, "gone", hex, parent);
      if (now.length === 0) return;
      const come = now.some((mover) => mover[2] !== mover[3]);
      stack(now, both ? [x + edge * 0.12, y + edge * 0.12] : [x, y], size, come ? "come" : now.some((mover) => mover[4]) ? "changed" : "stay", hex, parent);
    });
  }
}

const all = drawn("g", { class: "all" }, counters);
for (const [hex, words] of Object.entries(data.noted)) {
  const group = drawn("g", { class: "noted" }, all);
  titled(group, words);
  drawChanged([grid.number(hex)], grid, group);
}
const moved = data.movers.filter(([, , before, after]) => before !== null && after !== null && before !== after);
for (const several of by(moved, ([side, , before, after]) => `${side} ${before} ${after}`).values()) {
  const [, , before = "", after = ""] = several[0] ?? [];
  const way = linked(several, `${several.map((mover) => mover[1]).join(", ")}: ${before} → ${after}`, all);
  drawMove(grid.number(before ?? ""), grid.number(after ?? ""), grid, way);
}
drawStacks(all);
for (const [look, at] of [["only first", 2], ["only then", 3]] as const) {
  const group = drawn("g", { class: look }, counters);
  for (const [hex, movers] of by(data.movers, (mover) => mover[at])) {
    drawSides(hex, movers, (side, middle, edge) => {
      // a map of one time: no signs, and nothing to lead to
      const own = movers.filter((mover) => mover[0] === side).map(([, name]): Mover => [side, name, "", "", ""]);
      stack(own, middle, edge, "come", hex, group);
    });
  }
}

table.handle(() => undefined, undefined, (event) => event.ctrlKey || document.activeElement === table.element);
// a unit's name leads to where it is on the map
document.addEventListener("click", ({ target }) => {
  const anchor = (target as Element).closest("a[href^='#map-']")?.getAttribute("href")?.slice(5);
  if (!anchor) return;
  const hexes = data.movers.filter((mover) => mover[4] === anchor).flatMap(([, , before, after]) => [before, after]);
  for (const each of counters.querySelectorAll("a")) each.classList.toggle("lit", each.getAttribute("href") === `#${anchor}`);
  table.frame(hexes.filter((hex) => hex !== null), NEAR);
  $("board").scrollIntoView({ block: "nearest" });
});
