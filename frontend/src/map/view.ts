// The map on the screen: the ground as printed, a live sheet above it, both moved and zoomed by CSS transforms.
import { effect } from "@preact/signals";
import * as state from "../state";
import { words } from "../words/en";
import type { HexGrid, Point, Side } from "./geometry";
import { Ground } from "./ground";
import { Sheets, type Extent } from "./sheets";
import { drawn } from "./drawn";
import { drawNames } from "./names";

const AREA_COLORS = ["#8a1c7c", "#0b6e4f", "#b3541e", "#1f4fa3", "#7a6a00", "#a01c3f"];

/** The colour of the outline of area `n`. */
export function areaColor(n: number): string {
  return AREA_COLORS[n % AREA_COLORS.length] ?? "#8a1c7c";
}

/** What a stroke has painted so far, until the map says so. */
export interface Stroke { paint(hex: number, color: string): void; end(): void }

type Group = "painted" | "sides" | "areas" | "front" | "errata" | "scene" | "choices" | "spoken" | "marks" | "selection" | "brush" | "preview" | "ghost" | "cursor" | "letters";
const GROUPS: readonly Group[] = [
  "painted", "sides", "areas", "front", "errata", "scene", "choices", "spoken", "marks", "selection", "brush", "preview", "ghost", "cursor", "letters",
];

export class Board extends Sheets {
  private readonly printed = new Ground();
  private readonly ground = this.printed.element;
  private readonly names: SVGSVGElement;
  /** The sheet of supply and zones of control, below the counters. */
  readonly reach: SVGSVGElement;
  /** The sheet of the counters, between the names and the live sheet. */
  readonly counters: SVGSVGElement;
  private readonly live: SVGSVGElement;
  private readonly groups: Record<Group, SVGGElement>;
  private readonly painted = new Map<number, SVGElement>();
  /** Terrain by hex as the ground shows it; the live sheet paints what differs from it. */
  private groundShows: readonly string[] = [];
  private fetching = false;
  private stale = false;
  private readonly added = new Map<HTMLElement, string>();

  constructor(element: HTMLElement) {
    super(element);
    this.names = drawn("svg", { class: "sheet names", "aria-hidden": "true" }, element) as SVGSVGElement;
    this.reach = drawn("svg", { class: "sheet reach", "aria-hidden": "true" }, element) as SVGSVGElement;
    this.counters = drawn("svg", { class: "sheet counters", "aria-hidden": "true" }, element) as SVGSVGElement;
    this.live = drawn("svg", { class: "sheet live", "aria-hidden": "true" }, element) as SVGSVGElement;
    element.prepend(this.ground);
    this.groups = Object.fromEntries(GROUPS.map((name) => [name, drawn("g", { class: name }, this.live)])) as Record<Group, SVGGElement>;
    this.sheets.push(this.ground, this.names, this.reach, this.counters, this.live);
    effect(() => {
      if (!state.map.value) return;
      const { width, height } = state.map.value;
      for (const sheet of [this.reach, this.counters, this.live]) sheet.setAttribute("viewBox", `0 0 ${width} ${height}`);
      for (const sheet of [this.reach, this.live]) sheet.style.setProperty("--r", String(state.map.value.radius));
      if (!this.fitted) this.fit();
      this.settle();
    });
    effect(() => {
      for (const layer of state.LAYERS) element.classList.toggle(`without-${layer}`, !state.shown.value.has(layer));
    });
    effect(() => {
      if (!state.map.value || !this.grid) return;
      this.names.setAttribute("viewBox", `0 0 ${state.map.value.width} ${state.map.value.height}`);
      drawNames(this.names, state.map.value, this.grid);
    });
    effect(() => {
      if (state.map.value && this.grid) this.printed.drawPlain(state.map.value, this.grid);
      this.paintChanged();
    });
    effect(() => this.drawMarks());
    effect(() => this.drawSpoken());
    effect(() => this.drawCursor());
    effect(() => this.drawAreas());
    effect(() => this.drawSelection());
  }

  get grid(): HexGrid | null {
    return state.grid.value;
  }

  protected get extent(): Extent | null {
    return state.map.value;
  }

  protected override covered(): boolean {
    return state.wide.peek();
  }

  /** A part of the live sheet, for those who draw on it. */
  group(name: "scene" | "choices" | "errata" | "front" | "letters"): SVGGElement {
    return this.groups[name];
  }

  /** A sheet above the ground, which lies on the map as its own transform says. */
  addSheet(sheet: HTMLElement): void {
    this.ground.after(sheet);
    this.placeSheet(sheet, "");
  }

