// Words that are looked for: found where a word begins, in quotes one after the other, and marked in what is found.
import type { ComponentChildren } from "preact";

/** A pattern for each word, and for the words between quotes together; none for an empty text. */
export function patterns(text: string): RegExp[] {
  const found = [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)].map((each) => (each[1] ?? each[0]).trim()).filter((each) => each !== "");
  return found.map((each) => {
    const words = each.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`(?<![\\p{L}\\p{N}])${words.join("[^\\p{L}\\p{N}]+")}`, "giu");
  });
}

export function has(text: string, word: RegExp): boolean {
  return text.search(word) >= 0;
}

/** A text with what was looked for marked. */
export function marked(text: string, words: readonly RegExp[]): ComponentChildren {
  const hits = words.flatMap((word) => [...text.matchAll(word)].map((hit): [number, number] => [hit.index, hit.index + hit[0].length])).sort((a, b) => a[0] - b[0]);
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const [from, to] of hits) {
    if (from < end) continue;
    parts.push(text.slice(end, from), <mark>{text.slice(from, to)}</mark>);
    end = to;
  }
  return [...parts, text.slice(end)];
}

/** The part of a text around the first that was looked for. */
export function around(text: string, words: readonly RegExp[], room: number): string {
  const first = Math.min(...words.map((word) => text.search(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length || first < room / 2 ? 0 : text.lastIndexOf(" ", first - room / 4) + 1;
  const part = text.slice(from, from + room);
  return `${from > 0 ? "…" : ""}${part}${from + room < text.length ? "…" : ""}`;
}
