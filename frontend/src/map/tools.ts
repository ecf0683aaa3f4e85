// What each tool does with the pointer and with the hex cursor. A tool ends in one intent, hence one step to undo.
import * as play from "../play/play";
import { outOfReach } from "../queue";
import { change } from "../session";
import { showHex } from "../shown";
import { areas, labels } from "./across";
import { marquee } from "./pieces";
import type { Tool } from "./tool";
import * as state from "../state";
import type { LayerName, ToolName } from "../state";
import { words } from "../words/en";
import type { Board, Stroke } from "./view";
import { distance, sideKey, type HexGrid, type Point, type Side } from "./geometry";

const NEEDS: Partial<Record<ToolName, LayerName>> = {
  brush: "terrain", fill: "terrain", hexside: "hexsides", path: "lines", place: "places", label: "names", area: "areas",
};

/** Whether the layer that a tool changes may be changed; says why not. */
export function allowed(name: ToolName): boolean {
  if (name !== "select" && outOfReach()) return false;
  const layer = NEEDS[name];
  if (layer === undefined) return true;
  // the area tool shows its layer itself
  const bar = state.locked.value.has(layer) ? words.locked : state.shown.value.has(layer) || layer === "areas" ? null : words.hidden;
  if (bar) state.say(bar(words.layer[layer]), true, "layer");
  return bar === null;
}

export function makeTools(board: Board): Record<ToolName, Tool> {
  return {
    select: select(), brush: brush(board), fill: fill(), pick: pick(), hexside: hexsides(board), path: path(board), place: place(),
    label: labels(board), area: areas(board), marquee: marquee(board),
  };
}

function known(): HexGrid {
  const grid = state.grid.value;
  if (!grid) throw new Error("no map");
  return grid;
}

function terrainOf(hex: number): string {
  return state.map.value?.hexes[hex]?.[3] ?? "";
}

function colorOf(terrain: string): string {
  return state.map.value?.terrain.find((each) => each.id === terrain)?.color ?? "none";
}

export function select(): Tool {
  const go = (hex: number): void => {
    if (play.on.value) {
      void play.clickHex(known().id(hex));
      return;
    }
    state.cursor.value = known().id(hex);
    state.spoken.value = [];
    state.chosenFinding.value = state.findingsByHex.value.get(known().id(hex))?.[0] ?? null;
    void showHex(known().id(hex));
  };
  return { press: (hit) => hit.hex >= 0 && go(hit.hex), apply: go };
}

function pickAt(hex: number, second: boolean): void {
  const terrain = terrainOf(hex);
  if (terrain === "") return;
  (second ? state.second : state.first).value = terrain;
  state.say(words.terrainName(state.terrainName(terrain)));
}

function pick(): Tool {
  return {
    press: (hit) => {
      if (hit.hex < 0) return;
      pickAt(hit.hex, hit.second);
      state.tool.value = "brush";
    },
    apply: (hex, _way, second) => {
      pickAt(hex, second);
      state.tool.value = "brush";
    },
  };
}

function brush(board: Board): Tool {
  let stroke: Stroke | null = null;
  let terrain = "";
  let last = -1;
  const cells = new Set<number>();

  const add = (hex: number): void => {
    for (const each of known().within(hex, state.radius.value)) {
      cells.add(each);
      stroke?.paint(each, colorOf(terrain));
    }
    last = hex;
  };
  const begin = (hex: number, second: boolean): void => {
    terrain = second ? state.second.value : state.first.value;
    cells.clear();
    stroke = board.stroke();
    add(hex);
  };
  const finish = (): void => {
    const ended = stroke;
    stroke = null;
    if (!ended) return;
    const changed = [...cells].filter((hex) => state.unforeseen.value || terrainOf(hex) !== terrain).map((hex) => [known().id(hex), terrain]);
    if (changed.length > 0) void change("map.paint", { cells: changed });
    ended.end();
  };
  return {
    press: (hit) => {
      if (hit.hex < 0) return;
      if (hit.alt) pickAt(hit.hex, hit.second);
      else begin(hit.hex, hit.second);
    },
    drag: (hit) => {
      if (!stroke || hit.hex < 0 || hit.hex === last) return;
      // a fast pointer leaves out hexes
      for (const hex of known().way(last, hit.hex)) add(hex);
    },
    release: finish,
    hover: (hit) => board.showBrush(hit && hit.hex >= 0 ? known().within(hit.hex, state.radius.value) : []),
    apply: (hex, _way, second) => {
      begin(hex, second);
      finish();
    },
    end: () => {
      stroke?.end();
      stroke = null;
      board.showBrush([]);
    },
  };
}

function fill(): Tool {
  const pour = (hex: number, terrain: string): void => {
    if (state.unforeseen.value || terrainOf(hex) !== terrain) void change("map.fill", { hex: known().id(hex), terrain });
  };
  return {
    press: (hit) => {
      if (hit.hex < 0) return;
      if (hit.alt) pickAt(hit.hex, hit.second);
      else pour(hit.hex, hit.second ? state.second.value : state.first.value);
    },
    apply: (hex, _way, second) => pour(hex, second ? state.second.value : state.first.value),
  };
}

