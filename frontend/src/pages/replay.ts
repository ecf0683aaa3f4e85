// The page on which a game is watched: the map and its counters at any line of the log, and how to get elsewhere.
import { drawn } from "../map/drawn";
import { drawScene, drawWay } from "../map/scene";
import { drawCounter, drawStack, PART } from "../map/stack";
import { $ } from "./dom";
import { changedIn, firstLine, game, last, lastLine, more, stacksOf, Standing, standingAfter, textOf, turnName, turnOf, turns } from "./replay-log";
import { listLines, lookOfPiece, showAway, showHere, showNow, showRule, showScore, showStatus, turnAt } from "./replay-panels";
import { Table } from "./table";

/** Pieces that change at once, above which none of them is pointed out. */
const MANY = 40;

const table = new Table(game);
const checked = (id: string): boolean => $<HTMLInputElement>(id).checked;
let now = 0, standing = standingAfter(0), before = new Standing(), stacks = stacksOf(standing), chosen = -1, timer = 0;

function go(line: number, quiet = false): void {
  const to = Math.min(Math.max(line, 0), last);
  before = to === now + 1 ? standing : to > 0 ? standingAfter(to - 1) : new Standing();
  standing = new Standing(before);
  standing.take(to);
  now = to;
  stacks = stacksOf(standing);
  show(quiet);
}

function show(quiet = false): void {
  const turn = turnOf(now), changed = now > 0 ? changedIn(now) : [];
  drawCounters(new Set(changed.length > MANY ? [] : changed));
  table.keepFree([...stacks.keys()].filter((place) => place >= 0));
  drawControl();
  const looked = drawLine(changed);
  if (checked("follow") && looked.length) table.follow(looked);
  showNow(now);
  listLines(now);
  showScore(standing, turn);
  showStatus(standing, before);
  showAway(standing, stacks);
  if (chosen >= 0) here(chosen);
  else drawArcs(-1);
  showTime(turn);
  if (!quiet) note();
}

function here(hex: number): void {
  if (hex >= 0) showHere(table.hexName(hex), standing.control[hex] ?? 0, stacks.get(hex) ?? [], standing);
  drawArcs(hex);
}

/** Draw the hexes in front of the pieces in a hex, by the ways that they face. */
function drawArcs(hex: number): void {
  const marks = (stacks.get(hex) ?? []).flatMap((piece) => standing.marksOf(piece));
  const front = new Set(marks.flatMap((mark) => game.arcs[mark]?.[hex] ?? []));
  table.below.replaceChildren();
  if (front.size) drawn("path", { class: "arc", d: [...front].map((at) => table.grid.outline(at, 0.93)).join("") }, table.below);
}

// -- on the map ------------------------------------------------------------------------------------

const there = new Map<number, { looks: string; element: Element }>();

/** Draw the stacks; nothing is drawn anew that did not change. */
function drawCounters(changed: ReadonlySet<number>): void {
  for (const [place, { element }] of there) {
    if (stacks.has(place)) continue;
    element.remove();
    there.delete(place);
  }
  const side = table.grid.radius * PART;
  for (const [place, pieces] of stacks) {
    if (place < 0) continue;
    const looks = pieces.map((piece) => [piece, standing.strength[piece], standing.marks[piece], changed.has(piece)].join()).join(";");
    if (there.get(place)?.looks === looks) continue;
    there.get(place)?.element.remove();
    const element = drawn("g", { class: "stack", "data-place": place }, table.counters);
    drawStack(pieces, table.grid.centre(place), side, element, (piece, at) =>
      drawCounter(lookOfPiece(piece, standing), at, side, element, { class: changed.has(piece) ? "counter changed" : "counter", "data-piece": piece }));
    there.set(place, { looks, element });
  }
}

/** Draw what the line tells of; gives the hexes to look at. */
function drawLine(changed: readonly number[]): number[] {
  const { kind = "", at = [], die = "" } = more(now), looked = at.filter((hex) => hex >= 0), many = changed.length > MANY;
  const way = kind === "move" && looked.length > 1;
  table.scene.replaceChildren();
  if (looked.length) drawScene({ kind, hexes: looked, die: "" }, table.grid, table.scene);
  for (const piece of many ? [] : changed) {
    const from = before.place[piece] ?? -1, to = standing.place[piece] ?? -1;
    if (to >= 0 && !looked.includes(to)) looked.push(to);
    if (from >= 0 && to >= 0 && from !== to && !way) drawWay([from, to], table.grid, table.scene, true);
    if (from >= 0 && to < 0) {
      drawScene({ kind: "", hexes: [from], die: "" }, table.grid, table.scene);
      looked.push(from);
    }
  }
  const end = looked[looked.length - 1];
  if (die && end !== undefined) drawScene({ kind: "die", hexes: [end], die }, table.grid, table.scene);
  if (chosen >= 0) drawn("path", { class: "chosen", d: table.grid.outline(chosen, 0.99) }, table.scene);
  return many ? [] : looked;
}

const shownControl = new Int8Array(game.ids.length);

function drawControl(): void {
  if (!checked("control")) return;
  standing.control.forEach((value, hex) => {
    const element = shownControl[hex] === value ? null : document.getElementById(`hex-${table.grid.id(hex)}`);
    if (!element) return;
    element.classList.remove(`k${shownControl[hex]}`);
    if (value) element.classList.add(`k${value}`);
    shownControl[hex] = value;
  });
}

// -- time ------------------------------------------------------------------------------------------

