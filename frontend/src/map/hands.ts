// Pointer, wheel and keys on the map, given to the tool in hand.
import { effect } from "@preact/signals";
import * as play from "../play/play";
import { showHex } from "../shown";
import * as state from "../state";
import type { ToolName } from "../state";
import { words } from "../words/en";
import type { Board } from "./view";
import { sideKey } from "./geometry";
import { clearSelection, commandPiece, turnCarried } from "./pieces";
import type { Hit, Tool } from "./tool";
import { allowed, makeTools } from "./tools";

const TOOLS: Record<string, ToolName> = { v: "select", b: "brush", f: "fill", i: "pick", s: "hexside", r: "path", p: "place", l: "label", a: "area", m: "marquee" };
const FAR = 5;

export interface Hands { key(event: KeyboardEvent): boolean; command(key: string): boolean; endLine(): void }

export function takeHold(board: Board): Hands {
  const { element } = board;
  const tools = makeTools(board);
  const pointers = new Map<number, { x: number; y: number }>();
  let working: { tool: Tool; second: boolean } | null = null;
  let panning: { x: number; y: number; far: boolean; click: Hit | null } | null = null;
  let space = false;
  let inHand: ToolName = state.tool.peek();
  let way = 0;
  let rail: number | null = null;
  /** Where the last arrow key went. */
  let walked = "";

  const tool = (): Tool => tools[state.tool.value];
  const hit = (event: PointerEvent, second = event.button === 2): Hit => {
    const point = board.point(event);
    return { point, hex: board.grid?.hexAt(point) ?? -1, alt: event.altKey, second, shift: event.shiftKey };
  };

  effect(() => {
    const now = state.tool.value;
    if (now !== inHand) {
      tools[inHand].end?.();
      board.showBrush([]);
      board.clearPreview();
      inHand = now;
    }
    element.dataset.tool = now;
  });

  /** Give a hex to whoever waits for one. */
  function taken(hex: number): void {
    const take = state.picking.value;
    if (!take || !board.grid || hex < 0) return;
    state.picking.value = null;
    state.cursor.value = board.grid.id(hex);
    take(board.grid.id(hex));
  }

  // -- pointer ---------------------------------------------------------------------------------------

  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("pointerdown", (event) => {
    if (!board.grid || (event.target as Element).closest("button, dialog")) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size > 1) {
      working?.tool.end?.();
      working = null;
      panning = null;
      return;
    }
    if (state.picking.value && event.button === 0 && !space) {
      taken(hit(event).hex);
      return;
    }
    const select = state.tool.value === "select" && event.button === 0;
    if (event.button === 1 || space || select) {
      panning = { x: event.clientX, y: event.clientY, far: false, click: select && !space ? hit(event) : null };
      return;
    }
    if (!allowed(state.tool.value)) return;
    const made = hit(event);
    if (made.hex >= 0) {
      state.cursor.value = board.grid.id(made.hex);
      rail = null;
    }
    working = { tool: tool(), second: made.second };
    working.tool.press(made);
  });
  element.addEventListener("pointermove", (event) => {
    if (!board.grid) return;
    const before = pointers.get(event.pointerId);
    if (before && pointers.size === 2) {
      pinch(event, before);
      return;
    }
    if (before) pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (panning) {
      const dx = event.clientX - panning.x, dy = event.clientY - panning.y;
      if (!panning.far && Math.abs(dx) + Math.abs(dy) < FAR) return;
      element.classList.add("panning");
      board.move(dx, dy);
      panning = { ...panning, x: event.clientX, y: event.clientY, far: true };
      return;
    }
    const each = hit(event, working?.second ?? false);
    state.pointed.value = each.hex >= 0 ? board.grid.id(each.hex) : "";
    if (working) {
      // the events between two frames too, so that a fast stroke has no gaps
      for (const between of event.getCoalescedEvents?.() ?? []) working.tool.drag?.(hit(between, working.second));
      working.tool.drag?.(each);
    }
    if (!working || state.tool.value === "brush") tool().hover?.(each);
  });
  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    element.classList.remove("panning");
    const moved = panning;
    panning = null;
    if (moved?.click && !moved.far) tools.select.press(moved.click);
    if (moved?.click) rail = null;
    // where it is let go, of which no move need have told
    if (working && event.type === "pointerup") working.tool.drag?.(hit(event, working.second));
    working?.tool.release?.();
    working = null;
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", () => {
    state.pointed.value = "";
    if (!working) tool().hover?.(null);
  });
  element.addEventListener("dblclick", (event) => event.preventDefault());

  function pinch(event: PointerEvent, before: { x: number; y: number }): void {
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0) board.zoomBy(now / was, { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 });
    board.move((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
  }

  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 24 : 1;
    if (event.shiftKey) board.move(-(event.deltaX || event.deltaY) * lines, 0);
    else board.zoomBy(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), event);
  }, { passive: false });

  // -- keys ------------------------------------------------------------------------------------------

  element.addEventListener("focus", () => {
    // a press brings the focus too, and goes to its own hex
    if (state.cursor.value === "" && board.grid && board.grid.count > 0 && pointers.size === 0) {
      const box = element.getBoundingClientRect();
      const middle = board.point({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
      moveTo(Math.max(0, board.grid.hexAt(middle)));
    }
  });

  function moveTo(hex: number): void {
    const grid = board.grid;
    if (!grid) return;
    state.cursor.value = grid.id(hex);
    board.reveal(grid.id(hex));
    state.announced.value = describe(grid.id(hex));
    if (state.tool.value === "select" && !play.on.value && !state.picking.value) void showHex(grid.id(hex));
    if (state.tool.value === "path") tools.path.hover?.({ point: grid.centre(hex), hex, alt: false, second: false });
    if (state.tool.value === "marquee" || state.tool.value === "label") tool().hover?.({ point: grid.centre(hex), hex, alt: false, second: false });
    if (state.tool.value === "hexside") turn(0);
  }

  /** The next hex that way; the cursor keeps to the row or column in which it set out. */
  function arrow(dx: number, dy: number): void {
    const grid = board.grid, here = grid?.number(state.cursor.value) ?? -1;
    if (!grid || here < 0) return;
    const [x, y] = grid.centre(here);
    if (state.cursor.value !== walked) rail = null;
    rail ??= dx === 0 ? x : y;
    let best = -1, least = Infinity;
    for (const other of grid.neighbours(here)) {
      const [ox, oy] = grid.centre(other);
      const forward = (ox - x) * dx + (oy - y) * dy;
      if (forward < grid.radius * 0.5) continue;
      const off = Math.abs((dx === 0 ? ox : oy) - rail) - forward * 0.2;
      if (off < least) {
        least = off;
        best = other;
      }
    }
    if (best < 0) state.announced.value = words.offMap;
    else moveTo(best);
    walked = state.cursor.value;
  }

  function turn(by: number): void {
    const grid = board.grid, here = grid?.number(state.cursor.value) ?? -1;
    if (!grid || here < 0) return;
    way = (way + by + 6) % 6;
    for (let n = 0; n < 5 && grid.neighbour(here, way) < 0; n++) way = (way + (by || 1) + 6) % 6;
    const other = grid.neighbour(here, way);
    if (other < 0) return;
    board.showSides([[here, other]], false);
    if (by !== 0) state.announced.value = words.sideOfHex(grid.id(here), grid.id(other), sideNames(here, other));
  }

  const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let axis = "";
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== element || event.defaultPrevented) return;
    const grid = board.grid;
    if (!grid) return;
    const here = grid.number(state.cursor.value);
    const to = ARROWS[event.key];
    if (to) {
      const now = to[0] === 0 ? "y" : "x";
      if (now !== axis) rail = null;
      axis = now;
      if (event.shiftKey) board.move(-to[0] * 80, -to[1] * 80);
      else arrow(...to);
    } else if (event.key === "Enter" && here >= 0 && state.picking.value) {
      taken(here);
    } else if (event.key === "Enter" && here >= 0) {
      if (allowed(state.tool.value)) tool().apply(here, way, event.shiftKey);
    } else if ((event.key === "," || event.key === ".") && !play.on.value) {
      turn(event.key === "." ? 1 : -1);
    } else if (event.key === " ") {
      space = true;
      element.classList.add("grab");
    } else {
      return;
    }
    event.preventDefault();
  });
  const noSpace = (): void => {
    space = false;
    element.classList.remove("grab");
  };
  element.addEventListener("keyup", (event) => event.key === " " && noSpace());
  element.addEventListener("blur", noSpace);

  /** A key that works wherever no text is typed; says whether it was one. */
  function key(event: KeyboardEvent): boolean {
    if (play.key(event) || turnCarried(event.key)) return true;
    const name = play.on.value || state.away.value !== "" ? undefined : TOOLS[event.key.toLowerCase()];
    if (name) state.tool.value = name;
    else if (event.key === "[") state.radius.value = Math.max(0, state.radius.value - 1);
    else if (event.key === "]") state.radius.value = Math.min(3, state.radius.value + 1);
    else if (event.key.toLowerCase() === "x") [state.first.value, state.second.value] = [state.second.value, state.first.value];
    else if (event.key === "+" || event.key === "=") board.zoomBy(1.25);
    else if (event.key === "-") board.zoomBy(0.8);
    else if (event.key === "0") board.fit();
    else if (/^[1-9]$/.test(event.key)) choose(Number(event.key) - 1);
    else if (event.key === "Escape" && state.picking.value) state.picking.value = null;
    else if (event.key === "Escape") tool().end?.();
    else if (event.key === "Delete" && state.selection.value.size > 0) void clearSelection();
    else if (event.key === "Backspace" && tool().back) tool().back?.();
    else return false;
    return true;
  }

  function choose(number: number): void {
    const map = state.map.value;
    if (!map) return;
    const [known, chosen] = state.tool.value === "hexside" ? [map.hexside_kinds, state.sideKind]
      : state.tool.value === "path" ? [map.line_kinds, state.lineKind]
      : [map.terrain, state.first];
    const each = known[number];
    if (each) chosen.value = each.id;
  }

  /** A key with Ctrl on the map; says whether it was one. */
  function command(key: string): boolean {
    return !play.on.value && state.away.value === "" && commandPiece(key, state.cursor.value);
  }

  return { key, command, endLine: () => tools.path.end?.() };
}

function sideNames(a: number, b: number): string[] {
  const kinds = state.map.value?.hexside_kinds ?? [];
  return (state.kindsBySide.value.get(sideKey([a, b])) ?? []).map(
    (each) => each.name || (kinds.find((kind) => kind.id === each.kind)?.name ?? each.kind),
  );
}

/** A hex in words: "T30, Tobruk, Clear; Coast road". */
export function describe(id: string): string {
  const place = state.placesByHex.value.get(id);
  const said = words.hexSaid(id, [...(place ? [place.name] : []), state.terrainName(state.terrainAt(id))]);
  const count = state.findingsByHex.value.get(id)?.length ?? 0;
  return [said, ...(state.linesByHex.value.get(id) ?? []), ...(count ? [words.findingsHere(count)] : [])].join("; ");
}
