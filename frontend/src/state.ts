// What the page knows and shows: signals that panels read and tools write.
import { computed, signal } from "@preact/signals";
import type { Conflict, Finding, GameAnswer, MapAnswer, RecoveryAnswer, Severity } from "./api";
import type { Asked } from "./errata/types";
import { expected, isForeseen, type UnderWay } from "./map/expected";
import { HexGrid, sideKey } from "./map/geometry";
import type { Named, NamedPlace } from "./text/named";

export type ToolName = "select" | "brush" | "fill" | "pick" | "hexside" | "path" | "place" | "label" | "area" | "marquee";
export type LayerName = "terrain" | "grid" | "hexsides" | "lines" | "places" | "numbers" | "names" | "areas" | "front" | "errata" | "counters" | "findings";
export const LAYERS: readonly LayerName[] = ["terrain", "hexsides", "lines", "places", "names", "areas", "numbers", "grid", "front", "errata", "counters", "findings"];
export const LOCKABLE: readonly LayerName[] = ["terrain", "hexsides", "lines", "places", "names", "areas"];

export type Dialog =
  | { is: "keys" }
  | { is: "print"; leaflet?: string }
  | { is: "place"; hex: string }
  | { is: "label"; index: number | null; along: string[] }
  | { is: "area"; id: string | null }
  | { is: "grid" }
  | { is: "new-scenario"; start?: string; stop?: string }
  | { is: "date-grid" }
  | { is: "copy-scenario"; id: string }
  | { is: "remove-scenario"; id: string }
  | { is: "explain"; code: string; html: string }
  | { is: "conflict"; conflicts: Conflict[] }
  | { is: "reason"; asked: Asked }
  | { is: "places"; title: string; places: NamedPlace[] }
  | { is: "rename"; named: Named }
  | { is: "fixes"; findings: Finding[] }
  | { is: "recovery"; offer: RecoveryAnswer };

export const game = signal<GameAnswer | null>(null);
/** The map as the server told it last. */
export const toldMap = signal<MapAnswer | null>(null);
/** Changes that it does not have yet, in their order. */
export const underWay = signal<readonly UnderWay[]>([]);
/** Whether one of them, such as an undo, does to the map what only its answer will tell. */
export const unforeseen = computed(() => underWay.value.some((each) => !isForeseen(each)));
/** The map as what is under way will leave it: what is seen, and what the next change goes by. */
export const map = computed(() => (toldMap.value && grid.value ? expected(toldMap.value, underWay.value, grid.value) : null));
/** Why there is no map to show, where map.yaml is missing or cannot be read. */
export const mapless = signal("");
let lastGrid: HexGrid | null = null;
/** The hexes of the map; the same object while no hex has moved, so that nothing is drawn anew for it. */
export const grid = computed<HexGrid | null>((): HexGrid | null => {
  const told = toldMap.value;
  if (told && !lastGrid?.fits(told)) lastGrid = new HexGrid(told);
  return told ? lastGrid : null;
});
export const unsaved = signal<ReadonlySet<string>>(new Set());
export const undo = signal<string | null>(null);
export const redo = signal<string | null>(null);
export const findings = signal<readonly Finding[]>([]);
export const complete = signal(false);
export const busy = signal(0);
/** Whether keys typed in a text wait to be sent. */
export const typing = signal(false);
/** Documents in which something was typed that the server does not have. */
export const unsent = signal<readonly string[]>([]);
/** Why nothing can be changed: the server does not answer, or it is a new one that this page has not entered. */
export const away = signal<"" | "lost" | "refused">("");

export const tool = signal<ToolName>("select");
export const radius = signal(0);
export const first = signal("");
export const second = signal("");
export const sideKind = signal("");
export const lineKind = signal("");
export const lineName = signal("");
export const drawing = signal(false);
/** The area that the area tool changes. */
export const areaId = signal("");
/** Hexes of the selection, by number. */
export const selection = signal<ReadonlySet<number>>(new Set());
export const lasso = signal(false);
export const shown = signal<ReadonlySet<LayerName>>(new Set(LAYERS.filter((each) => each !== "areas" && each !== "errata")));
export const locked = signal<ReadonlySet<LayerName>>(new Set());

/** The hex cursor, and the hex below the pointer. */
export const cursor = signal("");
export const pointed = signal("");
/** Hexes that the text at its cursor is about. */
export const spoken = signal<readonly string[]>([]);
export const zoom = signal(1);
/** The part of the map that the window shows, in the map's own pixels. */
export const seen = signal({ left: 0, top: 0, width: 0, height: 0 });
/** Takes the next hex that is clicked, or that Enter is pressed at, instead of the tool in hand. */
export const picking = signal<((hex: string) => void) | null>(null);

