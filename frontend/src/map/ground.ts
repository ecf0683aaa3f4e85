// The ground of the map: plain hexes at once, then the map as printed, layer by layer; of a later drawing only what changed.
import { get, type MapAnswer } from "../api";
import type { HexGrid } from "./geometry";

/** Milliseconds of a frame in which parts are put in, and how many at a time. */
const SLICE = 12, PARTS = 8;
/** Pixels of the longer side of the plain hexes. */
const LONG = 2000;
/** How much of a plain hex is filled. */
const INNER = 0.97;
const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">';

function parsed(text: string): SVGSVGElement {
  return document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement) as unknown as SVGSVGElement;
}

/** The next frame; soon, where the page is out of sight. */
async function frame(): Promise<void> {
  await new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 100);
  });
}

export class Ground {
  readonly element = document.createElement("div");
  private epoch = -1;
  /** Whether the printed map is there, be it in part. */
  private laid = false;
  private holders = new Map<number, Element>();

  constructor() {
    this.element.className = "sheet ground";
  }

  /** Draw hexes in the colours of their terrain, until the printed map is there. */
  drawPlain(map: MapAnswer, grid: HexGrid): void {
    if (this.laid || map.width === 0) return;
    const canvas = document.createElement("canvas"), scale = Math.min(1, LONG / Math.max(map.width, map.height));
    canvas.className = "plain";
    canvas.width = Math.ceil(map.width * scale);
    canvas.height = Math.ceil(map.height * scale);
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.scale(scale, scale);
    const [cx, cy] = grid.centre(0);
    const corners = [0, 1, 2, 3, 4, 5].map((way) => grid.vertex(0, way)).map(([x, y]) => [(x - cx) * INNER, (y - cy) * INNER] as const);
    const colors = new Map(map.terrain.map((each) => [each.id, each.color]));
    for (const [, x, y, terrain] of map.hexes) { // each by itself: one path of ten thousand takes a second
      pen.fillStyle = colors.get(terrain) ?? "#999";
      pen.beginPath();
      for (const [dx, dy] of corners) pen.lineTo(x + dx, y + dy);
      pen.fill();
    }
    this.element.replaceChildren(canvas);
    this.element.dataset.shows = "plain";
  }

  /** Fetch what changed of the printed map and put it in; `shown` is called once terrain and coast are those of now. */
  async refresh(shown: () => void): Promise<void> {
    const { epoch, skeleton, layers, parts } = await get("/api/map/ground", { since: this.epoch });
    let made: SVGSVGElement | null = null;
    if (skeleton !== null) {
      made = parsed(skeleton);
      made.setAttribute("aria-hidden", "true");
      this.holders = new Map([...made.querySelectorAll("[data-part]")].map((each) => [Number(each.getAttribute("data-part")), each]));
    }
    this.epoch = -1; // if it fails on the way, all of it is asked for again
    this.put(parts.filter(([number]) => number < layers));
    if (made) this.element.replaceChildren(made);
    this.laid = true;
    this.element.dataset.shows = "layers";
    shown();
    const rest = parts.filter(([number]) => number >= layers);
    for (let at = 0; at < rest.length;) {
      await frame();
      for (const end = performance.now() + SLICE; at < rest.length && performance.now() < end; at += PARTS) this.put(rest.slice(at, at + PARTS));
    }
    this.epoch = epoch;
    this.element.dataset.shows = "all";
  }

  private put(parts: [number, string][]): void {
    if (parts.length === 0) return;
    const made = parsed(`${OPEN}${parts.map(([, text]) => `<g>${text}</g>`).join("")}</svg>`).children;
    parts.forEach(([number], n) => this.holders.get(number)?.replaceChildren(...(made[n]?.childNodes ?? [])));
  }
}