  placeSheet(sheet: HTMLElement, transform: string): void {
    this.added.set(sheet, transform);
    this.placeAdded(sheet, transform);
  }

  private placeAdded(sheet: HTMLElement, own: string): void {
    sheet.style.transform = `translate(${this.left.toFixed(2)}px, ${this.top.toFixed(2)}px) scale(${this.scale}) ${own}`;
  }

  protected override placed(): void {
    for (const [sheet, own] of this.added) this.placeAdded(sheet, own);
    state.zoom.value = this.scale;
    const { width, height } = this.box;
    state.seen.value = { left: -this.left / this.scale, top: -this.top / this.scale, width: width / this.scale, height: height / this.scale };
  }

  // -- the ground ------------------------------------------------------------------------------------

  /** Fetch the printed map; then what was painted since the last time is no longer needed above it. */
  async refreshGround(): Promise<void> {
    if (this.fetching) {
      this.stale = true;
      return;
    }
    this.fetching = true;
    try {
      do {
        this.stale = false;
        const shows = state.toldMap.value?.hexes.map((each) => each[3]) ?? [];
        const kept = [...this.groups.sides.children];
        await this.printed.refresh(() => {
          this.groundShows = shows;
          for (const each of kept) each.remove();
          this.paintChanged();
        });
      } while (this.stale);
    } catch {
      // the last ground stays, with what was painted above it
    } finally {
      this.fetching = false;
    }
  }

  private paintChanged(): void {
    const map = state.map.value, known = this.grid;
    if (!map || !known) return;
    const colors = new Map(map.terrain.map((each) => [each.id, each.color]));
    map.hexes.forEach(([, , , terrain], hex) => {
      const there = this.painted.get(hex);
      if (this.groundShows[hex] === undefined || this.groundShows[hex] === terrain) {
        there?.remove();
        this.painted.delete(hex);
      } else if (there) {
        there.setAttribute("fill", colors.get(terrain) ?? "none");
      } else {
        const fill = colors.get(terrain) ?? "none";
        this.painted.set(hex, drawn("path", { d: known.outline(hex, 1.01), fill }, this.groups.painted));
      }
    });
  }

  // -- the live sheet --------------------------------------------------------------------------------

  stroke(): Stroke {
    const group = drawn("g", {}, this.groups.painted);
    const made = new Map<number, SVGElement>();
    return {
      paint: (hex, color) => {
        if (this.grid && !made.has(hex)) made.set(hex, drawn("path", { d: this.grid.outline(hex, 1.01), fill: color }, group));
      },
      end: () => group.remove(),
    };
  }

  showBrush(hexes: readonly number[]): void {
    const known = this.grid;
    this.groups.brush.replaceChildren();
    if (known && hexes.length > 0) drawn("path", { d: hexes.map((hex) => known.outline(hex)).join("") }, this.groups.brush);
  }

  /** Hexsides on their way: to be set, or to be erased. */
  showSides(sides: readonly Side[], erase: boolean, kept = false): void {
    const known = this.grid, group = kept ? this.groups.sides : this.groups.preview;
    if (!kept) group.replaceChildren();
    if (!known) return;
    const d = sides.map((side) => known.ends(side)).filter((ends) => ends !== null)
      .map(([[ax, ay], [bx, by]]) => `M${ax} ${ay}L${bx} ${by}`).join("");
    if (d) drawn("path", { d, class: erase ? "side erase" : "side" }, group);
  }

  /** A line on its way, and the part that a click would add. */
  showLine(path: readonly number[], next: readonly number[], erase: boolean, kept = false): void {
    const known = this.grid, group = kept ? this.groups.sides : this.groups.preview;
    if (!kept) group.replaceChildren();
    if (!known) return;
    const d = (hexes: readonly number[]) => `M${hexes.map((hex) => known.centre(hex).join(" ")).join("L")}`;
    if (next.length > 1) drawn("path", { d: d(next), class: "line next" }, group);
    if (path.length > 1) drawn("path", { d: d(path), class: erase ? "line erase" : "line" }, group);
    for (const hex of path.slice(kept ? 1 : 0, kept ? 1 : undefined)) {
      const [cx, cy] = known.centre(hex);
      drawn("circle", { cx, cy, r: known.radius * 0.16, class: "point" }, group);
    }
  }

  /** The edge of a selection on its way. */
  showOutline(points: readonly Point[]): void {
    this.groups.preview.replaceChildren();
    if (points.length > 1) drawn("path", { d: `M${points.map((each) => each.join(" ")).join("L")}Z`, class: "marquee" }, this.groups.preview);
  }

