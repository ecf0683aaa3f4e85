// The hexes of a map as numbers: which hex, hexside or vertex a point is at, who is next to whom, ways between hexes.
export type Point = readonly [number, number];
/** A hexside: the two hexes that it separates. */
export type Side = readonly [number, number];

/** What the grid goes by: id and middle of each hex. */
export interface Hexes {
  readonly radius: number;
  readonly orientation: string;
  readonly hexes: readonly (readonly [id: string, x: number, y: number, ...rest: unknown[]])[];
}

const ROOT3 = Math.sqrt(3);

export class HexGrid {
  readonly ids: string[] = [];
  readonly radius: number;
  readonly pointy: boolean;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly around: Int32Array;
  private readonly numbers = new Map<string, number>();
  private readonly cells = new Map<number, number[]>();

  constructor(map: Hexes) {
    const count = map.hexes.length;
    this.radius = map.radius;
    this.pointy = map.orientation === "pointy";
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    this.around = new Int32Array(count * 6).fill(-1);
    map.hexes.forEach(([id, x, y], hex) => {
      this.ids.push(id);
      this.numbers.set(id, hex);
      this.x[hex] = x;
      this.y[hex] = y;
      const key = cell(Math.floor(x / (this.radius * 2)), Math.floor(y / (this.radius * 2)));
      const there = this.cells.get(key);
      if (there) there.push(hex);
      else this.cells.set(key, [hex]);
    });
    for (let hex = 0; hex < count; hex++) {
      for (let way = 0; way < 6; way++) {
        const angle = this.angle(way);
        const [x, y] = this.centre(hex);
        const step = this.radius * ROOT3;
        this.around[hex * 6 + way] = this.hexAt([x + step * Math.cos(angle), y + step * Math.sin(angle)]);
      }
    }
  }

  /** Whether a map has the same hexes in the same places. */
  fits(map: Hexes): boolean {
    return this.radius === map.radius && this.pointy === (map.orientation === "pointy") && this.count === map.hexes.length
      && map.hexes.every(([id, x, y], hex) => this.ids[hex] === id && this.x[hex] === x && this.y[hex] === y);
  }

  get count(): number {
    return this.ids.length;
  }

  number(id: string): number {
    return this.numbers.get(id) ?? -1;
  }

  id(hex: number): string {
    return this.ids[hex] ?? "";
  }

  centre(hex: number): Point {
    return [this.x[hex] ?? 0, this.y[hex] ?? 0];
  }

  /** The hex on the far side of hexside `way` (0 to 5), or -1 beyond the map. */
  neighbour(hex: number, way: number): number {
    return this.around[hex * 6 + ((way + 6) % 6)] ?? -1;
  }

  neighbours(hex: number): number[] {
    return [0, 1, 2, 3, 4, 5].map((way) => this.neighbour(hex, way)).filter((other) => other >= 0);
  }

  /** The vertex at which hexside `way` begins; it ends at vertex `way + 1`. */
  vertex(hex: number, way: number): Point {
    const angle = this.angle(way) - Math.PI / 6;
    const [x, y] = this.centre(hex);
    return [x + this.radius * Math.cos(angle), y + this.radius * Math.sin(angle)];
  }

  outline(hex: number, part = 1): string {
    const [x, y] = this.centre(hex);
    const corners = [0, 1, 2, 3, 4, 5].map((way) => {
      const [a, b] = this.vertex(hex, way);
      return `${(x + (a - x) * part).toFixed(2)} ${(y + (b - y) * part).toFixed(2)}`;
    });
    return `M${corners.join("L")}Z`;
  }

  /** The line around a set of hexes, each hexside apart. */
  boundary(hexes: ReadonlySet<number>): string {
    let d = "";
    for (const hex of hexes) {
      for (let way = 0; way < 6; way++) {
        if (hexes.has(this.neighbour(hex, way))) continue;
        const [[ax, ay], [bx, by]] = [this.vertex(hex, way), this.vertex(hex, way + 1)];
        d += `M${ax.toFixed(2)} ${ay.toFixed(2)}L${bx.toFixed(2)} ${by.toFixed(2)}`;
      }
    }
    return d;
  }

