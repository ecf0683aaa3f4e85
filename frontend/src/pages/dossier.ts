// The dossier's page: where each unit was, stands and will be, the candidates of the row that is chosen, and which rows are shown.
import { drawn } from "../map/drawn";
import type { Point } from "../map/geometry";
import { drawCounter, drawStack, PART } from "../map/stack";
import { $, button, dataOf, make } from "./dom";
import { Table, type MapData } from "./table";

interface RowData {
  id: string; side: number; cited: string; name: string; marker: boolean; formation: string; text: string; status: string;
  /** The hex whose control the row is about, and the side that holds it. */
  control: number | null; holder: number;
  decided: boolean; at: string; face: string;
  was: number[]; now: number[]; will: number[];
  candidates: [cell: string, hexes: number[]][]; why: string[];
}
type When = "was" | "now" | "will";
interface Row extends RowData { n: number; element: HTMLElement }

const LETTERS = "ABCDEFGH";
/** How far the counters of a start lie from the middle of their hex, in its breadths; how large they are. */
const LIES: Record<When, readonly [dx: number, dy: number, part: number]> = { was: [-0.14, 0.12, 0.85], will: [0.14, -0.12, 0.85], now: [0, 0, 1] };
/** Pixels of a hex's radius at which what stands in it can be read; pixels of a pin's radius. */
const NEAR = 33, PIN = 8;

const data = dataOf<MapData & { sides: { id: string; name: string }[]; labels: Record<When, string>; rows: RowData[] }>("game");
const rows: Row[] = data.rows.map((row, n) => ({ ...row, n, element: $(`row-${row.id}`) }));
const table = new Table(data);
const grid = table.grid, breadth = grid.radius * Math.sqrt(3);
const group = (id: string, sheet: Element): SVGElement => drawn("g", { id }, sheet);
const held = group("held", table.below), ways = group("ties", table.below);
const layers: Record<When, SVGElement> = { was: group("was", table.counters), will: group("will", table.counters), now: group("now", table.counters) };
const pins = group("scene", table.scene);
const checked = (id: string): boolean => $<HTMLInputElement>(id).checked;
let chosen: Row | null = null, spot = -1;

// -- on the map ------------------------------------------------------------------------------------

function wanted(row: Row): boolean {
  return row.status !== "fixed" || row.decided || checked("show-later");
}

/** All hexes that a row is about. */
function placesOf(row: Row): number[] {
  return row.control !== null ? [row.control] : [...row.was, ...row.will, ...row.now];
}

function lies(hex: number, when: When): Point {
  const [x, y] = grid.centre(hex), [dx, dy] = LIES[when];
  return [x + dx * breadth, y + dy * breadth];
}

function drawLayer(when: When): void {
  layers[when].replaceChildren();
  if (!checked(`show-${when}`)) return;
  const found = new Map<number, Row[]>();
  for (const row of rows.filter(wanted)) {
    for (const hex of row[when]) found.set(hex, [...(found.get(hex) ?? []), row]);
  }
  const side = grid.radius * PART * LIES[when][2];
  for (const [hex, there] of found) {
    const lit = chosen !== null && there.includes(chosen);
    const stack = drawn("g", { class: lit ? "stack lit" : "stack" }, layers[when]);
    // the one that is chosen lies on top
    const piled = lit ? [...there.filter((row) => row !== chosen), chosen as Row] : there;
    drawStack(piled, lies(hex, when), side, stack, (row, at) => {
      const settled = when === "now" && row.decided ? " settled" : "";
      const counter = drawCounter({ face: row.face }, at, side, stack, { class: `counter${settled}`, "data-row": row.n });
      if (!row.face) drawn("text", { class: "bare", x: at[0] + side / 2, y: at[1] + side / 2, "font-size": side / 4 }, counter, row.name);
    });
  }
}

/** Places in the colour of the side that holds them; broken where that is drafted. */
function drawHeld(): void {
  held.replaceChildren();
  for (const row of checked("show-now") ? rows : []) {
    if (row.control === null || row.holder < 0) continue;
    drawn("path", { class: `held of${row.holder}${row.decided ? "" : " drafted"}`, d: grid.outline(row.control, 0.97) }, held);
  }
}

