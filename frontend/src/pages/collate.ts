// The form for a printed copy: what is ticked and written becomes the file of the copy.
import { $, dataOf } from "./dom";

type Value = string | number;
export interface Answer { at: string; ours: Value | string[]; printed: Value | string[] }
/** A part of the page that asks in its own way. */
export interface Part { asked: number; answers(): Answer[]; state(): unknown; restore(state: unknown): void }
interface Form {
  game: string; name: string; base: string; kept: object[]; names: Record<string, string[]>;
  words: { untitled: string; number: string; name: string; count: string };
}

const form = dataOf<Form>("form");
const out = $<HTMLTextAreaElement>("yaml"), who = $<HTMLInputElement>("who");
const boxes = [...document.querySelectorAll<HTMLElement>(".v")].map((box) => ({
  at: box.dataset["at"] ?? "", ours: JSON.parse(box.dataset["ours"] ?? "0") as Value,
  tick: box.querySelector("[type=checkbox]") as HTMLInputElement, field: box.querySelector("[type=text]") as HTMLInputElement, row: box.closest("tr"),
}));
type Box = (typeof boxes)[number];
const extra: Part[] = [];

/** One value: undefined where nothing is said, null where what is written cannot be one of its kind. */
function read({ at, ours, tick, field }: Box): Value | null | undefined {
  const text = field.value.trim(), names = at.startsWith("counters.units") ? form.names[at.split(".").pop() ?? ""] : undefined;
  const unknown = text !== "" && names !== undefined && !names.includes(text);
  const wrong = unknown || (text !== "" && typeof ours === "number" && !/^-?\d+$/.test(text));
  field.classList.toggle("wrong", wrong);
  field.title = unknown ? form.words.name.replace("{names}", names.join(", ")) : wrong ? form.words.number : "";
  if (wrong) return null;
  if (text === "") return tick.checked ? ours : undefined;
  return typeof ours === "number" ? Number(text) : text;
}

function make(): void {
  const printed = new Map(boxes.map((box) => [box, read(box)]));
  for (const row of document.querySelectorAll("tr[data-row]")) {
    row.classList.toggle("done", boxes.every((box) => box.row !== row || (printed.get(box) ?? null) !== null));
  }
  const found: Answer[] = boxes.flatMap((box) => {
    const value = printed.get(box) ?? null;
    return value === null ? [] : [{ at: box.at, ours: box.ours, printed: value }];
  });
  found.push(...extra.flatMap((part) => part.answers()));
  const line = ({ at, ours, printed: value }: Answer): string => `  - {at: ${JSON.stringify(at)}, ours: ${JSON.stringify(ours)}, printed: ${JSON.stringify(value)}}\n`;
  const every = found.map(line).join("") + form.kept.map((each) => `  - ${JSON.stringify(each)}\n`).join("");
  out.value = `basis: printed\n\ntitle: ${JSON.stringify(who.value.trim() || form.words.untitled)}\n\nanswers:${every ? `\n${every}` : " []\n"}`;
  const asked = boxes.length + extra.reduce((sum, part) => sum + part.asked, 0);
  $("count").textContent = form.words.count.replace("{count}", String(found.length)).replace("{all}", String(asked));
}

// What was ticked and not yet saved comes back, unless the file of the copy has changed since.
// By where the page lies too: two folders of one game have a page each, and browsers keep one store for all files.
const shelf = ["forge-collate", form.game, form.name, location.pathname].join(":");
interface Kept { base: string; who: string; values: Record<string, [boolean, string]>; extra: unknown[] }

function remember(): void {
  const said = boxes.filter(({ tick, field }) => tick.checked || field.value);
  const values = Object.fromEntries(said.map(({ at, tick, field }) => [at, [tick.checked, field.value]]));
  try {
    localStorage.setItem(shelf, JSON.stringify({ base: form.base, who: who.value, values, extra: extra.map((part) => part.state()) }));
  } catch {
    // the page works without
  }
}

function recall(): void {
  let kept: Kept | null = null;
  try {
    kept = JSON.parse(localStorage.getItem(shelf) ?? "null") as Kept | null;
  } catch {
    // the page works without
  }
  if (kept?.base !== form.base) return;
  who.value = kept.who;
  for (const { at, tick, field } of boxes) [tick.checked, field.value] = kept.values[at] ?? [false, ""];
  extra.forEach((part, n) => kept.extra[n] && part.restore(kept.extra[n]));
}

function changed(): void {
  make();
  remember();
}

document.addEventListener("input", changed);
for (const button of document.querySelectorAll(".all")) {
  button.addEventListener("click", () => {
    for (const box of boxes) if (box.row === button.closest("tr")) box.tick.checked = true;
    changed();
  });
}
$("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([out.value], { type: "text/yaml" }));
  link.download = `${form.name}.yaml`;
  link.click();
});

/** Begin, with what other parts of the page ask. */
export function begin(...parts: ((changed: () => void) => Part)[]): void {
  extra.push(...parts.map((part) => part(changed)));
  recall();
  make();
}
