// What was played, line by line, and how it stands after any of them.
import type { LogLineData } from "../api";

/** Kind, number, side, symbols of front and back, name, full strength, the mark with which its back is up. */
export type Piece = [kind: string, number: number, side: number, front: string, back: string, name: string, full: number, face: string];
/** Number of the piece, its place (−1: not in play, −2 − n: the n-th box), strength, marks. */
export type Change = [piece: number, place: number, strength: number, marks: string[]];

export const GONE = -1;

/** How the game stands: where each piece is, and what is told of it. */
export class Standing {
  readonly at = new Map<number, { place: number; strength: number; marks: readonly string[] }>();
  score: readonly number[] = [];
  readonly status: string[] = [];
  lines = 0;

  /** Go on by the next line. */
  take(line: LogLineData): void {
    for (const [piece, place, strength, marks] of line.changes) this.at.set(piece, { place, strength, marks });
    if (line.score) this.score = line.score;
    for (const [row, value] of line.status ?? []) this.status[row] = value;
    this.lines += 1;
  }
}

export function standingAfter(lines: readonly LogLineData[], last: number): Standing {
  const made = new Standing();
  for (let n = 0; n <= last && n < lines.length; n++) made.take(lines[n] as LogLineData);
  return made;
}

/** Pieces by place, in the order of stacks, lowest first. */
export function stacksOf(standing: Standing, pieces: readonly Piece[], kinds: readonly string[]): Map<number, number[]> {
  const rank = (piece: number): number => kinds.indexOf(pieces[piece]?.[0] ?? "") * 100000 + (pieces[piece]?.[1] ?? 0);
  const found = new Map<number, number[]>();
  for (const [piece, { place }] of [...standing.at].sort(([a], [b]) => rank(a) - rank(b))) {
    if (place === GONE) continue;
    const there = found.get(place);
    if (there) there.push(piece);
    else found.set(place, [piece]);
  }
  return found;
}

export type Stride = "line" | "phase" | "turn";

/** The line to go to from another: the next or the one before; the last of a phase or turn. */
export function stride(lines: readonly LogLineData[], from: number, by: 1 | -1, how: Stride): number {
  const last = lines.length - 1;
  const key = (n: number): string => {
    const line = lines[n];
    return line ? `${line.turn}/${line.side}${how === "phase" ? `/${line.step}` : ""}` : "";
  };
  let to = Math.min(last, Math.max(0, from + by));
  if (how === "line") return to;
  if (by > 0) {
    while (to < last && key(to + 1) === key(to)) to += 1;
  } else {
    while (to > 0 && key(to) === key(from)) to -= 1;
  }
  return to;
}