export type PaneName = "text" | "table" | "form" | "rules" | "preview" | "play" | "compare" | "decide";
/** Views that show the document that is chosen: they stay when another is chosen. */
export const OF_DOCUMENT: ReadonlySet<PaneName> = new Set(["text", "table", "form"]);
/** What the pane on the right shows. */
export const pane = signal<PaneName>("text");
/** Whether it takes the map's place too. */
export const wide = signal(false);
/** The last thing the author did: an intent, "undo", "redo" or "fix"; and how many there were. */
export const did = signal({ name: "", times: 0 });
/** Note that the author did something. */
export function note(name: string): void {
  did.value = { name, times: did.peek().times + 1 };
}
/** Counts the changes of the texts that this page knows of. */
export const changes = signal(0);
/** The documents of the last change; null where any may have changed. */
export const touched = signal<readonly string[] | null>([]);

export const doc = signal("");
export const at = signal<{ hex: string; places: { doc: string; from: number; to: number; line: number; label: string }[] } | null>(null);

export const severities = signal<ReadonlySet<Severity>>(new Set(["error", "warning", "info"]));
export const ofDocument = signal("");
export const chosenFinding = signal<Finding | null>(null);

/** Whether two answers list the same finding: slow checks bring anew what quick ones found. */
export function isSame(one: Finding | null, other: Finding): boolean {
  return one !== null && one.code === other.code && one.doc === other.doc && one.message === other.message && one.from === other.from;
}

export const listed = computed(() =>
  findings.value.filter((each) => severities.value.has(each.severity) && (ofDocument.value === "" || each.doc === ofDocument.value)),
);

export const dialog = signal<Dialog | null>(null);
/** What becomes of the uses of a name that is changed. */
export type Uses = "ask" | "all" | "here";
export interface NamedElsewhere { old: string; new: string; uses: number; files: number }
/** A new name that waits until the author says what becomes of its uses; above any dialog. */
export const renaming = signal<(NamedElsewhere & { answer: (uses: Uses | null) => void }) | null>(null);
export const searching = signal(false);
/** What went wrong, by a message that goes once it is settled. */
export type Trouble = "act" | "server" | "layer" | "check" | "save";
/** The last thing that happened, in the foot of the page and for screen readers. */
export const said = signal<{ text: string; bad: boolean; of: Trouble }>({ text: "", bad: false, of: "act" });
/** What the hex cursor stands on, for screen readers. */
export const announced = signal("");

export function say(text: string, bad = false, of: Trouble = "act"): void {
  said.value = { text, bad, of };
}

/** Take away the message of something that is right again; of an act, once the author goes on to the next. */
export function settle(of: Trouble): void {
  const now = said.peek();
  if (now.bad && now.of === of) say("");
}

export const findingsByHex = computed(() => {
  const found = new Map<string, Finding[]>();
  for (const each of findings.value) {
    for (const hex of each.hexes) found.set(hex, [...(found.get(hex) ?? []), each]);
  }
  return found;
});

export const placesByHex = computed(() => new Map((map.value?.places ?? []).map((place) => [place.hex, place])));

/** Names of what lies on each hexside, by its key. */
export const kindsBySide = computed(() => {
  const found = new Map<string, { kind: string; name: string }[]>();
  const known = grid.value;
  for (const chain of map.value?.hexsides ?? []) {
    for (const [a, b] of chain.sides) {
      const key = sideKey([known?.number(a) ?? -1, known?.number(b) ?? -1]);
      found.set(key, [...(found.get(key) ?? []), { kind: chain.kind, name: chain.name }]);
    }
  }
  return found;
});

export const linesByHex = computed(() => {
  const found = new Map<string, string[]>();
  for (const line of map.value?.lines ?? []) {
    const kind = map.value?.line_kinds.find((each) => each.id === line.kind)?.name ?? line.kind;
    for (const hex of line.path) {
      const there = found.get(hex) ?? [];
      const name = line.name || kind;
      if (!there.includes(name)) found.set(hex, [...there, name]);
    }
  }
  return found;
});

export function terrainAt(hex: string): string {
  const known = grid.value;
  const number = known ? known.number(hex) : -1;
  return number < 0 ? "" : (map.value?.hexes[number]?.[3] ?? "");
}

export function turnLabel(turn: number): string {
  return game.value?.turns.find((each) => each.index === turn)?.label ?? String(turn);
}

export function terrainName(id: string): string {
  return map.value?.terrain.find((each) => each.id === id)?.name ?? id;
}
