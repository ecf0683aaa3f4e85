// The picture to trace: an image between the ground and the names, aligned by three points or moved by hand.
import { effect, signal } from "@preact/signals";
import { Refused, address, get, post, type Placement, type Underlay } from "../api";
import * as state from "../state";
import { words } from "../words/en";
import type { Board } from "./view";
import type { Point } from "./geometry";

type Matrix = [number, number, number, number, number, number];

/** A sign of the picture, by which it is fetched; empty without one. */
export const picture = signal("");
export const placement = signal<Placement | null>(null);
/** Points clicked so far: three of the picture, then three hexes. */
export const aligning = signal<{ picture: Point[]; map: Point[] } | null>(null);
/** Whether the pointer and the arrow keys move the picture. */
export const moving = signal(false);

const POINTS = 3;
/** Bytes of a file, at most; the server says the same. */
const MOST = 14 * 1024 * 1024;
let saving = 0;

function take(answer: Underlay): void {
  picture.value = answer.picture ?? "";
  placement.value = answer.placement;
}

export async function fetchUnderlay(): Promise<void> {
  take(await get("/api/underlay").catch(() => ({ picture: null, placement: null })));
}

let chain: Promise<unknown> = Promise.resolve();
/** Ask once what was asked for before is answered, so that the server has the picture as it was left last. */
function asking(work: () => Promise<unknown>): Promise<void> {
  const done = chain.then(work).then(() => undefined, (failed: unknown) => state.say(failed instanceof Refused ? failed.message : words.lost, true));
  chain = done;
  return done;
}

export async function choose(file: File): Promise<void> {
  if (file.size > MOST) {
    state.say(words.mapping.pictureLarge(MOST / 2 ** 20), true);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let n = 0; n < bytes.length; n += 8192) text += String.fromCharCode(...bytes.subarray(n, n + 8192));
  await asking(() => post("/api/underlay", { picture: btoa(text) }).then((answer) => {
    take(answer);
    state.say(words.mapping.pictureThere);
  }));
}

export async function removePicture(): Promise<void> {
  moving.value = false;
  aligning.value = null;
  clearTimeout(saving); // there is nothing left to place
  await asking(() => post("/api/underlay/remove").then(take));
}

export function put(part: Partial<Placement>): void {
  if (!placement.value) return;
  placement.value = { ...placement.value, ...part };
  clearTimeout(saving);
  saving = window.setTimeout(() => void asking(async () => placement.value && post("/api/underlay/place", { placement: placement.value })), 200);
}

/** The matrix that takes three points to three others; null where they lie on one line. */
export function affine(from: readonly Point[], to: readonly Point[]): Matrix | null {
  const [[x1, y1], [x2, y2], [x3, y3]] = from as [Point, Point, Point];
  const area = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1);
  if (Math.abs(area) < 1e-6) return null;
  const row = (v1: number, v2: number, v3: number): [number, number, number] => {
    const p = ((v2 - v1) * (y3 - y1) - (v3 - v1) * (y2 - y1)) / area;
    const q = ((x2 - x1) * (v3 - v1) - (x3 - x1) * (v2 - v1)) / area;
    return [p, q, v1 - p * x1 - q * y1];
  };
  const [[u1, w1], [u2, w2], [u3, w3]] = to as [Point, Point, Point];
  const [a, c, e] = row(u1, u2, u3), [b, d, f] = row(w1, w2, w3);
  return Math.abs(a * d - b * c) < 1e-9 ? null : [a, b, c, d, e, f];
}

function onPicture([x, y]: Point, [a, b, c, d, e, f]: Matrix): Point {
  const area = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / area, (a * (y - f) - b * (x - e)) / area];
}

/** Scale and turn about a point of the map. */
function about([px, py]: Point, scale: number, angle: number, [a, b, c, d, e, f]: Matrix): Matrix {
  const cos = Math.cos(angle) * scale, sin = Math.sin(angle) * scale;
  const turn = (x: number, y: number): Point => [cos * x - sin * y, sin * x + cos * y];
  const [ta, tb] = turn(a, b), [tc, td] = turn(c, d), [te, tf] = turn(e - px, f - py);
  return [ta, tb, tc, td, te + px, tf + py];
}

