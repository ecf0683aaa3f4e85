// Selections of hexes: made by a rectangle or a lasso, moved, copied, cut and pasted with a ghost below the pointer.
import { effect, signal } from "@preact/signals";
import { change, read } from "../session";
import * as state from "../state";
import { words } from "../words/en";
import type { Board } from "./view";
import { distance, type HexGrid, type Point } from "./geometry";
import type { Hit, Tool } from "./tool";

/** Hexes by their offset from the hex that they are held by, and what they hold as the server has it; null where it has not. */
interface Piece { cells: { dx: number; dy: number; color: string }[]; content: Promise<object | null> }
/** What is carried: a copy, or hexes that move. */
interface Carried { piece: Piece; turn: number; mirror: boolean; moves: { hexes: number[]; anchor: number } | null }

/** What Ctrl+V pastes. */
export const clip = signal<Piece | null>(null);
export const carried = signal<Carried | null>(null);
let onMap: Board | null = null;
let ghost: { hang(at: Point): void } | null = null;
/** The hex that the ghost is held at. */
let at = -1;

function known(): HexGrid {
  const grid = state.grid.value;
  if (!grid) throw new Error("no map");
  return grid;
}

function select(hexes: Iterable<number>): void {
  state.selection.value = new Set(hexes);
  const count = state.selection.value.size;
  state.announced.value = words.mapping.selected(count);
  if (count > 0) state.say(words.mapping.selected(count));
}

function cellsOf(hexes: readonly number[], anchor: number): Piece["cells"] {
  const grid = known(), [ax, ay] = grid.centre(anchor);
  return hexes.map((hex) => {
    const [x, y] = grid.centre(hex);
    const terrain = state.map.value?.hexes[hex]?.[3];
    return { dx: x - ax, dy: y - ay, color: state.map.value?.terrain.find((each) => each.id === terrain)?.color ?? "#999" };
  });
}

/** An offset as the piece lies: mirrored, then turned anticlockwise by sixths. */
function lain(dx: number, dy: number, { turn, mirror }: Carried): Point {
  const x = mirror ? -dx : dx, angle = (Math.PI / 3) * turn;
  return [x * Math.cos(angle) + dy * Math.sin(angle), -x * Math.sin(angle) + dy * Math.cos(angle)];
}

function showGhost(): void {
  const held = carried.value, grid = state.grid.value;
  if (!onMap || !held || !grid) {
    onMap?.showGhost([]);
    return;
  }
  const around = (x: number, y: number): string => {
    const [cx, cy] = grid.centre(0);
    return `M${[0, 1, 2, 3, 4, 5].map((way) => {
      const [vx, vy] = grid.vertex(0, way);
      return `${(vx - cx + x).toFixed(2)} ${(vy - cy + y).toFixed(2)}`;
    }).join("L")}Z`;
  };
  const colors = new Map<string, string>();
  for (const cell of held.piece.cells) {
    colors.set(cell.color, (colors.get(cell.color) ?? "") + around(...lain(cell.dx, cell.dy, held)));
  }
  ghost = onMap.showGhost([...colors].map(([color, d]) => ({ d, color })));
  if (at >= 0) ghost.hang(grid.centre(at));
}

function hangAt(hex: number): void {
  if (hex < 0 || !carried.value) return;
  at = hex;
  ghost?.hang(known().centre(hex));
}

function carry(held: Carried | null, hex = -1): void {
  carried.value = held;
  if (held) state.tool.value = "marquee";
  if (held && hex >= 0) at = hex;
  showGhost();
  if (held) {
    state.announced.value = words.mapping.carried(held.piece.cells.length);
    state.say(words.mapping.carried(held.piece.cells.length));
  }
}

async function drop(hex: number): Promise<void> {
  const held = carried.value, grid = known();
  if (!held || hex < 0) return;
  const lies = { turn: held.turn, mirror: held.mirror };
  const [tx, ty] = grid.centre(hex);
  const there = held.piece.cells.map((cell) => {
    const [dx, dy] = lain(cell.dx, cell.dy, held);
    return grid.hexAt([tx + dx, ty + dy]);
  }).filter((each) => each >= 0);
  const { moves } = held, before = state.selection.value;
  // out of the hand at once, so that the next press takes something else; the ghost lies there until the map has it
  carried.value = null;
  const left = state.selection.value = new Set(there);
  const done = moves
    ? await change("map.move", { hexes: moves.hexes.map((each) => grid.id(each)), anchor: grid.id(moves.anchor), to: grid.id(hex), ...lies })
    : await pasteAt(held.piece, { to: grid.id(hex), ...lies });
  if (!done && carried.value === null && state.selection.value === left && state.tool.value === "marquee") {
    state.selection.value = before;
    carried.value = held;
  }
  showGhost();
}

