// The map as changes that are under way will leave it, so that the next press of the pointer goes by what was just done.
import type { Area, MapAnswer, MapName, MapPlace } from "../api";
import type { HexGrid } from "./geometry";

/** A change that the map does not show yet; `answered` once the server has made it, and the map is still to come. */
export interface UnderWay { intent: string; args: object; answered: boolean }

type Foresee<A> = (map: MapAnswer, args: A, grid: HexGrid) => MapAnswer;

/** What each intent does to what the tools and panels go by. The ground follows when the server has drawn it. */
const INTENTS = {
  "map.paint": ((map, { cells }, grid) => {
    const hexes = [...map.hexes];
    for (const [id, terrain] of cells) {
      const hex = grid.number(id), there = hexes[hex];
      if (there) hexes[hex] = [there[0], there[1], there[2], terrain];
    }
    return { ...map, hexes };
  }) satisfies Foresee<{ cells: [string, string][] }>,

  "map.hexsides": ((map, { kind, sides, set }) => {
    if (set) return { ...map, hexsides: [...map.hexsides, { index: -1, kind, name: "", sides }] };
    const gone = new Set(sides.flatMap(([a, b]) => [`${a}/${b}`, `${b}/${a}`]));
    return { ...map, hexsides: map.hexsides.map((each) => (each.kind === kind ? { ...each, sides: each.sides.filter(([a, b]) => !gone.has(`${a}/${b}`)) } : each)) };
  }) satisfies Foresee<{ kind: string; sides: [string, string][]; set: boolean }>,

  "map.place": ((map, place) => ({ ...map, places: [...map.places, place] })) satisfies Foresee<MapPlace>,

  "map.place.change": ((map, { hex, values }) => ({
    ...map, places: at(map.places, hex, (place) => ({ ...place, ...values, kinds: values.kinds === undefined ? place.kinds : (values.kinds ?? []) })),
  })) satisfies Foresee<{ hex: string; values: Partial<MapPlace> }>,

  "map.place.remove": ((map, { hex }) => ({ ...map, places: at(map.places, hex, () => null) })) satisfies Foresee<{ hex: string }>,

  "map.label": ((map, { index, value }) => {
    const made = { index: map.names.length, name: "", kind: "land", along: [], large: false, ...value };
    const names = index === null ? [...map.names, made]
      : value === null ? map.names.filter((each) => each.index !== index)
      : map.names.map((each) => (each.index === index ? { ...each, ...value } : each));
    return { ...map, names: names.map((each, n) => ({ ...each, index: n })) };
  }) satisfies Foresee<{ index: number | null; value: Partial<MapName> | null }>,

  "map.area": ((map, { id, value }) => {
    if (id === undefined) return map; // its id is the server's to give
    const areas = value === null ? map.areas.filter((each) => each.id !== id) : map.areas.map((each) => (each.id === id ? { ...each, ...value } : each));
    return { ...map, areas };
  }) satisfies Foresee<{ id?: string; value: Partial<Area> | null }>,

  "map.area.hexes": ((map, { id, hexes, set }, grid) => {
    const changed = new Set(hexes.map((each) => grid.number(each)));
    const areas = map.areas.map((each) => {
      const left = each.hexes.filter((hex) => !changed.has(hex));
      return each.id === id ? { ...each, hexes: set ? [...left, ...changed] : left } : each;
    });
    return { ...map, areas };
  }) satisfies Foresee<{ id: string; hexes: string[]; set: boolean }>,
} as unknown as Record<string, Foresee<object> | undefined>;

/** The first place of a hex as `become` has it, or without it. */
function at(places: readonly MapPlace[], hex: string, become: (place: MapPlace) => MapPlace | null): MapPlace[] {
  const n = places.findIndex((each) => each.hex === hex), there = places[n];
  const now = there ? become(there) : null;
  return places.flatMap((each, other) => (other !== n ? [each] : now ? [now] : []));
}

/** Whether it is known beforehand what an intent does. */
export function isForeseen({ intent }: UnderWay): boolean {
  return INTENTS[intent] !== undefined;
}

export function expected(told: MapAnswer, changes: readonly UnderWay[], grid: HexGrid): MapAnswer {
  return changes.reduce((map, { intent, args }) => INTENTS[intent]?.(map, args, grid) ?? map, told);
}
