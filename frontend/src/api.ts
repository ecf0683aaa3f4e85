// What the server says and is asked, in the shapes of scenario_forge/editor. Offsets are UTF-16 code units.
import { signal } from "@preact/signals";

export interface DocumentEntry { name: string; kind: string; title: string; unsaved: boolean }

export interface GameAnswer {
  title: string; folder: string; system: string; epoch: number; errata: { printed: boolean; correcting: boolean };
  undo: string | null; redo: string | null;
  documents: DocumentEntry[];
  scenarios: { id: string; title: string }[];
  sides: { id: string; name: string }[];
  turns: { index: number; label: string }[];
}

export interface Terrain { id: string; name: string; letter: string; color: string; land: boolean }
export interface Kind { id: string; name: string; color?: string }
export interface Chain { index: number; kind: string; name: string; sides: [string, string][] }
export interface Line { index: number; kind: string; name: string; path: string[] }
export interface Place {
  /** As the map states it; without one, keys name the place by `key`, which its name gives. */
  id?: string | null; key?: string; name: string; kinds: string[]; hex: string;
  capacity?: string | null; aliases?: string[]; sides?: string[]; value?: number | null;
}
/** Hexes by their numbers in `MapAnswer.hexes`. */
export interface Area { id: string; name: string; side: string | null; hexes: number[] }
export interface MapName { index: number; name: string; kind: string; along: string[]; large?: boolean }
export interface Unit { id: string; name: string; side: string; hex: string }

export interface GridModel {
  orientation: "pointy" | "flat"; rows: number; rows_from: "south" | "north"; first_row: number;
  sheets: { id: string; name: string; columns: number; numbering: string; first_column: number }[];
}
/** What a change of the grid would do. */
export interface GridReport {
  was: [number, number]; is: [number, number]; first: string; last: string; same: boolean;
  hexes_lost: number; lost: string[]; sides_lost: number; steps_lost: number; renamed: number;
  documents: { doc: string; count: number }[];
  dangling: { doc: string; line: number; hex: string }[];
  findings: string[];
}

export interface MapAnswer {
  epoch: number; width: number; height: number;
  orientation: "pointy" | "flat"; radius: number; grid: GridModel;
  hexes: [string, number, number, string][];
  terrain: Terrain[]; hexside_kinds: Kind[]; line_kinds: Kind[]; place_kinds: Kind[];
  hexsides: Chain[]; lines: Line[]; places: Place[]; names: MapName[];
  areas: Area[];
  units: Unit[];
}

export interface Edit { from: number; to: number; insert: string }
export interface TextAnswer { doc: string; text: string; epoch: number; unsaved: boolean }
export interface Done {
  epoch: number; sentence: string; changed: { doc: string; edits: Edit[] }[];
  undo: string | null; redo: string | null; map: boolean; unsaved: string[];
  /** Whether documents were made or removed. */
  documents: boolean;
}

export interface ComponentEntry { id: string; title: string; per_scenario: boolean }
export interface ScenarioEntry { id: string; title: string }
export interface ComponentsAnswer { components: ComponentEntry[]; scenarios: ScenarioEntry[]; papers: string[] }
/** Something was printed; without pages, `why` says what keeps it from that. Sizes are in millimetres. */
export interface PreviewTold {
  job: number; epoch: number; documents: string[]; document: string; pages: [number, number][];
  why: string; errors: { code: string; message: string; doc: string; line: number }[];
}

export type Severity = "error" | "warning" | "info";
export interface Fix { title: string; changed: Record<string, Edit[]> }
export interface Finding {
  code: string; severity: Severity; message: string; hint: string | null; rule: string | null;
  /** The clause that it marks; empty for none. */
  clause: string;
  doc: string; line: number; column: number; from: number; to: number;
  hexes: string[];
  labels: { doc: string; from: number; to: number; line: number; message: string }[];
  fixes: Fix[];
}
export interface FindingsAnswer { epoch: number; complete: boolean; findings: Finding[] }
export interface AtAnswer { hex: string; places: { doc: string; from: number; to: number; line: number; label: string }[] }
export interface WhereAnswer { hexes: string[]; units: string[]; label: string }
export interface Conflict { doc: string; base: string; mine: string; theirs: string | null; removed: boolean }
export interface SaveAnswer { saved: string[]; conflicts: Conflict[]; epoch: number }
export interface RecoveryAnswer { offered: { doc: string; text: string }[]; /** Those whose file is not the one that the changes were made to. */ changed: string[]; /** Seconds since 1970. */ when: number | null }

/** The server refused: what it said, and the status. */
export class Refused extends Error {
  constructor(readonly status: number, message: string, readonly body: unknown = null) {
    super(message);
  }
}

/** Nobody answered. */
export class Lost extends Error {}

/** Questions that the server has not answered yet. Counted by `peek`, so that an effect that asks does not follow it. */
export const asking = signal(0);

async function ask(path: string, how: RequestInit): Promise<Response> {
  asking.value = asking.peek() + 1;
  try {
    return await fetch(path, how);
  } catch {
    throw new Lost(path);
  } finally {
    asking.value = asking.peek() - 1;
  }
}

async function answer<T>(response: Response): Promise<T> {
  const said = response.headers.get("Content-Type")?.includes("json") ? await response.json() : null;
  if (!response.ok) throw new Refused(response.status, said?.message ?? `${response.status} ${response.statusText}`, said);
  return said as T;
}

export async function get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return answer<T>(await ask(asked ? `${path}?${asked}` : path, { headers: { "X-Forge": "edit" } }));
}

/** Wait for the answer that is asked for last, if others are asked for meanwhile. Who asked says that it failed. */
export async function last(asked: () => Promise<unknown>): Promise<void> {
  for (let seen; seen !== asked();) {
    seen = asked();
    await seen.catch(() => undefined);
  }
}

export async function post<T>(path: string, body: object = {}): Promise<T> {
  return answer<T>(await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forge": "edit" },
    body: JSON.stringify(body),
  }));
}

export async function getSvg(path: string): Promise<SVGSVGElement> {
  const response = await ask(path, {});
  if (!response.ok) throw new Refused(response.status, response.statusText);
  const made = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  return document.importNode(made, true) as unknown as SVGSVGElement;
}

/** Exchange the token in the fragment of the first address for a cookie, and take it out of the address. */
export async function enter(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  await post("/api/enter", { token });
  history.replaceState(null, "", location.pathname + location.search);
}
