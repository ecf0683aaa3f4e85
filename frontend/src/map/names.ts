// The names of places and of the country, which the ground leaves out, on a sheet of their own.
import type { MapAnswer } from "../api";
import { drawn } from "./drawn";
import type { HexGrid } from "./geometry";

/** Draw all names; sizes follow the hex. */
export function drawNames(sheet: SVGSVGElement, map: MapAnswer, grid: HexGrid): void {
  sheet.replaceChildren();
  const r = grid.radius;
  for (const name of map.names) {
    const ends = [name.along[0], name.along[name.along.length - 1]].map((id) => grid.number(id ?? ""));
    const [from, to] = ends;
    if (from === undefined || to === undefined || from < 0 || to < 0) continue;
    const [ax, ay] = grid.centre(from), [bx, by] = grid.centre(to);
    const size = r * (name.large ? 0.85 : 0.55), long = Math.hypot(bx - ax, by - ay) + r;
    const natural = name.name.length * size * 0.55;
    const spacing = Math.max(0, Math.min(size * 1.2, (long - natural) / Math.max(1, name.name.length)));
    let angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    if (angle > 90 || angle < -90) angle += 180;
    const at = `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${angle.toFixed(1)})`;
    const text = name.kind === "water" ? name.name : name.name.toUpperCase();
    drawn("text", { class: `across ${name.kind}`, transform: at, y: size * 0.35, "font-size": size.toFixed(2), "letter-spacing": spacing.toFixed(2) }, sheet, text);
  }
  for (const place of map.places) {
    const hex = grid.number(place.hex);
    if (hex < 0) continue;
    const [x, y] = grid.centre(hex);
    // to the left where the map ends on the right
    const left = map.width - x < r * 4;
    // several symbols fill the hex from side to side
    const aside = r * (place.kinds.length > 1 ? 0.92 : 0.62);
    const attributes = {
      class: "place-name", x: x + (left ? -aside : aside), y: y - r * 0.06, "font-size": (r * 0.42).toFixed(2), "text-anchor": left ? "end" : "start",
    };
    drawn("text", attributes, sheet, place.name);
  }
}