  /** The two vertices of a hexside. */
  ends([a, b]: Side): [Point, Point] | null {
    for (let way = 0; way < 6; way++) {
      if (this.neighbour(a, way) === b) return [this.vertex(a, way), this.vertex(a, way + 1)];
    }
    return null;
  }

  hexAt([x, y]: Point): number {
    let best = -1;
    let least = this.radius * this.radius;
    const column = Math.floor(x / (this.radius * 2)), row = Math.floor(y / (this.radius * 2));
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        for (const hex of this.cells.get(cell(c, r)) ?? []) {
          const dx = (this.x[hex] ?? 0) - x, dy = (this.y[hex] ?? 0) - y;
          if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = hex;
          }
        }
      }
    }
    return best;
  }

  /** The hexside nearest to a point, of the hex that the point is in. */
  sideAt(point: Point): Side | null {
    const hex = this.hexAt(point);
    if (hex < 0) return null;
    let best: Side | null = null;
    let least = Infinity;
    for (let way = 0; way < 6; way++) {
      const other = this.neighbour(hex, way);
      if (other < 0) continue;
      const [[ax, ay], [bx, by]] = [this.vertex(hex, way), this.vertex(hex, way + 1)];
      const far = distance([(ax + bx) / 2, (ay + by) / 2], point);
      if (far < least) {
        least = far;
        best = [hex, other];
      }
    }
    return best;
  }

  /** The hexsides that meet at a vertex, each with its other end. */
  sidesFrom(vertex: Point): { side: Side; end: Point }[] {
    const found: { side: Side; end: Point }[] = [];
    const hexes = this.hexesNear(vertex, this.radius * 1.05);
    for (const [n, a] of hexes.entries()) {
      for (const b of hexes.slice(n + 1)) {
        const ends = this.ends([a, b]);
        if (!ends) continue;
        const end = distance(ends[0], vertex) < distance(ends[1], vertex) ? ends[1] : ends[0];
        found.push({ side: [a, b], end });
      }
    }
    return found;
  }

  /** All hexes at most `radius` hexes away. */
  within(hex: number, radius: number): number[] {
    const seen = new Set([hex]);
    let rim = [hex];
    for (let n = 0; n < radius; n++) {
      rim = rim.flatMap((each) => this.neighbours(each)).filter((each) => !seen.has(each) && seen.add(each));
    }
    return [...seen];
  }

  /** A way from hex to hex that stays as near to the straight line as it can. */
  way(from: number, to: number): number[] {
    const goal = this.centre(to), start = this.centre(from);
    const way = [from];
    const seen = new Set(way);
    while (way[way.length - 1] !== to && way.length <= this.count) {
      const here = way[way.length - 1] ?? from;
      let best = -1, least = Infinity;
      for (const other of this.neighbours(here)) {
        if (seen.has(other)) continue;
        const at = this.centre(other);
        const far = distance(at, goal) + 0.1 * fromLine(at, start, goal);
        if (far < least) {
          least = far;
          best = other;
        }
      }
      if (best < 0) return [from];
      seen.add(best);
      way.push(best);
    }
    return way;
  }

  private hexesNear([x, y]: Point, far: number): number[] {
    const column = Math.floor(x / (this.radius * 2)), row = Math.floor(y / (this.radius * 2));
    const found: number[] = [];
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        for (const hex of this.cells.get(cell(c, r)) ?? []) {
          if (distance(this.centre(hex), [x, y]) <= far) found.push(hex);
        }
      }
    }
    return found;
  }

  private angle(way: number): number {
    return (Math.PI / 3) * way + (this.pointy ? 0 : Math.PI / 6);
  }
}

/** The number of a square of hexes that are looked for together. */
function cell(column: number, row: number): number {
  return row * 1_000_003 + column;
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

function fromLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const long = Math.hypot(bx - ax, by - ay);
  return long === 0 ? 0 : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / long;
}

export function sideKey([a, b]: Side): string {
  return a < b ? `${a}/${b}` : `${b}/${a}`;
}
