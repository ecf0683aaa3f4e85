// Where we are, and how to get elsewhere.
let now = 0, standing = standingAfter(0), before = new Standing(), stacks = stacksOf(standing), chosen = -1, timer = 0;

function go(line, quiet) {
  line = Math.min(Math.max(line, 0), game.lines.length - 1);
  before = line === now + 1 ? standing : line > 0 ? standingAfter(line - 1) : new Standing();
  standing = new Standing(before);
  standing.take(line);
  now = line;
  stacks = stacksOf(standing);
  show(quiet);
}

function show(quiet) {
  const data = game.lines[now], turn = turnOf(now), changed = new Set();
  for (let n = 0; n < data[CHANGES].length && now > 0; n += 4) changed.add(data[CHANGES][n]);
  if (changed.size > 40) changed.clear();
  drawCounters(standing, stacks, changed);
  drawNames(stacks);
  drawControl(standing);
  const looked = drawScene(now, before, standing);
  if (chosen >= 0) draw("path", { class: "chosen", d: hexPath(chosen, 0.99) }, above);
  if ($("follow").checked) follow(looked);
  $("now-by").textContent = [turnName(turn), headOf(now)].filter(Boolean).join(" — ");
  const text = [];
  if (showsDie(now)) text.push(make("span", "dice", "die " + more(now).die));
  text.push(data[TEXT]);
  if (data[CLAUSE] >= 0) text.push(" ", clauseButton(data[CLAUSE]));
  $("now-text").replaceChildren(...text);
  listLines(turn, asked());
  markRow(now);
  showScore(standing, turn);
  showStatus(standing, before);
  $("result").textContent = now === game.lines.length - 1 ? resultText() : "";
  showAway(standing, stacks);
  if (chosen >= 0) showHere(chosen, standing, stacks);
  showTime(turn);
  drawCurve(turn);
  if (!quiet) note();
}

function showTime(turn) {
  const first = turns[turn][0], count = lastLine(turn) - first + 1;
  $("turn").value = turn; $("turn-said").textContent = turnName(turn) + " (" + (turn + 1) + " of " + turns.length + ")";
  $("turn").setAttribute("aria-valuetext", turnName(turn));
  $("action").max = count - 1; $("action").value = now - first;
  $("action-said").textContent = (now - first + 1) + " of " + count;
  $("action").setAttribute("aria-valuetext", game.lines[now][TEXT]);
}

// -- links: #5/12 is the 12th action of the 5th player turn ------------------------------------
let noting = 0;
function place() { const turn = turnOf(now); return "#" + (turn + 1) + "/" + (now - turns[turn][0] + 1); }
function note() {
  clearTimeout(noting);
  noting = setTimeout(() => { try { history.replaceState(null, "", place()); } catch { /* some browsers forbid it on files */ } }, 200);
}
function fromLink() {
  const found = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash);
  if (!found) return 0;
  const turn = Math.min(Math.max(Number(found[1]) - 1, 0), turns.length - 1);
  return Math.min(turns[turn][0] + Math.max(Number(found[2] || 1) - 1, 0), lastLine(turn));
}

// -- going ------------------------------------------------------------------------------------
function goTurn(step) {
  const turn = turnOf(now), to = step < 0 && now > turns[turn][0] ? turn : turn + step;
  if (to >= turns.length) go(game.lines.length - 1); else go(turns[Math.max(0, to)][0]);
}
function playing(on) {
  clearInterval(timer); timer = 0;
  if (on) {
    if (now === game.lines.length - 1) go(0);
    timer = setInterval(() => { if (now < game.lines.length - 1) go(now + 1); else playing(false); }, Number($("speed").value));
  }
  $("play").textContent = on ? "Stop" : "Play";
  $("play").setAttribute("aria-pressed", String(on));
}
const WAYS = { home: () => go(0), end: () => go(game.lines.length - 1), "-1": () => go(now - 1), 1: () => go(now + 1), "turn-1": () => goTurn(-1), "turn+1": () => goTurn(1) };
for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => { playing(false); WAYS[button.dataset.go](); });
$("play").addEventListener("click", () => playing(!timer));
$("speed").addEventListener("change", () => { if (timer) playing(true); });
$("turn").max = turns.length - 1;
$("turn").addEventListener("input", (e) => go(turns[Number(e.target.value)][0]));
$("action").addEventListener("input", (e) => go(turns[turnOf(now)][0] + Number(e.target.value)));
$("curve").addEventListener("click", (e) => {
  const box = $("curve").getBoundingClientRect(), part = ((e.clientX - box.left) / box.width * 320 - 28) / 284;
  go(turns[Math.min(turns.length - 1, Math.max(0, Math.round(part * (scores.length - 1))))][0]);
});
$("link").addEventListener("click", () => {
  const url = location.href.split("#")[0] + place();
  const done = () => { $("link").textContent = "Copied"; setTimeout(() => { $("link").textContent = "Link"; }, 1200); };
  if (navigator.clipboard) navigator.clipboard.writeText(url).then(done, () => { location.hash = place(); });
  else location.hash = place();
});
window.addEventListener("hashchange", () => { const to = fromLink(); if (to !== now) go(to, true); });

