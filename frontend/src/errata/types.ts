// What the form of an erratum asks for.
import type { Corrected, ErratumSaid, Reason } from "../api";

export type By = ErratumSaid["by"];

/** What the form of a reason asks about, and what is done once it is given; with `path`, the new value is typed there. */
export interface Asked {
  values: Corrected[];
  erratum: ErratumSaid | null;
  path?: (string | number)[];
  offered?: string[];
  again: (reason: Reason, text: string) => Promise<boolean>;
}
