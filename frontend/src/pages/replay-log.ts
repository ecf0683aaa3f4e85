// What was played, and how it stands after any line: as it stood at each player turn, and the changes in between.
import { dataOf } from "./dom";
import type { MapData } from "./table";

/** Kind, number, side, symbols of front and back, name, full strength, the mark with which its back is up. */
type Piece = [kind: number, number: number, side: number, front: string, back: string, name: string, full: number, face: string];
interface More {
  die?: string; at?: number[]; kind?: string;
  /** Hexes and who controls them, by turns; rows of the status and what they say. */
  control?: number[]; held?: Record<string, number>; score?: number[]; status?: (number | string)[];
}
/** Text, clause, who, step, turn, side, and changes: piece, place, strength and marks by turns. */
type Row = [text: string, clause: number, by: number, step: number, turn: number, side: number, changes: number[], more?: More];

export interface Game extends MapData {
  turn: string;
  sides: { id: string; name: string; player: string }[];
  turns: string[]; boxes: string[];
  pieces: Piece[]; lines: Row[]; clauses: [id: string, rule: string, title: string, text: string][];
  steps: string[]; marks: string[]; turned: string[];
  /** By mark of a way that pieces face: the hexes in front of a piece in each hex. */
  arcs: Record<string, number[][]>;
  measures: [line: number, figures: Record<string, number[]>][];
  status: [side: number, name: string][];
  outcome: [winner: number, margin: number, level: string, decisive: boolean];
  over: boolean;
}

const GONE = -1;
export const game = dataOf<Game>("game");
export const last = game.lines.length - 1;

export function textOf(line: number): string {
  return game.lines[line]?.[0] ?? "";
}

export function clauseOf(line: number): number {
  return game.lines[line]?.[1] ?? -1;
}

export function more(line: number): More {
  return game.lines[line]?.[7] ?? {};
}

/** Whose action a line tells of; −1: nobody's. */
export function byOf(line: number): number {
  return game.lines[line]?.[2] ?? -1;
}

/** The pieces that a line changes. */
export function changedIn(line: number): number[] {
  return (game.lines[line]?.[6] ?? []).filter((_, n) => n % 4 === 0);
}

export class Standing {
  readonly place: Int16Array;
  readonly strength: Int16Array;
  readonly marks: Int32Array;
  readonly control: Int8Array;
  held: Record<string, number>;
  score: readonly number[];
  readonly status: string[];

  constructor(other?: Standing) {
    const count = game.pieces.length;
    this.place = other ? other.place.slice() : new Int16Array(count).fill(GONE);
    this.strength = other ? other.strength.slice() : new Int16Array(count).fill(-1);
    this.marks = other ? other.marks.slice() : new Int32Array(count);
    this.control = other ? other.control.slice() : new Int8Array(game.ids.length);
    this.held = other?.held ?? {};
    this.score = other?.score ?? [];
    this.status = other ? [...other.status] : [];
  }

  take(line: number): void {
    const changes = game.lines[line]?.[6] ?? [], { control = [], held, score, status = [] } = more(line);
    for (let at = 0; at < changes.length; at += 4) {
      const [piece = 0, place = GONE, strength = -1, marks = 0] = changes.slice(at, at + 4);
      this.place[piece] = place;
      this.strength[piece] = strength;
      this.marks[piece] = marks;
    }
    for (let at = 0; at < control.length; at += 2) this.control[control[at] ?? 0] = control[at + 1] ?? 0;
    this.held = held ?? this.held;
    this.score = score ?? this.score;
    for (let at = 0; at < status.length; at += 2) this.status[Number(status[at])] = String(status[at + 1]);
  }

  marksOf(piece: number): string[] {
    return game.marks.filter((_, n) => ((this.marks[piece] ?? 0) >> n) & 1);
  }
}

/** Player turns: the first line, turn and side of each; how it stands before it; the score as each begins and at the end. */
export const turns: { first: number; turn: number; side: number; before: Standing }[] = [];
export const scores: (readonly number[])[] = [];
const now = new Standing();
game.lines.forEach(([, , , , turn, side], line) => {
  const lastTurn = game.lines[line - 1];
  if (line === 0 || (line > 1 && (lastTurn?.[4] !== turn || lastTurn[5] !== side))) {
    turns.push({ first: line, turn, side, before: new Standing(now) });
    if (line) scores.push(now.score);
  }
  now.take(line);
});
scores.push(now.score);

export function turnOf(line: number): number {
  let low = 0, high = turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firstLine(middle) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function firstLine(turn: number): number {
  return turns[turn]?.first ?? 0;
}

export function lastLine(turn: number): number {
  return turn + 1 < turns.length ? firstLine(turn + 1) - 1 : last;
}

export function standingAfter(line: number): Standing {
  const turn = turnOf(line), made = new Standing(turns[turn]?.before);
  for (let at = firstLine(turn); at <= line; at++) made.take(at);
  return made;
}

const rank = ([kind, number]: Piece): number => kind * 100000 + number;
const order = game.pieces.map((_, n) => n).sort((a, b) => rank(game.pieces[a] as Piece) - rank(game.pieces[b] as Piece));

/** Pieces by place, in the order of stacks, lowest first. */
export function stacksOf(standing: Standing): Map<number, number[]> {
  const stacks = new Map<number, number[]>();
  for (const piece of order) {
    const place = standing.place[piece] ?? GONE;
    if (place === GONE) continue;
    const there = stacks.get(place);
    if (there) there.push(piece);
    else stacks.set(place, [piece]);
  }
  return stacks;
}

export function turnName(turn: number): string {
  const { turn: number, side } = turns[turn] ?? { turn: 0, side: -1 };
  const name = game.turns[number] ?? `Turn ${number + 1}`;
  return side >= 0 ? `${name} · ${sideName(side)}` : name;
}

export function sideName(side: number): string {
  return game.sides[side]?.name ?? (side === -1 ? "Chance" : "");
}
