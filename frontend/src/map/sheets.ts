// Sheets that lie on each other, moved and zoomed together by CSS transforms: the ground, the counters, what is live.
import type { HexGrid, Point } from "./geometry";

const SETTLED = 150;
const LEAST = 0.1, MOST = 12;
const MARGIN = 0.12;

/** The map in its own lengths. */
export interface Extent { readonly width: number; readonly height: number; readonly radius: number }

export abstract class Sheets {
  protected left = 0;
  protected top = 0;
  protected scale = 1;
  /** The scale at which the sheets are drawn; between it and `scale` the transform stretches them. */
  private sharp = 1;
  private settling = 0;
  protected fitted = false;
  /** The size of the window on the map. */
  protected box = { width: 0, height: 0 };
  /** All that is moved together. */
  protected readonly sheets: (HTMLElement | SVGElement)[] = [];

  constructor(readonly element: HTMLElement) {
    new ResizeObserver(() => {
      if (this.covered()) return; // the map is out of sight: it comes back as it was
      this.box = { width: element.clientWidth, height: element.clientHeight };
      if (!this.fitted) this.fit();
      else this.move(0, 0);
    }).observe(element);
  }

  abstract get grid(): HexGrid | null;
  protected abstract get extent(): Extent | null;

  /** Whether something lies over the whole map. */
  protected covered(): boolean {
    return false;
  }

  /** Called once the sheets have moved. */
  protected placed(): void {
    // nothing else moves with them
  }

  point(event: { clientX: number; clientY: number }): Point {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left - this.left) / this.scale, (event.clientY - box.top - this.top) / this.scale];
  }

  move(dx: number, dy: number): void {
    this.left += dx;
    this.top += dy;
    this.hold();
    this.place();
  }

  zoomBy(factor: number, at?: { clientX: number; clientY: number }): void {
    const box = this.element.getBoundingClientRect();
    const x = at ? at.clientX - box.left : box.width / 2, y = at ? at.clientY - box.top : box.height / 2;
    const scale = Math.min(MOST, Math.max(Math.min(LEAST, this.whole()), this.scale * factor));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.hold();
    this.place();
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.settle(), SETTLED);
  }

  fit(): void {
    const map = this.extent, box = this.element.getBoundingClientRect();
    if (!map || map.width === 0 || box.width === 0) return;
    this.fitted = true;
    this.scale = this.whole();
    this.left = (box.width - map.width * this.scale) / 2;
    this.top = (box.height - map.height * this.scale) / 2;
    this.settle();
  }

  /** Have a point of the map in the middle of the window. */
  centreOn([x, y]: Point): void {
    this.move(this.box.width / 2 - (x * this.scale + this.left), this.box.height / 2 - (y * this.scale + this.top));
  }

  /** Bring a hex into sight, with room around it. */
  reveal(id: string, closer = false): void {
    const known = this.grid, hex = known ? known.number(id) : -1;
    if (!known || hex < 0) return;
    const box = this.element.getBoundingClientRect();
    const near = 26 / known.radius;
    if (closer && this.scale < near) {
      this.scale = near;
      this.settle();
    }
    const [x, y] = known.centre(hex), edge = Math.min(known.radius * this.scale * 2, box.width / 4, box.height / 4);
    const px = x * this.scale + this.left, py = y * this.scale + this.top;
    if (px >= edge && py >= edge && px <= box.width - edge && py <= box.height - edge) return;
    this.move(box.width / 2 - px, box.height / 2 - py);
  }

  /** Bring several hexes into sight together, close enough to tell them apart; nothing moves if they are. */
  frame(ids: readonly string[], pixels = 16): void {
    const known = this.grid, hexes = known ? ids.map((id) => known.number(id)).filter((hex) => hex >= 0) : [];
    const box = this.element.getBoundingClientRect();
    if (!known || hexes.length === 0 || box.width === 0) return;
    const xs = hexes.map((hex) => known.centre(hex)[0]), ys = hexes.map((hex) => known.centre(hex)[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const edge = Math.min(60, box.width / 5, box.height / 5), close = pixels / known.radius;
    const fits = Math.min((box.width - 2 * edge) / Math.max(right - left, 1), (box.height - 2 * edge) / Math.max(bottom - top, 1));
    const inside = left * this.scale + this.left >= edge / 2 && right * this.scale + this.left <= box.width - edge / 2
      && top * this.scale + this.top >= edge / 2 && bottom * this.scale + this.top <= box.height - edge / 2;
    if (inside && this.scale >= Math.min(close, fits) * 0.99) return;
    this.fitted = true;
    this.scale = Math.max(this.whole(), Math.min(fits, Math.max(this.scale, close)));
    this.left = box.width / 2 - ((left + right) / 2) * this.scale;
    this.top = box.height / 2 - ((top + bottom) / 2) * this.scale;
    this.settle();
  }

  /** Pixels of the screen in a hex's radius. */
  side(): number {
    return (this.grid?.radius ?? 0) * this.scale;
  }

  private whole(): number {
    const map = this.extent, box = this.element.getBoundingClientRect();
    if (!map) return 1;
    return Math.min((box.width - 16) / map.width, (box.height - 16) / map.height);
  }

  /** Beyond the map no more is seen than a margin; a map smaller than the window stays inside it. */
  private hold(): void {
    const map = this.extent, box = this.element.getBoundingClientRect();
    if (!map || box.width === 0) return;
    const held = (from: number, length: number, room: number): number => {
      const margin = room * MARGIN;
      return length < room ? Math.min(room - length, Math.max(0, from)) : Math.min(margin, Math.max(room - length - margin, from));
    };
    this.left = held(this.left, map.width * this.scale, box.width);
    this.top = held(this.top, map.height * this.scale, box.height);
  }

  private place(): void {
    const stretched = this.scale / this.sharp;
    const transform = `translate(${this.left.toFixed(2)}px, ${this.top.toFixed(2)}px)${stretched === 1 ? "" : ` scale(${stretched})`}`;
    for (const sheet of this.sheets) sheet.style.transform = transform;
    this.placed();
  }

  /** Draw the sheets sharp at the scale that the wheel ended at. */
  protected settle(): void {
    const map = this.extent;
    if (!map) return;
    this.sharp = this.scale;
    const width = `${map.width * this.scale}px`, height = `${map.height * this.scale}px`;
    for (const sheet of this.sheets) {
      sheet.style.width = width;
      sheet.style.height = height;
    }
    this.element.classList.toggle("far", map.radius * this.scale < 11);
    this.hold();
    this.place();
  }
}