/** From where it was over where it stands to where it will be, in a bow so that ways do not hide each other. */
function tie(row: Row): string {
  const [was] = row.was, [now] = row.now, [will] = row.will, stops: Point[] = [];
  if (was !== undefined) stops.push(lies(was, "was"));
  if (now !== undefined && now !== was && now !== will) stops.push(lies(now, "now"));
  if (will !== undefined && will !== was) stops.push(lies(will, "will"));
  if (stops.length < 2 || row.marker) return "";
  return stops.map(([x, y], n) => {
    const [a, b] = stops[n - 1] ?? [x, y];
    return n ? `Q${(a + x) / 2 + (y - b) * 0.12} ${(b + y) / 2 - (x - a) * 0.12} ${x} ${y}` : `M${x} ${y}`;
  }).join("");
}

function drawTies(): void {
  ways.replaceChildren();
  for (const row of checked("show-ties") ? rows.filter(wanted) : []) {
    if (row !== chosen) drawn("path", { class: `tie of${row.side}`, d: tie(row) }, ways);
  }
  for (const look of chosen ? ["lit under", `lit of${chosen.side}`] : []) drawn("path", { class: `tie ${look}`, d: tie(chosen as Row) }, ways);
}

function drawPins(): void {
  pins.replaceChildren();
  if (spot >= 0) drawn("path", { class: "chosen", d: grid.outline(spot, 0.97) }, pins);
  const said = new Map<number, { letters: string; told: string; taken: boolean }>(); // candidates in one hex share a pin
  chosen?.candidates.forEach(([cell, hexes], n) => hexes.forEach((hex) => {
    const pin = said.get(hex) ?? { letters: "", told: `${cell}: ${chosen?.why[n] ?? ""}`, taken: false };
    if (!pin.letters.includes(LETTERS[n] ?? "")) pin.letters += LETTERS[n];
    pin.taken ||= cell === chosen?.at;
    said.set(hex, pin);
  }));
  const r = Math.min(Math.max((PIN * grid.radius) / Math.max(1, table.side()), grid.radius * 0.4), grid.radius * 1.4);
  for (const [hex, { letters, told, taken }] of said) {
    const [x, y] = grid.centre(hex), cy = y - grid.radius * 0.87, pin = drawn("g", { class: taken ? "pin taken" : "pin" }, pins);
    drawn("path", { d: grid.outline(hex, 1.04) }, pin);
    drawn("circle", { cx: x, cy, r }, pin);
    drawn("text", { x, y: cy + r * 0.42, "font-size": r * (letters.length > 1 ? 1 : 1.3) }, pin, letters);
    drawn("title", {}, pin, told);
  }
}

function draw(): void {
  for (const when of ["was", "will", "now"] as const) drawLayer(when);
  drawHeld();
  drawTies();
  drawPins();
  table.element.classList.toggle("one", chosen !== null);
  table.keepFree([...new Set(rows.filter(wanted).flatMap(placesOf))]);
}

// the page scrolls; the map zooms once it is chosen
table.handle((hex) => {
  spot = hex === spot ? -1 : hex;
  const there = spot < 0 ? [] : rows.filter((row) => wanted(row) && placesOf(row).includes(spot));
  if (there.length === 1 && !chosen) choose(there[0] ?? null, true);
  else drawPins();
  showHere(there);
}, undefined, (event) => event.ctrlKey || document.activeElement === table.element);
table.moved = drawPins;