  /** Draw hexes that follow the pointer, around the point 0 0; what `hang` is given afterwards moves them. */
  showGhost(paths: readonly { d: string; color: string }[]): { hang(at: Point): void } {
    const group = this.groups.ghost;
    group.replaceChildren();
    for (const { d, color } of paths) drawn("path", { d, fill: color, class: color === "none" ? "edge" : "cell" }, group);
    return { hang: ([x, y]) => group.setAttribute("transform", `translate(${x} ${y})`) };
  }

  /** Numbered points, as of an alignment. */
  showPoints(points: readonly { at: Point; text: string }[]): void {
    const group = this.groups.ghost, r = (this.grid?.radius ?? 10) * 0.45;
    group.replaceChildren();
    group.removeAttribute("transform");
    for (const { at: [cx, cy], text } of points) {
      drawn("circle", { cx, cy, r, class: "point" }, group);
      drawn("text", { x: cx, y: cy + r * 0.42, "font-size": r * 1.2, class: "point-number" }, group, text);
    }
  }

  /** What was kept until the next ground is not on it: the server refused. */
  dropKept(): void {
    this.groups.sides.replaceChildren();
  }

  clearPreview(): void {
    this.groups.preview.replaceChildren();
  }

  private drawSelection(): void {
    const known = this.grid, hexes = state.selection.value;
    this.groups.selection.replaceChildren();
    if (!known || hexes.size === 0) return;
    const d = [...hexes].map((hex) => known.outline(hex)).join("");
    drawn("path", { d, class: "inside" }, this.groups.selection);
    for (const name of ["under", "over"]) drawn("path", { d: known.boundary(hexes), class: name }, this.groups.selection);
  }

  private drawAreas(): void {
    const known = this.grid, map = state.map.value;
    this.groups.areas.replaceChildren();
    if (!known || !map || !(state.shown.value.has("areas") || state.tool.value === "area")) return;
    map.areas.forEach((area, n) => {
      const chosen = state.tool.value === "area" && area.id === state.areaId.value;
      const group = drawn("g", { class: chosen ? "chosen" : "", style: `--of: ${areaColor(n)}` }, this.groups.areas);
      const hexes = new Set(area.hexes);
      if (chosen) drawn("path", { d: area.hexes.map((hex) => known.outline(hex)).join(""), class: "inside" }, group);
      drawn("path", { d: known.boundary(hexes), class: "edge" }, group);
    });
  }

  private drawCursor(): void {
    const known = this.grid, hex = known?.number(state.cursor.value) ?? -1;
    this.groups.cursor.replaceChildren();
    if (!known || hex < 0) return;
    drawn("path", { d: known.outline(hex, 0.98), class: "under" }, this.groups.cursor);
    drawn("path", { d: known.outline(hex, 0.98) }, this.groups.cursor);
  }

  private drawSpoken(): void {
    const known = this.grid;
    this.groups.spoken.replaceChildren();
    const hexes = state.spoken.value.map((id) => known?.number(id) ?? -1).filter((hex) => hex >= 0);
    if (!known || hexes.length === 0 || hexes.length > 400) return;
    drawn("path", { d: hexes.map((hex) => known.outline(hex, 0.96)).join("") }, this.groups.spoken);
  }

  private drawMarks(): void {
    const known = this.grid, group = this.groups.marks;
    group.replaceChildren();
    if (!known) return;
    for (const [id, found] of state.findingsByHex.value) {
      const hex = known.number(id);
      const listed = found.filter((each) => state.severities.value.has(each.severity));
      if (hex < 0 || listed.length === 0) continue;
      const worst = (["error", "warning", "info"] as const).find((each) => listed.some((one) => one.severity === each)) ?? "info";
      const [x, y] = known.centre(hex), r = known.radius;
      const mark = drawn("g", { class: `mark ${worst}`, "data-hex": id }, group);
      drawn("path", { d: known.outline(hex, 0.93), class: "edge" }, mark);
      const [cx, cy] = [x + r * 0.42, y - r * 0.42];
      drawn("circle", { cx, cy, r: r * 0.24 }, mark);
      drawn("text", { x: cx, y: cy + r * 0.13, "font-size": r * 0.36 }, mark, listed.length > 1 ? String(listed.length) : worst === "info" ? "i" : "!");
      drawn("title", {}, mark, listed.map((each) => `${words.severity[each.severity]} ${each.code}: ${each.message}`).join("\n"));
    }
  }
}