function shift(dx: number, dy: number): void {
  const at = placement.value?.matrix;
  if (at) put({ matrix: [at[0], at[1], at[2], at[3], at[4] + dx, at[5] + dy] });
}

export function beginAligning(): void {
  moving.value = false;
  aligning.value = { picture: [], map: [] };
  state.say(words.mapping.alignPicture(1));
}

export function layUnderlay(board: Board): void {
  const image = document.createElement("img");
  image.className = "sheet underlay";
  image.alt = "";
  image.draggable = false;
  board.addSheet(image);
  effect(() => {
    image.hidden = picture.value === "" || !placement.value?.shown;
    if (picture.value !== "") image.src = address(`/api/underlay/picture.png?of=${picture.value}`);
  });
  effect(() => {
    const now = placement.value;
    image.style.opacity = String(now?.opacity ?? 0);
    board.placeSheet(image, now ? `matrix(${now.matrix.join(",")})` : "");
  });
  effect(() => {
    const now = aligning.value;
    const points = now ? [...now.picture.map((each, n) => ({ at: each, text: String(n + 1) })), ...now.map.map((each, n) => ({ at: each, text: String(n + 1) }))] : [];
    const at = placement.peek()?.matrix;
    board.showPoints(points.map((each, n) => (n < POINTS && at ? { ...each, at: apply(each.at, at) } : each)));
  });
  board.element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    if (aligning.value) {
      event.stopImmediatePropagation();
      point(board, board.point(event));
    } else if (moving.value) {
      event.stopImmediatePropagation();
      drag(board, event);
    }
  }, { capture: true });
  board.element.addEventListener("wheel", (event) => {
    const at = placement.value?.matrix;
    if (!moving.value || !at) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    put({ matrix: about(board.point(event), Math.exp(-event.deltaY / 1200), 0, at) });
  }, { capture: true, passive: false });
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (aligning.value || moving.value)) {
      aligning.value = null;
      moving.value = false;
      state.say("");
    } else if (!moving.value || document.activeElement !== board.element || !movedByKey(event)) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  void fetchUnderlay();
}

function apply([x, y]: Point, [a, b, c, d, e, f]: Matrix): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

function movedByKey(event: KeyboardEvent): boolean {
  const at = placement.value?.matrix, map = state.map.value;
  if (!at || !map) return false;
  const step = event.shiftKey ? 10 : 1, middle: Point = [map.width / 2, map.height / 2];
  if (event.key === "ArrowLeft") shift(-step, 0);
  else if (event.key === "ArrowRight") shift(step, 0);
  else if (event.key === "ArrowUp") shift(0, -step);
  else if (event.key === "ArrowDown") shift(0, step);
  else if (event.key === "+" || event.key === "=") put({ matrix: about(middle, 1.01, 0, at) });
  else if (event.key === "-") put({ matrix: about(middle, 1 / 1.01, 0, at) });
  else if (event.key === "," || event.key === ".") put({ matrix: about(middle, 1, (event.key === "." ? 1 : -1) * (Math.PI / 720), at) });
  else return false;
  return true;
}

function point(board: Board, at: Point): void {
  const now = aligning.value, lies = placement.value?.matrix, grid = board.grid;
  if (!now || !lies || !grid) return;
  if (now.picture.length < POINTS) {
    aligning.value = { ...now, picture: [...now.picture, onPicture(at, lies)] };
  } else {
    const hex = grid.hexAt(at);
    if (hex < 0) return;
    aligning.value = { ...now, map: [...now.map, grid.centre(hex)] };
  }
  const next = aligning.value;
  if (next.map.length < POINTS) {
    state.say(next.picture.length < POINTS ? words.mapping.alignPicture(next.picture.length + 1) : words.mapping.alignHex(next.map.length + 1));
    return;
  }
  const matrix = affine(next.picture, next.map);
  aligning.value = null;
  if (matrix) put({ matrix });
  state.say(matrix ? words.mapping.aligned : words.mapping.alignLine, matrix === null);
}

function drag(board: Board, event: PointerEvent): void {
  let [x, y] = board.point(event);
  const stop = new AbortController();
  window.addEventListener("pointermove", (moved) => {
    const [nx, ny] = board.point(moved);
    shift(nx - x, ny - y);
    [x, y] = [nx, ny];
  }, { signal: stop.signal });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => stop.abort(), { signal: stop.signal });
}
