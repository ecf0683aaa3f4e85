// The whole map in a corner: colours of its terrain, and the frame of what the window shows, which can be dragged.
import { effect } from "@preact/signals";
import * as state from "../state";
import type { Board } from "./view";

/** Pixels of its longer side, at most. */
const LONG = 150;
/** How far an arrow key moves the view, as a part of the map. */
const STEP = 0.08;

/** Draw the map small into a canvas, keep its frame, and let it move the view of the board. */
export function layMinimap(box: HTMLElement, board: Board): void {
  const canvas = box.querySelector("canvas"), frame = box.querySelector<HTMLElement>(".frame");
  if (!canvas || !frame) return;
  let scale = 1;
  effect(() => {
    const map = state.map.value;
    if (!map || map.width === 0) return;
    scale = Math.min(LONG / map.width, (LONG * 0.75) / map.height);
    const dense = window.devicePixelRatio || 1;
    canvas.width = Math.round(map.width * scale * dense);
    canvas.height = Math.round(map.height * scale * dense);
    canvas.style.width = `${map.width * scale}px`;
    canvas.style.height = `${map.height * scale}px`;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const colors = new Map(map.terrain.map((each) => [each.id, each.color]));
    const side = Math.max(1.5, map.radius * Math.sqrt(3) * scale * dense), tall = side * 1.02;
    for (const [, x, y, terrain] of map.hexes) {
      pen.fillStyle = colors.get(terrain) ?? "#999";
      pen.fillRect(x * scale * dense - side / 2, y * scale * dense - tall / 2, side + 0.5, tall + 0.5);
    }
  });
  effect(() => {
    const seen = state.seen.value, map = state.map.value;
    if (!map) return;
    const left = Math.max(0, seen.left), top = Math.max(0, seen.top);
    const right = Math.min(map.width, seen.left + seen.width), bottom = Math.min(map.height, seen.top + seen.height);
    const whole = left <= 1 && top <= 1 && right >= map.width - 1 && bottom >= map.height - 1;
    box.classList.toggle("whole", whole);
    frame.style.transform = `translate(${left * scale}px, ${top * scale}px)`;
    frame.style.width = `${Math.max(4, (right - left) * scale)}px`;
    frame.style.height = `${Math.max(4, (bottom - top) * scale)}px`;
  });

  const go = (event: PointerEvent): void => {
    const at = canvas.getBoundingClientRect();
    board.centreOn([(event.clientX - at.left) / scale, (event.clientY - at.top) / scale]);
  };
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    box.setPointerCapture(event.pointerId);
    go(event);
  });
  box.addEventListener("pointermove", (event) => {
    if (box.hasPointerCapture(event.pointerId)) go(event);
  });
  box.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const map = state.map.value;
    if (!way || !map) return;
    event.preventDefault();
    event.stopPropagation();
    board.move((way[0] ?? 0) * map.width * STEP * state.zoom.value, (way[1] ?? 0) * map.height * STEP * state.zoom.value);
  });
}
