// What the text shows: the document that the author chose last, and the place in it.
import { get, type TextAnswer } from "./api";
import { epoch, inTurn, listeners, texts } from "./queue";
import * as state from "./state";
import type { OpenText } from "./text/texts";

let acts = 0;
/**
 * Note that the author did something that the text follows, or went on in the text; says later whether it was the last.
 * The answer to what came before leaves the text where the author is by then.
 */
export function acted(): () => boolean {
  const mine = ++acts;
  state.settle("act");
  return () => mine === acts;
}

let opening = 0;
/** The document that was asked for last; its text may be on its way. */
let chosen = "";
/** Show the document that the author chose; null where another was asked for meanwhile. */
export async function openText(name: string): Promise<OpenText | null> {
  acted();
  return open(name);
}

export async function open(name: string): Promise<OpenText | null> {
  if (name === "") return null;
  const mine = ++opening;
  chosen = name;
  const text = await fetchText(name).catch((failed: unknown) => {
    if (mine === opening) chosen = state.doc.value;
    throw failed;
  });
  if (mine !== opening) return null;
  state.doc.value = name;
  return text;
}

/** A text as it is after the changes that this page knows of: those that follow are merged into it. Not for work in turn. */
export async function fetchText(name: string): Promise<OpenText> {
  const open = texts.open.get(name);
  if (open) return open;
  const read = (): Promise<TextAnswer> => get("/api/text", { doc: name });
  const added = ({ text }: TextAnswer): OpenText => texts.open.get(name) ?? texts.add(name, text);
  const answer = await read();
  // it may have a change already that is under way, and would be merged into it again
  return answer.epoch === epoch ? added(answer) : inTurn(async () => added(await read()));
}

/** Show the place in a text that the author chose. */
export async function reveal(doc: string, from: number, to: number, focus = false): Promise<void> {
  acted();
  await show(doc, from, to, focus);
}

export async function show(doc: string, from: number, to: number, focus = false): Promise<void> {
  const text = await open(doc);
  if (text) listeners.reveal(doc, Math.min(from, text.state.doc.length), Math.min(to, text.state.doc.length), focus);
}

/** The document that the author chose last, for what would show a different one late. */
export function chosenDocument(): string {
  return chosen;
}

let asked = 0;
/** Say and show where the files speak of a hex. */
export async function showHex(hex: string): Promise<void> {
  const mine = ++asked, isLast = acted();
  const answer = await get("/api/at", { hex }).catch(() => null);
  if (!answer || mine !== asked) return;
  state.at.value = answer;
  if (!isLast()) return;
  const place = answer.places.find((each) => each.doc === chosen) ?? answer.places[0];
  if (place) await show(place.doc, place.from, place.to);
}