function showHere(there: readonly Row[]): void {
  const here = $("here"), list = make("ul", "here-list");
  if (spot < 0) {
    here.replaceChildren(make("p", "quiet", "Click a hex on the map to see the units there before, now and after."));
    return;
  }
  for (const row of there) {
    const item = make("li"), words = make("span"), said = row.decided ? "decided: " : "drafted: ";
    const face = drawn("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, item);
    if (row.face) drawn("use", { href: `#${row.face}`, width: 10, height: 10 }, face);
    words.append(button("", row.control === null ? `${row.cited} · ${row.name}` : row.cited, () => choose(row, true)), make("br"));
    const when: HTMLElement[] = [];
    if (row.control !== null) when.push(make("span", "", said + (data.sides[row.holder]?.name ?? "nobody")));
    if (row.was.includes(spot)) when.push(make("span", "when-was", data.labels.was));
    if (row.now.includes(spot)) when.push(make("span", "", said + data.labels.now));
    if (row.will.includes(spot)) when.push(make("span", "when-will", data.labels.will));
    when.forEach((span, n) => words.append(n ? ", " : "", span));
    item.append(words);
    list.append(item);
  }
  here.replaceChildren(make("p", "", table.hexName(spot)), there.length ? list : make("p", "quiet", "Nobody."));
}

// -- rows ------------------------------------------------------------------------------------------

function choose(row: Row | null, scroll = false): void {
  chosen?.element.classList.remove("lit");
  chosen = row;
  if (row) {
    row.element.hidden = false;
    row.element.classList.add("lit");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (scroll) row.element.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    const hexes = [...row.candidates.flatMap(([, each]) => each), ...row.now];
    if (checked("follow")) table.frame(hexes.map((hex) => grid.id(hex)), NEAR);
  }
  for (const pick of document.querySelectorAll(".pick")) pick.setAttribute("aria-pressed", String(pick.closest(".row") === row?.element));
  draw();
}

function step(by: number): void {
  const shown = rows.filter((row) => !row.element.hidden), at = chosen ? shown.indexOf(chosen) : -1;
  const to = at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + by, 0), shown.length - 1);
  if (shown[to]) choose(shown[to], true);
}

function filter(): void {
  const scope = document.querySelector<HTMLInputElement>("input[name=scope]:checked")?.value;
  const [side, formation, find] = ["side", "formation", "find"].map((id) => $<HTMLInputElement>(id).value);
  const words = (find ?? "").trim().toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const shown = (scope === "all" || row.status === "open" || (scope === "map" && row.status !== "fixed"))
      && (!side || data.sides[row.side]?.id === side) && (!formation || row.formation === formation)
      && (!checked("undecided") || !row.decided) && words.every((word) => row.text.includes(word));
    row.element.hidden = !shown;
    count += Number(shown);
  }
  $("shown").textContent = `${count} shown`;
  $("none").hidden = count > 0;
}

$("rows").addEventListener("click", ({ target }) => {
  const row = rows.find(({ element }) => element.contains(target as Node));
  if (row && (target as Element).closest(".pick, h3 button")) choose(chosen === row ? null : row);
});
for (const name of ["input", "change"]) document.querySelector(".filters")?.addEventListener(name, filter);

const PAN: Record<string, readonly [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const KEYS: Record<string, () => void> = {
  j: () => step(1), k: () => step(-1), "/": () => $("find").focus(),
  "+": () => $("closer").click(), "=": () => $("closer").click(), "-": () => $("farther").click(), "0": () => $("fit").click(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const at = event.target as HTMLElement, typing = at.matches("input:not([type=checkbox], [type=radio]), select"), pan = PAN[event.key];
  if (event.key === "Escape") {
    if (typing) at.blur();
    else choose(null);
  } else if (!typing && pan && at === table.element) {
    event.preventDefault();
    table.move((pan[0] * at.clientWidth) / 8, (pan[1] * at.clientHeight) / 8);
  } else if (!typing && KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]?.();
  }
});

// -- layers ----------------------------------------------------------------------------------------

function showLayers(): void {
  for (const path of document.querySelectorAll<SVGElement>("#fronts [data-role]")) path.toggleAttribute("hidden", !checked(`front-${path.dataset["role"]}`));
  const supply = document.querySelector<HTMLInputElement>("input[name=supply]:checked")?.value;
  for (const each of document.querySelectorAll<HTMLElement>("#supply [data-role], .reaches[data-role]")) each.toggleAttribute("hidden", each.dataset["role"] !== supply);
}
document.querySelector(".layers")?.addEventListener("change", () => {
  showLayers();
  draw();
});

showLayers();
filter();
draw();
