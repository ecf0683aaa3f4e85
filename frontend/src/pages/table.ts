// The map of a report: the printed ground that the page holds, with sheets for counters and for what happens.
import { drawn } from "../map/drawn";
import { HexGrid, type Point } from "../map/geometry";
import { Sheets, type Extent } from "../map/sheets";
import "../map/map.css";
import { $ } from "./dom";

/** Pixels of a millimetre of the drawing. */
const UNIT = 4;
const NEARER = 1.5, WHEEL = 1.2, FAR = 5;
/** Pixels of a letter; pixels of a millimetre from which on the print can be read. */
const LETTER = 12.5, READABLE = 4.6;

type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface MapData {
  width: number; height: number;
  /** Breadth of a hex, and the middle of each, x and y by turns. */
  size: number; at: readonly number[];
  ids: readonly string[]; flat: boolean;
  /** Names by hex; the hexes in the order in which they are named; how many of them score. */
  places: Record<string, string>; named: readonly number[]; scored: number;
}

export class Table extends Sheets {
  readonly grid: HexGrid;
  protected readonly extent: Extent;
  /** Sheets below the counters, of the counters, and above all. */
  readonly below: SVGElement;
  readonly counters: SVGElement;
  readonly scene: SVGElement;
  /** Called once the sheets have moved. */
  moved = (): void => undefined;
  private readonly names: SVGElement;
  /** Hexes that names leave free. */
  private taken: readonly number[] = [];
  private lettered = "";

  constructor(private readonly data: MapData) {
    super($("board"));
    const radius = (data.size / Math.sqrt(3)) * UNIT;
    this.extent = { width: data.width * UNIT, height: data.height * UNIT, radius };
    this.grid = new HexGrid({
      radius, orientation: data.flat ? "flat" : "pointy",
      hexes: data.ids.map((id, hex) => [id, (data.at[2 * hex] ?? 0) * UNIT, (data.at[2 * hex + 1] ?? 0) * UNIT] as const),
    });
    const sheet = (kind: string): SVGElement =>
      drawn("svg", { class: `sheet ${kind}`, viewBox: `0 0 ${this.extent.width} ${this.extent.height}`, "aria-hidden": "true" }, this.element);
    this.below = sheet("live");
    this.counters = sheet("counters");
    this.names = sheet("labels");
    this.scene = sheet("live");
    this.element.style.setProperty("--r", String(radius));
    this.sheets.push(...this.element.querySelectorAll<SVGElement>(":scope > .sheet"));
    this.fit();
  }

  /** Let the map be dragged and zoomed; a press that goes nowhere chooses a hex. */
  handle(click: (hex: number, event: PointerEvent) => void, point?: (hex: number) => void, wheel: (event: WheelEvent) => boolean = () => true): void {
    const board = this.element;
    let drag: { x: number; y: number; far: boolean } | null = null;
    board.addEventListener("pointerdown", ({ clientX: x, clientY: y, button, isPrimary }) => {
      drag = button === 0 && isPrimary ? { x, y, far: false } : null; // a second finger ends what the first began
    });
    board.addEventListener("pointermove", (event) => {
      if (!event.isPrimary) return;
      if (!drag) {
        point?.(this.grid.hexAt(this.point(event)));
        return;
      }
      const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      if (!drag.far && Math.abs(dx) + Math.abs(dy) < FAR) return;
      if (!drag.far) board.setPointerCapture(event.pointerId);
      drag = { x: event.clientX, y: event.clientY, far: true };
      board.classList.add("dragged");
      this.move(dx, dy);
    });
    const end = (event: PointerEvent): void => {
      if (!event.isPrimary) return;
      if (event.type === "pointerup" && drag && !drag.far && board.contains(event.target as Node)) click(this.grid.hexAt(this.point(event)), event);
      drag = null;
      board.classList.remove("dragged");
    };
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end); // two fingers: the browser zooms the page
    board.addEventListener("wheel", (event) => {
      if (!wheel(event)) return;
      event.preventDefault();
      this.zoomBy(event.deltaY > 0 ? 1 / WHEEL : WHEEL, event);
    }, { passive: false });
    $("closer").addEventListener("click", () => this.zoomBy(NEARER));
    $("farther").addEventListener("click", () => this.zoomBy(1 / NEARER));
    $("fit").addEventListener("click", () => this.fit());
  }

  /** Bring hexes into sight, unless they are. */
  follow(hexes: readonly number[]): void {
    const ids = hexes.map((hex) => this.grid.id(hex));
    if (ids.length === 1) this.reveal(ids[0] ?? "");
    else this.frame(ids, 0);
  }

  hexName(hex: number): string {
    const named = this.data.places[hex];
    return this.grid.id(hex) + (named ? ` ${named}` : "");
  }

  /** Have names leave the counters in these hexes free. */
  keepFree(hexes: readonly number[]): void {
    this.taken = hexes;
    this.letter();
  }

  protected override placed(): void {
    this.letter();
    this.moved();
  }

  /** Draw names of places that can be read where the printed ones cannot, those that victory speaks of first. */
  private letter(): void {
    if (this.data.named.length === 0) return;
    const far = this.scale * UNIT < READABLE;
    $("ground").classList.toggle("named", far);
    const at = far ? `${this.scale} ${this.taken.join()}` : "";
    if (at === this.lettered) return;
    this.lettered = at;
    this.names.replaceChildren();
    if (!far) return;
    const size = LETTER / this.scale, half = this.grid.radius * 0.56;
    const taken: Box[] = this.taken.map((hex) => this.grid.centre(hex)).map(([x, y]) => [x - half, y - half, x + half, y + half]);
    this.data.named.forEach((hex, n) => {
      const name = this.data.places[hex] ?? "", scored = n < this.data.scored;
      const box = this.spot(this.grid.centre(hex), name, size, taken, scored);
      if (!box) return;
      taken.push(box);
      drawn("text", { class: scored ? "label scored" : "label", x: box[0], y: box[3] - size * 0.22, "font-size": size }, this.names, name);
    });
  }

  /** A box around a hex where a name covers least; none where it would cover anything, unless it must be there. */
  private spot([x, y]: Point, name: string, size: number, taken: readonly Box[], always: boolean): Box | null {
    const wide = size * 0.47 * name.length, high = size * 1.05, off = this.grid.radius * 0.63;
    const spots: Point[] = [[x - wide / 2, y - off - high], [x - wide / 2, y + off], [x + off, y - high / 2], [x - off - wide, y - high / 2],
      [x + off, y - off - high], [x - off - wide, y - off - high], [x + off, y + off], [x - off - wide, y + off]];
    let best: Box | null = null, least = always ? Infinity : 1;
    for (const [left, top] of spots) {
      const box: Box = [left, top, left + wide, top + high];
      let faults = taken.filter((each) => left < each[2] && each[0] < box[2] && top < each[3] && each[1] < box[3]).length;
      if (left < 0 || top < 0 || box[2] > this.extent.width || box[3] > this.extent.height) faults += 10;
      if (faults < least) [least, best] = [faults, box];
    }
    return best;
  }
}
