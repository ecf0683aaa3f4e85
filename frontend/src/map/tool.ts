// What a tool of the map does, and where it is used.
import type { Point } from "./geometry";

export interface Hit {
  point: Point;
  hex: number;
  /** Alt is held. */
  alt: boolean;
  /** The right button. */
  second: boolean;
  /** Shift is held. */
  shift?: boolean;
}

export interface Tool {
  press(hit: Hit): void;
  drag?(hit: Hit): void;
  release?(): void;
  hover?(hit: Hit | null): void;
  /** Enter at the hex cursor; `way` is the hexside that it is turned to, `second` that Shift is held. */
  apply(hex: number, way: number, second: boolean): void;
  /** Escape, or the next tool. */
  end?(): void;
  back?(): void;
}