async function pasteAt(piece: Piece, where: object): Promise<boolean> {
  const content = await piece.content;
  return content !== null && change("map.paste", { piece: content, ...where });
}

/** Copy the selection; it can be pasted at once, though its content is still to come. False where nothing is selected. */
export function copy(): boolean {
  const grid = known(), hexes = [...state.selection.value].sort((a, b) => a - b), anchor = middle(hexes);
  if (anchor < 0) {
    state.say(words.mapping.nothingSelected, true);
    return false;
  }
  const before = clip.value;
  const content = read("/api/map/piece", { hexes: hexes.map((hex) => grid.id(hex)), anchor: grid.id(anchor) });
  const made = { cells: cellsOf(hexes, anchor), content: content.then((told) => told?.piece ?? null) };
  clip.value = made;
  void made.content.then((piece) => {
    if (piece) state.say(words.mapping.copied(hexes.length));
    else if (clip.value === made) clip.value = before;
  });
  return true;
}

/** The hex of a selection nearest to its middle. */
function middle(hexes: readonly number[]): number {
  const grid = known();
  const sum = hexes.map((hex) => grid.centre(hex)).reduce<Point>(([x, y], [cx, cy]) => [x + cx, y + cy], [0, 0]);
  const about: Point = [sum[0] / hexes.length, sum[1] / hexes.length];
  let best = -1, least = Infinity;
  for (const hex of hexes) {
    const far = distance(grid.centre(hex), about);
    if (far < least) [best, least] = [hex, far];
  }
  return best;
}

export async function clearSelection(): Promise<void> {
  const grid = known(), hexes = [...state.selection.value].map((hex) => grid.id(hex));
  if (hexes.length > 0) await change("map.clear", { hexes });
}

/** Take the selection in hand to move it. */
export function grab(): void {
  const hexes = [...state.selection.value].sort((a, b) => a - b), anchor = middle(hexes);
  if (anchor < 0) state.say(words.mapping.nothingSelected, true);
  else take(hexes, anchor);
}

function take(hexes: number[], anchor: number): void {
  carry({ piece: { cells: cellsOf(hexes, anchor), content: Promise.resolve(null) }, turn: 0, mirror: false, moves: { hexes, anchor } }, anchor);
}

export function letGo(): void {
  carry(null);
}

export function turnBy(by: number): void {
  const held = carried.value;
  if (held) carry({ ...held, turn: (held.turn + by + 6) % 6 });
}

export function mirror(): void {
  const held = carried.value;
  if (held) carry({ ...held, mirror: !held.mirror, turn: (6 - held.turn) % 6 });
}

export function paste(from: string): void {
  if (!clip.value) {
    state.say(words.mapping.nothingCopied, true);
    return;
  }
  const hex = known().number(from);
  carry({ piece: clip.value, turn: 0, mirror: false, moves: null }, hex >= 0 ? hex : 0);
}

/** Keys of a piece in hand; says whether it was one. */
export function turnCarried(key: string): boolean {
  if (!carried.value) return false;
  if (key === "," || key === ".") turnBy(key === "," ? 1 : -1);
  else if (key.toLowerCase() === "x") mirror();
  else if (key === "Escape") carry(null);
  else return false;
  return true;
}

/** Keys with Ctrl on the map; says whether it was one. */
export function commandPiece(key: string, cursor: string): boolean {
  if (!state.grid.value) return false;
  if (key === "c" && state.selection.value.size > 0) copy();
  else if (key === "x" && state.selection.value.size > 0) cut();
  else if (key === "v" && clip.value) paste(cursor);
  else if (key === "a") {
    state.tool.value = "marquee";
    select([...Array(known().count).keys()]);
  } else return false;
  return true;
}

export function cut(): void {
  if (copy()) void clearSelection();
}

