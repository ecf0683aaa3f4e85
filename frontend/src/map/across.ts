// The tools for what lies across many hexes: names, and areas that rules refer to.
import { change } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import type { Board, Stroke } from "./view";
import { areaColor } from "./view";
import { distance, type Point } from "./geometry";
import type { Hit, Tool } from "./tool";

/** Hexes of a new name whose end was not dragged. */
const USUAL = 3;

type Held = { index: number; name: string; along: string[]; part: "first" | "last" | "whole"; from: number } | { index: null; from: number };

/** The name that lies at a point, and the part of it that is there. */
function nameAt(point: Point): { index: number; part: "first" | "last" | "whole" } | null {
  const map = state.map.value, grid = state.grid.value;
  if (!map || !grid) return null;
  let found: { index: number; part: "first" | "last" | "whole" } | null = null, least = grid.radius * 0.75;
  for (const name of map.names) {
    const a = grid.number(name.along[0] ?? ""), b = grid.number(name.along[name.along.length - 1] ?? "");
    if (a < 0 || b < 0) continue;
    const [from, to] = [grid.centre(a), grid.centre(b)];
    const long = distance(from, to);
    const part = long === 0 ? 0 : Math.max(0, Math.min(1, ((point[0] - from[0]) * (to[0] - from[0]) + (point[1] - from[1]) * (to[1] - from[1])) / (long * long)));
    const far = distance(point, [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]);
    if (far >= least) continue;
    least = far;
    const end = grid.radius * 0.9;
    found = { index: name.index, part: a !== b && distance(point, from) < end ? "first" : a !== b && distance(point, to) < end ? "last" : "whole" };
  }
  return found;
}

/** Where a name lies while the pointer is over a hex; null off the map. */
function moved(held: Held, hex: number): string[] | null {
  const grid = state.grid.value;
  if (!grid || hex < 0) return null;
  if (held.index === null) return [grid.id(held.from), grid.id(hex)];
  if (held.part === "first") return [grid.id(hex), ...held.along.slice(1)];
  if (held.part === "last") return [...held.along.slice(0, -1), grid.id(hex)];
  const [fx, fy] = grid.centre(held.from), [tx, ty] = grid.centre(hex);
  const along = held.along.map((id) => {
    const [x, y] = grid.centre(grid.number(id));
    return grid.hexAt([x + tx - fx, y + ty - fy]);
  });
  return along.includes(-1) ? null : along.map((each) => grid.id(each));
}

export function labels(board: Board): Tool {
  let held: Held | null = null;
  let last = -1;

  const show = (along: readonly string[] | null): void => {
    const grid = state.grid.value;
    if (!grid || !along) return;
    const ends = [along[0], along[along.length - 1]].map((id) => grid.number(id ?? ""));
    board.showLine(ends, [], false);
  };
  const open = (index: number | null, along: string[]): void => {
    state.dialog.value = { is: "label", index, along };
  };
  /** From a hex to the east, as far as the map goes. */
  const usual = (hex: number): string[] => {
    const grid = state.grid.value;
    if (!grid) return [];
    const [x, y] = grid.centre(hex), step = grid.radius * Math.sqrt(3);
    let end = hex;
    for (let n = 1; n <= USUAL; n++) {
      const next = grid.hexAt([x + step * n, y]);
      if (next >= 0) end = next;
    }
    return [grid.id(hex), grid.id(end)];
  };
  const finish = (): void => {
    const grid = state.grid.value, done = held, hex = last;
    held = null;
    board.clearPreview();
    if (!grid || !done) return;
    if (hex === done.from) {
      if (done.index === null) open(null, usual(hex));
      else open(done.index, done.along);
      return;
    }
    const along = moved(done, hex);
    if (!along) state.say(words.mapping.nameOffMap, true);
    else if (done.index === null) open(null, along);
    else void change("map.label", { index: done.index, name: done.name, value: { along } });
  };
  return {
    press: (hit: Hit) => {
      if (hit.hex < 0) return;
      const there = nameAt(hit.point);
      const name = there ? state.map.value?.names[there.index] : null;
      held = there && name ? { index: there.index, name: name.name, along: name.along, part: there.part, from: hit.hex } : { index: null, from: hit.hex };
      last = hit.hex;
    },
    drag: (hit) => {
      if (!held || hit.hex === last) return;
      last = hit.hex;
      show(moved(held, hit.hex));
    },
    release: finish,
    hover: (hit) => {
      const there = hit ? nameAt(hit.point) : null;
      board.clearPreview();
      if (there) show(state.map.value?.names[there.index]?.along ?? null);
    },
    apply: (hex) => {
      const grid = state.grid.value;
      if (!grid) return;
      const there = nameAt(grid.centre(hex)), name = there ? state.map.value?.names[there.index] : null;
      if (there && name) open(there.index, name.along);
      else open(null, usual(hex));
    },
    end: () => {
      held = null;
      board.clearPreview();
    },
  };
}

// -- areas -----------------------------------------------------------------------------------------

export function areas(board: Board): Tool {
  let stroke: Stroke | null = null;
  let add = true;
  let last = -1;
  const hexes = new Set<number>();

  const chosen = (): { has: Set<number>; color: string } | null => {
    const list = state.map.value?.areas ?? [];
    const n = list.findIndex((each) => each.id === state.areaId.value), area = list[n];
    return area ? { has: new Set(area.hexes), color: areaColor(n) } : null;
  };
  const cover = (hex: number): void => {
    const area = chosen(), grid = state.grid.value;
    if (!area || !grid) return;
    for (const each of grid.within(hex, state.radius.value)) {
      hexes.add(each);
      stroke?.paint(each, add ? area.color : "#fff");
    }
    last = hex;
  };
  const begin = (hex: number, take: boolean | null): boolean => {
    const area = chosen();
    if (!area) {
      if ((state.map.value?.areas.length ?? 0) === 0) state.dialog.value = { is: "area", id: null };
      else state.say(words.mapping.chooseArea, true);
      return false;
    }
    add = take === null ? !area.has.has(hex) : !take;
    hexes.clear();
    stroke = board.stroke();
    cover(hex);
    return true;
  };
  const finish = (): void => {
    const ended = stroke, area = chosen(), grid = state.grid.value;
    stroke = null;
    if (!ended) return;
    const changed = area && grid ? [...hexes].filter((hex) => state.unforeseen.value || area.has.has(hex) !== add).map((hex) => grid.id(hex)) : [];
    if (changed.length > 0) void change("map.area.hexes", { id: state.areaId.value, hexes: changed, set: add });
    ended.end();
  };
  return {
    press: (hit) => {
      if (hit.hex >= 0) begin(hit.hex, hit.alt || hit.second ? true : null);
    },
    drag: (hit) => {
      const grid = state.grid.value;
      if (!stroke || !grid || hit.hex < 0 || hit.hex === last) return;
      for (const hex of grid.way(last, hit.hex)) cover(hex);
    },
    release: finish,
    hover: (hit) => board.showBrush(hit && hit.hex >= 0 ? (state.grid.value?.within(hit.hex, state.radius.value) ?? []) : []),
    apply: (hex, _way, second) => {
      if (begin(hex, second ? true : null)) finish();
    },
    end: () => {
      stroke?.end();
      stroke = null;
      board.showBrush([]);
    },
  };
}
