// Two versions of a text side by side: the lines that differ, each with the line before and after it.

export interface Row {
  /** Of the line in the first text; none for a line that only the second has. */
  number: number | null;
  mine: string;
  theirs: string;
}

/** Lines of the tables that the comparison may take; beyond that, lines are compared one by one. */
const MOST = 4_000_000;

export function compared(mine: string, theirs: string): Row[] {
  const a = mine.split("\n"), b = theirs.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  if (head === a.length && head === b.length) return [];
  const rows: Row[] = [];
  for (let n = Math.max(0, head - 1); n < head; n++) rows.push({ number: n + 1, mine: a[n] ?? "", theirs: a[n] ?? "" });
  rows.push(...paired(a.slice(head, a.length - tail), b.slice(head, b.length - tail), head));
  const after = a.length - tail;
  if (tail > 0) rows.push({ number: after + 1, mine: a[after] ?? "", theirs: a[after] ?? "" });
  const near = (n: number): boolean => [n - 1, n, n + 1].some((each) => rows[each] !== undefined && rows[each].mine !== rows[each].theirs);
  return rows.flatMap((row, n) => (near(n) ? [row] : near(n - 1) ? [{ number: null, mine: "…", theirs: "…" }] : []));
}

/** Lines of both texts in order; those of the longest common sequence stand beside each other. */
function paired(a: readonly string[], b: readonly string[], before: number): Row[] {
  const wide = b.length + 1;
  if (a.length * b.length > MOST || a.length === b.length) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, n) => ({
      number: n < a.length ? before + n + 1 : null, mine: a[n] ?? "", theirs: b[n] ?? "",
    }));
  }
  const common = new Uint32Array((a.length + 1) * wide);
  const at = (i: number, j: number): number => common[i * wide + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * wide + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const rows: Row[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const number = before + i + 1;
    if (i < a.length && j < b.length && a[i] === b[j]) rows.push({ number, mine: a[i++] ?? "", theirs: b[j++] ?? "" });
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) rows.push({ number, mine: a[i++] ?? "", theirs: "" });
    else rows.push({ number: null, mine: "", theirs: b[j++] ?? "" });
  }
  return rows;
}