export function marquee(board: Board): Tool {
  onMap = board;
  // the numbers of hexes mean others once the grid has a different size
  let count = -1;
  effect(() => {
    const now = state.grid.value?.count ?? 0;
    if (count >= 0 && now !== count) {
      state.selection.value = new Set();
      if (carried.peek()?.moves) carry(null);
    }
    count = now;
  });
  let from: Point | null = null;
  let way: Point[] = [];
  let mode: "new" | "add" | "take" = "new";
  let corner = -1;
  let pressed = -1;
  let dragged = false;

  const inside = (): number[] => {
    const grid = known(), first = way[0], last = way[way.length - 1];
    if (!first || !last) return [];
    const found: number[] = [];
    for (let hex = 0; hex < grid.count; hex++) {
      const at = grid.centre(hex);
      if (state.lasso.value ? within(at, way) : between(at, first, last)) found.push(hex);
    }
    return found;
  };
  const finish = (hexes: readonly number[]): void => {
    const now = new Set(mode === "new" ? [] : state.selection.value);
    for (const hex of hexes) {
      if (mode === "take") now.delete(hex);
      else now.add(hex);
    }
    select(now);
  };
  return {
    press: (hit: Hit) => {
      dragged = false;
      pressed = hit.hex;
      from = null;
      if (carried.value) {
        hangAt(hit.hex);
        return;
      }
      mode = hit.alt || hit.second ? "take" : hit.shift ? "add" : "new";
      if (mode === "new" && hit.hex >= 0 && state.selection.value.has(hit.hex)) {
        take([...state.selection.value].sort((a, b) => a - b), hit.hex);
        return;
      }
      from = hit.point;
      way = [hit.point];
    },
    drag: (hit) => {
      if (hit.hex !== pressed) dragged = true;
      if (carried.value) {
        if (hit.hex !== at) hangAt(hit.hex);
      } else if (from) {
        if (state.lasso.value) way.push(hit.point);
        else way = [from, hit.point];
        const [[ax, ay], [bx, by]] = [from, hit.point];
        board.showOutline(state.lasso.value ? way : [[ax, ay], [bx, ay], [bx, by], [ax, by]]);
      }
    },
    release: () => {
      board.clearPreview();
      const begun = from;
      from = null;
      if (carried.value) {
        // a press on the selection that was not dragged chooses the hex alone
        if (carried.value.moves && !dragged && pressed === carried.value.moves.anchor && at === pressed) {
          carry(null);
          select([pressed]);
        } else {
          void drop(at);
        }
      } else if (begun) {
        finish(dragged ? inside() : pressed >= 0 ? [pressed] : []);
      }
    },
    hover: (hit) => {
      if (carried.value && hit) hangAt(hit.hex);
      else if (corner >= 0 && hit && hit.hex >= 0) {
        const [[ax, ay], [bx, by]] = [known().centre(corner), known().centre(hit.hex)];
        board.showOutline([[ax, ay], [bx, ay], [bx, by], [ax, by]]);
      }
    },
    apply: (hex, _way, second) => {
      if (carried.value) {
        void drop(hex);
      } else if (corner >= 0) {
        way = [known().centre(corner), known().centre(hex)];
        const lasso = state.lasso.value;
        state.lasso.value = false;
        finish(inside());
        state.lasso.value = lasso;
        corner = -1;
        board.clearPreview();
      } else if (state.selection.value.has(hex) && !second) {
        take([...state.selection.value].sort((a, b) => a - b), hex);
      } else {
        mode = second ? "add" : "new";
        corner = hex;
        state.announced.value = words.mapping.corner(known().id(hex));
        state.say(words.mapping.corner(known().id(hex)));
      }
    },
    end: () => {
      board.clearPreview();
      if (corner < 0 && !carried.value && state.tool.value === "marquee") select([]);
      corner = -1;
      if (carried.value) carry(null);
    },
  };
}

function between([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): boolean {
  const loose = 0.5; // centres of one row are equal up to rounding
  return x >= Math.min(ax, bx) - loose && x <= Math.max(ax, bx) + loose && y >= Math.min(ay, by) - loose && y <= Math.max(ay, by) + loose;
}

/** Whether a point lies inside a closed line. */
function within([x, y]: Point, line: readonly Point[]): boolean {
  let found = false;
  for (let n = 0, before = line.length - 1; n < line.length; before = n++) {
    const [ax, ay] = line[n] ?? [0, 0], [bx, by] = line[before] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}
