// The rows: fields, candidates, what is shown of them, how many are decided.
const element = (row) => $("row-" + row.id);

function take(row, cell) {
  row.now[0] = row.now[0] === cell ? "" : cell;
  // a decision names its sighting; what a person typed stays
  const source = row.sources[row.candidates.findIndex(([each]) => each === row.now[0])] ?? "";
  if (!row.now[1] || row.sources.includes(row.now[1])) row.now[1] = source;
  refresh(row, true);
  settled(row);
}

// Fields and marks of a row after a change.
function refresh(row, fields) {
  const item = element(row), problem = wrong(row, row.now[0]) || clash(row);
  if (fields) item.querySelectorAll("input[name]").forEach((input) => { input.value = row.now[FIELDS.indexOf(input.name)]; });
  const at = item.querySelector("input[name=at]"), said = item.querySelector(".said");
  at.setAttribute("aria-invalid", problem ? "true" : "false");
  said.textContent = problem;
  said.classList.toggle("fine", !problem);
  item.querySelectorAll(".candidate").forEach((each) => each.setAttribute("aria-pressed", String(each.dataset.cell === row.now[0])));
  item.classList.toggle("done", decided(row));
  item.classList.toggle("bad", Boolean(problem));
  item.classList.toggle("open", row.status === "open" && !decided(row) && !problem);
  item.querySelector(".state").textContent = problem ? "cannot be" : decided(row) ? "decided" : row.state;
  let old = item.querySelector(".left");
  if (row.left && !old) {
    old = made("p", "left said fine", `Typed here before the file changed: ${row.left.now.filter(Boolean).join(" · ") || "nothing"} `);
    const back = made("button", "", "Take that");
    back.type = "button";
    back.addEventListener("click", () => { row.now = row.left.now.slice(); row.left = null; refresh(row, true); settled(row); });
    old.append(back);
    item.append(old);
  } else if (!row.left && old) old.remove();
}

function settled() {
  const kept = remember();
  rows.forEach((row) => { if (row.now[0]) refresh(row, false); }); // one cell may make another impossible, or possible
  count(kept);
  drawAll();
  writeYaml();
}

function count(kept = true) {
  const open = rows.filter((row) => row.status === "open"), done = open.filter(decided);
  $("bar").max = open.length || 1;
  $("bar").value = open.length ? done.length : 1;
  const more = rows.filter((row) => row.status !== "open" && decided(row)).length;
  $("count").textContent = `${done.length} of ${open.length} decided` + (more ? `, ${more} beside` : "");
  const left = rows.filter(changed).length;
  $("unsaved").textContent = !kept ? "this browser keeps nothing: save before you leave" : left ? `${left} not in a file yet` : "";
}

// -- which rows are shown ---------------------------------------------------------------------
function shownNow() {
  const scope = document.querySelector("input[name=scope]:checked").value, side = $("side").value, formation = $("formation").value;
  const words = $("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean), open = $("undecided").checked;
  let shown = 0;
  for (const row of rows) {
    const fits = (scope === "all" || row.status === "open" || (scope === "map" && row.status !== "fixed"))
      && (!side || game.sides[row.side]?.id === side) && (!formation || row.formation === formation)
      && (!open || !decided(row)) && words.every((word) => row.text.includes(word) || row.now.some((v) => v.toLowerCase().includes(word)));
    element(row).hidden = !fits;
    shown += fits;
  }
  $("shown").textContent = `${shown} shown`;
  $("none").hidden = shown > 0;
}
const filters = document.querySelector(".filters");
filters.addEventListener("input", shownNow);
filters.addEventListener("change", shownNow);
$("n-open").textContent = rows.filter((row) => row.status === "open").length;
$("n-map").textContent = rows.filter((row) => row.status !== "fixed").length;
$("n-all").textContent = rows.length;

// -- choosing a row ---------------------------------------------------------------------------
function choose(row, scroll) {
  if (chosen) element(chosen).classList.remove("lit");
  chosen = row;
  if (row) {
    const item = element(row);
    item.hidden = false;
    item.classList.add("lit");
    if (scroll) item.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    focus([...new Set([...row.candidates.flatMap(([, hexes]) => hexes), ...standsAt(row)])]);
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
  const row = rowOf(e.target), candidate = e.target.closest(".candidate");
  if (!row) return;
  if (candidate) { if (chosen !== row) choose(row, false); take(row, candidate.dataset.cell); return; }
  if (e.target.closest(".pick, h3 button")) choose(chosen === row ? null : row, false);
});
list.addEventListener("focusin", (e) => { const row = rowOf(e.target); if (row && row !== chosen && e.target.matches("input")) choose(row, false); });
list.addEventListener("input", (e) => {
  const row = rowOf(e.target), field = FIELDS.indexOf(e.target.name);
  if (!row || field < 0) return;
  let value = e.target.value;
  if (field === 0) {
    value = value.trim();
    // ids are in capitals on most maps: qq3 is QQ3
    if (wrong(row, value) && !wrong(row, value.toUpperCase())) value = value.toUpperCase();
    if (row.control !== null) value = value.toLowerCase();
  }
  row.now[field] = value;
  refresh(row, false);
  settled();
});
list.addEventListener("change", (e) => { const row = rowOf(e.target); if (row) refresh(row, true); });

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
  const letter = LETTERS.indexOf(e.key.toUpperCase());
  if (e.key === "j") step(1);
  else if (e.key === "k") step(-1);
  else if (e.key === "/") { e.preventDefault(); $("find").focus(); }
  else if (e.key === "+" || e.key === "=") $("closer").click();
  else if (e.key === "-") $("farther").click();
  else if (e.key === "0") $("fit").click();
  else if (chosen && e.key.length === 1 && letter >= 0 && chosen.candidates[letter]) take(chosen, chosen.candidates[letter][0]);
});
