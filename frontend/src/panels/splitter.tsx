// The bars at the edges of panes: dragged, or moved by arrow keys; where they stand is remembered in this browser.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../words/en";

const STEP = 24;

interface SplitterProps {
  /** The custom property of the page that it sets, in pixels. */
  of: "--text-width" | "--findings-height";
  least: number;
}

export function Splitter({ of, least }: SplitterProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const upright = of === "--text-width";
  // its pane lies to the right of the bar, or below it, and so grows against the direction of the pointer
  const size = (): number => {
    const box = element.current?.parentElement?.getBoundingClientRect();
    return box ? (upright ? box.width : box.height) : 0;
  };
  const set = (pixels: number): void => {
    const most = (upright ? window.innerWidth : window.innerHeight) * 0.6;
    const kept = Math.round(Math.min(most, Math.max(least, pixels)));
    document.documentElement.style.setProperty(of, `${kept}px`);
    element.current?.setAttribute("aria-valuenow", String(kept));
    localStorage.setItem(of, String(kept));
  };
  useEffect(() => {
    const kept = Number(localStorage.getItem(of));
    if (kept > 0) set(kept);
    else element.current?.setAttribute("aria-valuenow", String(Math.round(size())));
  }, []);
  const drag = (event: PointerEvent): void => {
    const began = upright ? event.clientX : event.clientY, was = size();
    const bar = event.currentTarget as HTMLElement;
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (now) => set(was + began - (upright ? now.clientX : now.clientY));
    bar.onpointerup = () => (bar.onpointermove = null);
  };
  const key = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(size() + by * STEP);
  };
  return (
    <div
      ref={element}
      class={`splitter ${upright ? "upright" : ""}`}
      role="separator"
      tabIndex={0}
      aria-orientation={upright ? "vertical" : "horizontal"}
      aria-label={upright ? words.resizeText : words.resizeFindings}
      aria-valuemin={least}
      aria-valuenow={least}
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
