// What errata are, as the server says it and as their form asks for it.

/** A plain value of a file. */
export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };
export interface Place { doc: string; from: number; to: number; line: number }
export interface Erratum {
  id: string; number: string; status: string; by: string; at: string; paper: string;
  printed: Plain; corrected: Plain; why: string; source: string; date: string;
  /** Why it is not applied, empty where it may be. */
  problem: string;
  shown: boolean;
  list: Place | null; target: Place | null; hexes: string[];
}
export interface ErrataAnswer { epoch: number; printed: boolean; correcting: boolean; errata: Erratum[]; unread: string[]; hexes: Record<string, string[]> }
/** A printed value that is to be corrected. */
export interface Corrected { doc: string; at: string; paper: string; printed: Plain; new: Plain }
export interface Said { id: string; corrected: Plain; why: string; source: string; by: By }
export type By = "publisher" | "designer" | "editor" | "us";
export interface Reason { why: string; source: string; by: By }
export interface ValueAnswer extends Corrected, Pick<Place, "from" | "to"> { path: (string | number)[]; erratum: Said | null }
export interface Trial { id: string; applied: boolean; resolves: string[]; causes: string[]; scenarios: string[] }

/** What the form of a reason asks about, and what is done once it is given; with `path`, the new value is typed there. */
export interface Asked {
  values: Corrected[];
  erratum: Said | null;
  path?: (string | number)[];
  offered?: string[];
  again: (reason: Reason, text: string) => Promise<boolean>;
}