function showTime(turn: number): void {
  const first = firstLine(turn), count = lastLine(turn) - first + 1;
  const slide = (id: string, value: number, most: number, said: string, words: string): void => {
    const slider = $<HTMLInputElement>(id);
    slider.max = String(most);
    slider.value = String(value);
    slider.setAttribute("aria-valuetext", words);
    $(`${id}-said`).textContent = said;
  };
  slide("turn", turn, turns.length - 1, `${turnName(turn)} (${turn + 1} of ${turns.length})`, turnName(turn));
  slide("action", now - first, count - 1, `${now - first + 1} of ${count}`, textOf(now));
}

/** The link to this moment: #5/12 is the 12th action of the 5th player turn. */
function place(): string {
  const turn = turnOf(now);
  return `#${turn + 1}/${now - firstLine(turn) + 1}`;
}

let noting = 0;
function note(): void {
  clearTimeout(noting);
  noting = window.setTimeout(() => {
    try {
      history.replaceState(null, "", place());
    } catch {
      // some browsers forbid it on files
    }
  }, 200);
}

function fromLink(): number {
  const found = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash);
  if (!found) return 0;
  const turn = Math.min(Math.max(Number(found[1]) - 1, 0), turns.length - 1);
  return Math.min(firstLine(turn) + Math.max(Number(found[2] ?? 1) - 1, 0), lastLine(turn));
}

function goTurn(step: number): void {
  const turn = turnOf(now), to = step < 0 && now > firstLine(turn) ? turn : turn + step;
  go(to >= turns.length ? last : firstLine(Math.max(0, to)));
}

function play(on: boolean): void {
  clearInterval(timer);
  timer = 0;
  if (on) {
    if (now === last) go(0);
    timer = window.setInterval(() => (now < last ? go(now + 1) : play(false)), Number($<HTMLSelectElement>("speed").value));
  }
  $("play").textContent = on ? "Stop" : "Play";
  $("play").setAttribute("aria-pressed", String(on));
}

const WAYS: Record<string, () => void> = {
  home: () => go(0), end: () => go(last), "-1": () => go(now - 1), "1": () => go(now + 1), "turn-1": () => goTurn(-1), "turn+1": () => goTurn(1),
};
for (const each of document.querySelectorAll<HTMLElement>("[data-go]")) {
  each.addEventListener("click", () => {
    play(false);
    WAYS[each.dataset["go"] ?? ""]?.();
  });
}
$("play").addEventListener("click", () => play(timer === 0));
$("speed").addEventListener("change", () => timer && play(true));
const valueOf = (event: Event): number => Number((event.target as HTMLInputElement).value);
$("turn").addEventListener("input", (event) => go(firstLine(valueOf(event))));
$("action").addEventListener("input", (event) => go(firstLine(turnOf(now)) + valueOf(event)));
$("curve").addEventListener("click", (event) => {
  const box = $("curve").getBoundingClientRect();
  go(firstLine(turnAt((event.clientX - box.left) / box.width)));
});
$("link").addEventListener("click", () => {
  const done = (): void => {
    $("link").textContent = "Copied";
    setTimeout(() => ($("link").textContent = "Link"), 1200);
  };
  const there = (): void => void (location.hash = place());
  if (navigator.clipboard) navigator.clipboard.writeText(location.href.split("#")[0] + place()).then(done, there);
  else there();
});
window.addEventListener("hashchange", () => {
  const to = fromLink();
  if (to !== now) go(to, true);
});

// -- log, map, keys --------------------------------------------------------------------------------

$("filter").addEventListener("input", () => listLines(now));
document.addEventListener("click", ({ target }) => {
  const clause = (target as Element).closest<HTMLElement>("[data-clause]"), told = (target as Element).closest<HTMLElement>("[data-line]");
  if (clause) showRule(Number(clause.dataset["clause"]));
  else if (told) {
    play(false);
    go(Number(told.dataset["line"]));
  }
});
table.handle((hex) => {
  chosen = hex === chosen ? -1 : hex;
  show(true);
}, (hex) => {
  if (chosen < 0) here(hex);
});
$("follow").addEventListener("change", () => show(true));
$("control").addEventListener("change", () => {
  drawControl();
  $("map").classList.toggle("controlled", checked("control"));
});
$("help").addEventListener("click", () => $<HTMLDialogElement>("keys").showModal());

const press = (id: string) => (): void => $(id).click();
const KEYS: Record<string, () => void> = {
  ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), PageUp: () => goTurn(-1), PageDown: () => goTurn(1),
  Home: () => go(0), End: () => go(last), "+": press("closer"), "=": press("closer"), "-": press("farther"), "0": press("fit"),
  f: press("follow"), c: press("control"), "/": () => $("filter").focus(), "?": press("help"),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $<HTMLDialogElement>("keys").open) return;
  const at = event.target as HTMLInputElement, tag = at.tagName, sliding = tag === "INPUT" && at.type === "range";
  if (tag === "INPUT" && at.type === "search") {
    if (event.key === "Escape") {
      at.value = "";
      listLines(now);
      table.element.focus();
    }
    return;
  }
  if (tag === "SELECT" || (sliding && !event.shiftKey && event.key !== " ")) return;
  if (event.key === " ") {
    if (tag === "BUTTON" || tag === "A" || (tag === "INPUT" && !sliding)) return;
    event.preventDefault();
    play(timer === 0);
    return;
  }
  const turned = { ArrowLeft: "PageUp", ArrowRight: "PageDown" }[event.key];
  const way = KEYS[event.shiftKey && turned ? turned : event.key];
  if (!way) return;
  event.preventDefault();
  if (event.key.length > 1) play(false);
  way();
});

// -- begin -----------------------------------------------------------------------------------------

go(fromLink(), true);
// where the counters are, unless they are all over the map
table.follow([...stacks.keys()].filter((hex) => hex >= 0));
if (now) show(true);