function hexsides(board: Board): Tool {
  let sides: Side[] = [];
  let erase = false;
  let at: Point | null = null;
  let left = false;

  const has = (side: Side): boolean =>
    (state.kindsBySide.value.get(sideKey(side)) ?? []).some((each) => each.kind === state.sideKind.value);
  const send = (): void => {
    const grid = known();
    const pairs = sides.map(([a, b]) => [grid.id(a), grid.id(b)]);
    if (pairs.length > 0) {
      board.clearPreview();
      board.showSides(sides, erase, true);
      void change("map.hexsides", { kind: state.sideKind.value, sides: pairs, set: !erase }).then((done) => done || board.dropKept());
    }
    sides = [];
    at = null;
  };
  /** Walk along hexsides towards the pointer, from vertex to vertex; going back takes the last one away. */
  const walk = (point: Point): void => {
    const grid = known();
    const [begun] = sides;
    if (!begun) return;
    if (!at) {
      const ends = grid.ends(begun);
      if (!ends) return;
      const [one, two] = distance(ends[0], point) < distance(ends[1], point) ? [ends[1], ends[0]] : ends;
      if (distance(two, point) > grid.radius * 0.8 && distance(one, point) > grid.radius * 0.8) return;
      at = two;
      left = onLeft(one, two, grid.centre(begun[0]));
    }
    for (let steps = 0; steps < 60; steps++) {
      const here: Point = at;
      let best: { side: Side; end: Point } | null = null;
      let least = distance(here, point) - grid.radius * 0.15;
      for (const each of grid.sidesFrom(here)) {
        if (distance(each.end, point) < least) {
          least = distance(each.end, point);
          best = each;
        }
      }
      if (!best) break;
      const last = sides[sides.length - 1];
      if (last && sides.length > 1 && sideKey(last) === sideKey(best.side)) {
        sides.pop();
      } else if (!sides.some((each) => sideKey(each) === sideKey(best.side))) {
        const [a, b] = best.side;
        // the hex of the first press stays on its side of the line: the high side of an escarpment
        sides.push(onLeft(here, best.end, grid.centre(a)) === left ? [a, b] : [b, a]);
      }
      at = best.end;
    }
    board.showSides(sides, erase);
  };
  return {
    press: (hit) => {
      const side = known().sideAt(hit.point);
      if (!side) return;
      sides = [side];
      at = null;
      erase = hit.alt || hit.second || has(side);
      board.showSides(sides, erase);
    },
    drag: (hit) => walk(hit.point),
    release: send,
    hover: (hit) => {
      const side = hit ? known().sideAt(hit.point) : null;
      board.showSides(side ? [side] : [], side !== null && (hit?.alt === true || has(side)));
    },
    apply: (hex, way) => {
      const other = known().neighbour(hex, way);
      if (other < 0) return;
      sides = [[hex, other]];
      erase = has([hex, other]);
      send();
    },
    end: () => {
      sides = [];
      board.clearPreview();
    },
  };
}

function onLeft([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): boolean {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0;
}

function path(board: Board): Tool {
  let way: number[] = [];
  let erased: number[] | null = null;

  const show = (next: readonly number[] = []): void => {
    board.showLine(way, next, false);
    state.drawing.value = way.length > 0;
  };
  const reach = (hex: number): void => {
    const last = way[way.length - 1];
    if (last === undefined) {
      way = [hex];
      state.announced.value = words.lineStarted(known().id(hex));
    } else {
      way.push(...known().way(last, hex).slice(1));
      state.announced.value = words.lineReaches(known().id(hex), way.length);
    }
    show();
  };
  const finish = (): void => {
    const path = way.map((hex) => known().id(hex));
    if (path.length > 1) {
      board.clearPreview();
      board.showLine(way, [], false, true);
      const name = state.lineName.value.trim();
      void change("map.line", { kind: state.lineKind.value, path, ...(name ? { name } : {}) }).then((done) => done || board.dropKept());
      state.lineName.value = "";
    }
    way = [];
    show();
  };
  const scrape = (): void => {
    const grid = known();
    const along = erased ?? [];
    erased = null;
    board.clearPreview();
    const steps = along.slice(1).map((hex, n) => [grid.id(along[n] ?? hex), grid.id(hex)]);
    if (steps.length > 0) void change("map.line.erase", { kind: state.lineKind.value, steps });
  };
  /** By keys: from the hex of the first call to that of the second. */
  const eraseTo = (hex: number): void => {
    const from = erased?.[0];
    if (from === undefined) {
      erased = [hex];
      state.announced.value = words.eraseStarts(known().id(hex));
      state.say(state.announced.value);
    } else {
      erased = known().way(from, hex);
      scrape();
    }
  };
  return {
    press: (hit) => {
      if (hit.hex < 0) return;
      if (hit.alt || hit.second) {
        erased = [hit.hex];
        return;
      }
      if (way.length > 0 && hit.hex === way[way.length - 1]) finish();
      else reach(hit.hex);
    },
    drag: (hit) => {
      const last = erased ? erased[erased.length - 1] : way[way.length - 1];
      if (hit.hex < 0 || last === undefined || hit.hex === last) return;
      if (erased) {
        erased.push(...known().way(last, hit.hex).slice(1));
        board.showLine(erased, [], true);
      } else {
        reach(hit.hex);
      }
    },
    release: () => erased && scrape(),
    hover: (hit) => {
      const last = way[way.length - 1];
      if (hit && hit.hex >= 0 && last !== undefined) show(known().way(last, hit.hex));
    },
    apply: (hex, _way, second) => {
      if (second) eraseTo(hex);
      else if (way.length > 0 && hex === way[way.length - 1]) finish();
      else reach(hex);
    },
    end: () => {
      erased = null;
      finish();
    },
    back: () => {
      way.pop();
      show();
    },
  };
}

function place(): Tool {
  const open = (hex: number): void => {
    state.cursor.value = known().id(hex);
    state.dialog.value = { is: "place", hex: known().id(hex) };
  };
  return { press: (hit) => hit.hex >= 0 && open(hit.hex), apply: open };
}