// -- log --------------------------------------------------------------------------------------
function asked() { return $("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean); }
function filterChanged() { listLines(turnOf(now), asked()); markRow(now); }
$("filter").addEventListener("input", filterChanged);
document.addEventListener("click", (e) => {
  const clause = e.target.closest("[data-clause]"), told = e.target.closest("[data-line]");
  if (clause) showRule(Number(clause.dataset.clause));
  else if (told) { playing(false); go(Number(told.dataset.line)); }
});

// -- map --------------------------------------------------------------------------------------
draggable((hex) => {
  chosen = hex === chosen ? -1 : hex;
  show(true);
}, (hex) => { if (chosen < 0) showHere(hex, standing, stacks); });
board.addEventListener("wheel", (e) => { e.preventDefault(); zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, ...toMap(e)); }, { passive: false });
$("closer").addEventListener("click", () => zoom(1 / 1.5));
$("farther").addEventListener("click", () => zoom(1.5));
$("fit").addEventListener("click", fitWhole);
$("follow").addEventListener("change", () => show(true));
$("control").addEventListener("change", (e) => { drawControl(standing); $("map").classList.toggle("controlled", e.target.checked); });
let laidOut = false;
new ResizeObserver(() => {
  if (laidOut) setView(view);
  else startView();
}).observe(board.parentElement);

// -- keys -------------------------------------------------------------------------------------
const KEYS = {
  ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), PageUp: () => goTurn(-1), PageDown: () => goTurn(1),
  Home: () => go(0), End: () => go(game.lines.length - 1), "+": () => zoom(1 / 1.5), "=": () => zoom(1 / 1.5), "-": () => zoom(1.5), 0: fitWhole,
  f: () => $("follow").click(), c: () => $("control").click(), "/": () => $("filter").focus(), "?": () => $("keys").showModal(),
};
document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || $("keys").open) return;
  const at = e.target.tagName, typing = at === "INPUT" && e.target.type === "search", sliding = at === "INPUT" && e.target.type === "range";
  if (typing) { if (e.key === "Escape") { e.target.value = ""; filterChanged(); board.focus(); } return; }
  if (at === "SELECT" || (sliding && !e.shiftKey && e.key !== " ")) return;
  if (e.key === " ") { if (at === "BUTTON" || at === "INPUT" && !sliding || at === "A") return; e.preventDefault(); playing(!timer); return; }
  let way = KEYS[e.key];
  if (e.shiftKey && e.key === "ArrowLeft") way = KEYS.PageUp;
  if (e.shiftKey && e.key === "ArrowRight") way = KEYS.PageDown;
  if (!way) return;
  e.preventDefault();
  if (e.key !== "/" && e.key !== "?" && e.key.length > 1) playing(false);
  way();
});
$("help").addEventListener("click", () => $("keys").showModal());

// -- begin ------------------------------------------------------------------------------------
function startView() {
  laidOut = board.getBoundingClientRect().width > 0;
  // where the counters are, unless they are all over the map
  const xs = [], ys = [];
  stacks.forEach((_, place) => { if (place >= 0) { xs.push(game.at[2 * place]); ys.push(game.at[2 * place + 1]); } });
  if (!xs.length) { fitWhole(); return; }
  const pad = game.size * 3, left = Math.max(whole[0], Math.min(...xs) - pad), top = Math.max(whole[1], Math.min(...ys) - pad);
  setView([left, top, Math.min(whole[0] + whole[2], Math.max(...xs) + pad) - left, Math.min(whole[1] + whole[3], Math.max(...ys) + pad) - top]);
}
go(fromLink(), true);
startView();
if (now) show(true);
