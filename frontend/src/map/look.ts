// How a piece of a game that is played looks, in the editor and in a replay.
import type { Look } from "./stack";

/** What its row says of a piece: symbols of front and back, name, full strength, the mark with which its back is up. */
type Row = readonly [kind: unknown, number: number, side: number, front: string, back: string, name: string, full: number, face: string];

/** Marks that are directions, in degrees from east, by the way hexes lie. */
const POINTY: Readonly<Record<string, number>> = { E: 0, SE: 60, SW: 120, W: 180, NW: 240, NE: 300 };
const FLAT: Readonly<Record<string, number>> = { SE: 30, S: 90, SW: 150, NW: 210, N: 270, NE: 330 };

/** The side that is up, what is left of it, its marks and where it faces; `turned` are the marks that turn every piece over. */
export function lookOf(row: Row, strength: number, marks: readonly string[], turned: readonly string[], flat: boolean): Look {
  const [, , , front, back, , full, face] = row, directions = flat ? FLAT : POINTY;
  const turns = (mark: string): boolean => mark === face || turned.includes(mark);
  const facing = marks.find((mark) => mark in directions);
  return {
    face: marks.some(turns) ? back : front,
    strength: strength >= 0 && strength !== full ? String(strength) : "",
    marks: marks.filter((mark) => !turns(mark) && !(mark in directions)),
    facing: facing === undefined ? undefined : directions[facing],
  };
}
