// How a piece of a game that is played looks, in the editor and in a replay.
import type { Look } from "./stack";

/** What its row says of a piece: symbols of front and back, name, full strength, the mark with which its back is up. */
type Row = readonly [kind: unknown, number: number, side: number, front: string, back: string, name: string, full: number, face: string];

/** Marks that are directions, in degrees from east, by the way hexes lie. */
const POINTY: Readonly<Record<string, number>> = { E: 0, SE: 60, SW: 120, W: 180, NW: 240, NE: 300 };
const FLAT: Readonly<Record<string, number>> = { SE: 30, S: 90, SW: 150, NW: 210, N: 270, NE: 330 };

/** How pieces of a game look. */
export interface Looks {
  /** The marks that turn every piece over. */
  turned: readonly string[];
  /** Whether hexes have a flat top. */
  flat: boolean;
  /** What the badge of each mark says. */
  badges: ReadonlyMap<string, string>;
}

/** What the badges of marks say: the first letter of each; of marks with the same one, also a later one that tells them apart. */
export function badgesOf(marks: Iterable<string>): Map<string, string> {
  const known = [...new Set(marks)].filter((mark) => !(mark in POINTY || mark in FLAT)).sort();
  const found = new Map<string, string>(), taken = new Set<string>();
  for (const mark of known) {
    const first = initial(mark), longer = [...mark.slice(1)].map((letter) => first + letter);
    const alone = known.every((other) => other === mark || initial(other) !== first);
    const badge = alone ? first : longer.find((each) => !taken.has(each)) ?? first;
    found.set(mark, badge);
    taken.add(badge);
  }
  return found;
}

function initial(mark: string): string {
  return mark.slice(0, 1).toUpperCase();
}

/** The side that is up, what is left of it, the badges of its marks and where it faces. */
export function lookOf(row: Row, strength: number, marks: readonly string[], { turned, flat, badges }: Looks): Look {
  const [, , , front, back, , full, face] = row, directions = flat ? FLAT : POINTY;
  const turns = (mark: string): boolean => mark === face || turned.includes(mark);
  const facing = marks.find((mark) => mark in directions);
  return {
    face: marks.some(turns) ? back : front,
    strength: strength >= 0 && strength !== full ? String(strength) : "",
    badges: marks.filter((mark) => !turns(mark) && !(mark in directions)).map((mark) => badges.get(mark) ?? initial(mark)),
    facing: facing === undefined ? undefined : directions[facing],
  };
}
