// The rows: which are shown, and which is chosen.
const element = (row) => $("row-" + row.id);

// -- which rows are shown ---------------------------------------------------------------------
function shownNow() {
  const scope = document.querySelector("input[name=scope]:checked").value, side = $("side").value, formation = $("formation").value;
  const words = $("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean), open = $("undecided").checked;
  let shown = 0;
  for (const row of rows) {
    const fits = (scope === "all" || row.status === "open" || (scope === "map" && row.status !== "fixed"))
      && (!side || game.sides[row.side]?.id === side) && (!formation || row.formation === formation)
      && (!open || !row.decided) && words.every((word) => row.text.includes(word));
    element(row).hidden = !fits;
    shown += fits;
  }
  $("shown").textContent = `${shown} shown`;
  $("none").hidden = shown > 0;
}
const filters = document.querySelector(".filters");
filters.addEventListener("input", shownNow);
filters.addEventListener("change", shownNow);
// -- choosing a row ---------------------------------------------------------------------------
function choose(row, scroll) {
  if (chosen) element(chosen).classList.remove("lit");
  chosen = row;
  if (row) {
    const item = element(row);
    item.hidden = false;
    item.classList.add("lit");
    if (scroll) item.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    focus([...new Set([...row.candidates.flatMap(([, hexes]) => hexes), ...row.now])]);
  }
  document.querySelectorAll(".pick").forEach((pick) => pick.setAttribute("aria-pressed", String(Boolean(row) && pick.closest(".row") === element(row))));
  drawAll();
}
function step(by) {
  const shown = rows.filter((row) => !element(row).hidden);
  if (!shown.length) return;
  const at = shown.indexOf(chosen);
  choose(shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + by, 0), shown.length - 1)], true);
}

const list = $("rows");
const rowOf = (target) => { const item = target.closest(".row"); return item ? rows[Number(item.dataset.row)] : null; };
list.addEventListener("click", (e) => {
  const row = rowOf(e.target);
  if (row && e.target.closest(".pick, h3 button")) choose(chosen === row ? null : row, false);
});

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  const typing = e.target.matches("input:not([type=checkbox], [type=radio]), select, textarea");
  if (e.key === "Escape") { if (typing) e.target.blur(); else choose(null); return; }
  if (typing) return;
  const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  if (pan && e.target === board) {
    e.preventDefault();
    setView([view[0] + pan[0] * view[2] / 8, view[1] + pan[1] * view[3] / 8, view[2], view[3]]);
    drawPins();
    return;
  }
  if (e.key === "j") step(1);
  else if (e.key === "k") step(-1);
  else if (e.key === "/") { e.preventDefault(); $("find").focus(); }
  else if (e.key === "+" || e.key === "=") $("closer").click();
  else if (e.key === "-") $("farther").click();
  else if (e.key === "0") $("fit").click();
});

// -- layers, and the beginning ----------------------------------------------------------------
for (const input of document.querySelectorAll(".layers input")) {
  input.addEventListener("change", () => { layers(); drawAll(); });
}
function layers() {
  for (const path of document.querySelectorAll("#fronts [data-role]")) path.toggleAttribute("hidden", !$("front-" + path.dataset.role).checked);
  const supply = document.querySelector("input[name=supply]:checked").value;
  for (const group of document.querySelectorAll("#supply [data-role], .reaches[data-role]")) group.toggleAttribute("hidden", group.dataset.role !== supply);
}
layers();
shownNow();
let laidOut = false;
new ResizeObserver(() => {
  if (!laidOut && board.getBoundingClientRect().width) { laidOut = true; fitWhole(); } else setView(view);
  drawAll();
}).observe(board.parentElement);
fitWhole();
drawAll();
