// Line drawings of the tools and buttons, 20 by 20.
import type { JSX } from "preact";

const PATHS = {
  select: "M5 3l10 8-4.6.7L13 17l-2 .9-2.5-5.2L5 16z",
  brush: "M16.5 3.5l-7 7M9.5 10.5c-2-.6-3.7.5-4 2.400-.2 1.600-.8 2.500-2 3 3 .9 7 .3 7.400-3 .1-1-.4-1.900-1.400-2.400z",
  fill: "M8 3l7 7-6 6-6-6zM3.500 10h11M17 12.500c1 1.600 1.500 2.300 1.500 3a1.500 1.500 0 0 1-3 0c0-.7.5-1.400 1.500-3z",
  pick: "M12 5l3 3M3 17l1-4 7.500-7.500 3 3L7 16zM12.500 4.500l1.500-1.500 3 3-1.500 1.500",
  hexside: "M6 3.500h8l4 6.500-4 6.500H6L2 10zM2 10l4 6.500h8",
  path: "M3 17c5-1 2-7 7-7s2-6 7-7M3 17v.01M17 3v.01",
  place: "M10 18s-5-5.200-5-9a5 5 0 0 1 10 0c0 3.800-5 9-5 9zM10 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  label: "M3 14l4-9 4 9M4.300 11h5.400M12 14c3-1 5-4 5-8M12 17h5",
  area: "M4 5l5-2 7 3 1 6-5 5-7-2-2-5zM7 8l3-1 3 2 0 3-3 1-3-2z",
  marquee: "M3 3h3M8.500 3h3M14 3h3v3M17 8.500v3M17 14v3h-3M11.500 17h-3M6 17H3v-3M3 11.500v-3M3 6V3",
  undo: "M8 5L4 9l4 4M4 9h8a4 4 0 0 1 0 8h-2",
  redo: "M12 5l4 4-4 4M16 9H8a4 4 0 0 0 0 8h2",
  save: "M4 3h10l3 3v11H3V4zM6 3v4h7V3M6 17v-6h8v6",
  print: "M6 8V3h8v5M6 14H3V8h14v6h-3M6 12h8v5H6z",
  search: "M9 14A5 5 0 1 0 9 4a5 5 0 0 0 0 10zM13 13l4 4",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  wide: "M3 5v10M17 5v10M6 10h8M8.500 7.500L6 10l2.500 2.500M11.500 7.500L14 10l-2.500 2.500",
  narrow: "M2 10h6M5.500 7.500L8 10l-2.500 2.500M18 10h-6M14.500 7.500L12 10l2.500 2.500M10 4v12",
  eye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  noEye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM4 17L16 3",
  locked: "M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3",
  open: "M5 9h10v8H5zM7 9V6a3 3 0 0 1 5.800-1",
  swap: "M5 7h10l-3-3M15 13H5l3 3",
  error: "M7 2.500h6l4.500 4.500v6L13 17.500H7L2.500 13V7zM10 6v5M10 13.500v.01",
  warning: "M10 3l8 14H2zM10 8v4M10 14.500v.01",
  info: "M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM10 9v5M10 6.200v.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
