// Ghosts of where each was and will be, where it stands now, and the candidates of the row that is chosen.
let chosen = null, stacks = new Map(), spot = -1;
const ways = $("ties"), scene = $("scene");
const OFFSET = { was: [-0.14, 0.12], will: [0.14, -0.12], now: [0, 0] };
const LETTERS = "ABCDEFGH";

function wanted(row) { return row.status !== "fixed" || $("show-later").checked || row.decided; }

function layer(name, where) {
  const group = $(name);
  group.textContent = "";
  if (!$("show-" + name).checked) { group.dataset.empty = "1"; return; }
  const found = new Map();
  for (const row of rows) {
    if (!wanted(row)) continue;
    for (const hex of where(row)) {
      if (!found.has(hex)) found.set(hex, []);
      found.get(hex).push(row);
    }
  }
  const edge = game.edge * (name === "now" ? 0.9 : 0.74), [dx, dy] = OFFSET[name], step = game.size * 0.06;
  for (const [hex, there] of found) {
    const [x, y] = centre(hex), drawn = there.slice(-3);
    drawn.forEach((row, n) => {
      const shift = (n - (drawn.length - 1) / 2) * step;
      counterAt(group, row, x + dx * game.size + shift - edge / 2, y + dy * game.size - shift - edge / 2, edge, name);
    });
    // one that is chosen is drawn whatever lies upon it
    if (chosen && there.includes(chosen) && !drawn.includes(chosen)) counterAt(group, chosen, x + dx * game.size - edge / 2, y + dy * game.size - edge / 2, edge, name);
    if (there.length > 1) {
      const made = draw("g", { class: (name === "now" ? "now" : "ghost") + (chosen && there.includes(chosen) ? " lit" : "") }, group);
      const cx = x + dx * game.size - edge / 2, cy = y + dy * game.size + edge / 2;
      draw("circle", { class: "count", cx, cy, r: 2 }, made);
      draw("text", { class: "count-text", x: cx, y: cy + 1.05 }, made, there.length);
    }
  }
}

function counterAt(group, row, x, y, edge, name) {
  const classes = [name === "now" ? "now" : "ghost"];
  if (row === chosen) classes.push("lit");
  if (name === "now" && row.decided) classes.push("settled");
  const made = draw("g", { class: classes.join(" "), transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${(edge / game.edge).toFixed(3)})`, "data-row": row.n }, group);
  if (row.face) draw("use", { href: "#" + row.face, width: game.edge, height: game.edge }, made);
  else draw("text", { class: "count-text", x: game.edge / 2, y: game.edge / 2, style: "fill:#1a1816" }, made, row.name);
  draw("rect", { width: game.edge, height: game.edge }, made);
}

// Places whose control is decided, in the colour of the side; broken where it is as drafted.
function drawHeld() {
  const group = $("held");
  group.textContent = "";
  if (!$("show-now").checked) return;
  for (const row of rows) {
    if (row.control === null) continue;
    if (row.holder >= 0) draw("path", { class: `held of${row.holder}${row.decided ? "" : " drafted"}`, d: hexPath(row.control, 0.97) }, group);
  }
}

function middle(hexes, name) {
  const [dx, dy] = OFFSET[name], [x, y] = centre(hexes[0]);
  return [x + dx * game.size, y + dy * game.size];
}
// From where it was over where it stands to where it will be, in a bow so that ways do not hide each other.
function tie(row) {
  const stops = [];
  if (row.was.length) stops.push(middle(row.was, "was"));
  const now = row.now;
  if (now.length && now[0] !== row.was[0] && now[0] !== row.will[0]) stops.push(middle(now, "now"));
  if (row.will.length && row.will[0] !== row.was[0]) stops.push(middle(row.will, "will"));
  if (stops.length < 2 || row.marker) return "";
  let d = "M" + stops[0].map((v) => v.toFixed(1)).join(" ");
  for (let n = 1; n < stops.length; n++) {
    const [[a, b], [x, y]] = [stops[n - 1], stops[n]];
    d += `Q${((a + x) / 2 + (y - b) * 0.12).toFixed(1)} ${((b + y) / 2 - (x - a) * 0.12).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}
function drawTies() {
  ways.textContent = "";
  if (!$("show-ties").checked && !chosen) return;
  for (const row of rows) {
    if (row === chosen || !wanted(row) || !$("show-ties").checked) continue;
    const d = tie(row);
    if (d) draw("path", { class: "tie of" + row.side, d }, ways);
  }
  const d = chosen ? tie(chosen) : "";
  if (d) { draw("path", { class: "tie lit under", d }, ways); draw("path", { class: "tie lit of" + chosen.side, d }, ways); }
}

function drawPins() {
  scene.textContent = "";
  if (spot >= 0) draw("path", { class: "chosen", d: hexPath(spot, 0.97) }, scene);
  if (!chosen) return;
  const said = new Map(); // candidates in one hex share a pin
  chosen.candidates.forEach(([cell, hexes], n) => hexes.forEach((hex) => {
    if (!said.has(hex)) said.set(hex, { letters: "", cell, n, taken: false });
    const pin = said.get(hex);
    if (!pin.letters.includes(LETTERS[n])) pin.letters += LETTERS[n] || "";
    pin.taken ||= cell === chosen.at;
  }));
  const px = view[2] / (board.getBoundingClientRect().width || 1), r = Math.min(Math.max(8 * px, 2.2), game.size * 0.8);
  for (const [hex, pin] of said) {
    const [x, y] = centre(hex), made = draw("g", { class: "pin" + (pin.taken ? " taken" : "") }, scene);
    draw("path", { d: hexPath(hex, 1.04) }, made);
    const cy = y - game.size * 0.5;
    draw("circle", { cx: x, cy, r }, made);
    const text = draw("text", { x, y: cy + r * 0.42 }, made, pin.letters);
    text.style.fontSize = (r * (pin.letters.length > 1 ? 1 : 1.3)) + "px";
    draw("title", {}, made, `${pin.cell}: ${chosen.why[pin.n] || ""}`);
  }
}

function drawAll() {
  layer("was", (row) => row.was);
  layer("will", (row) => row.will);
  layer("now", (row) => row.now);
  drawHeld();
  board.classList.toggle("one", Boolean(chosen));
  drawTies();
  drawPins();
  stacks = new Map();
  for (const row of rows) if (wanted(row)) for (const hex of placesOf(row)) stacks.set(hex, []);
  drawNames(stacks);
}

// The candidates and where it stands, near enough to see what lies around them.
function focus(hexes) {
  if (!hexes.length || !$("follow").checked) return;
  const xs = hexes.map((h) => game.at[2 * h]), ys = hexes.map((h) => game.at[2 * h + 1]), pad = game.size * 2.5;
  const left = Math.min(...xs) - pad, right = Math.max(...xs) + pad, top = Math.min(...ys) - pad, bottom = Math.max(...ys) + pad;
  const near = board.getBoundingClientRect().width / 58; // hexes side by side that are large enough to read what stands in them
  const wide = Math.max(right - left, game.size * near), high = Math.max(bottom - top, game.size * near / 3);
  setView([(left + right - wide) / 2, (top + bottom - high) / 2, wide, high]);
}

// -- moving about -----------------------------------------------------------------------------
draggable(clicked);
board.addEventListener("wheel", (e) => {
  if (!e.ctrlKey && document.activeElement !== board) return; // the page scrolls; the map zooms once it is chosen
  e.preventDefault();
  zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, ...toMap(e)); drawPins();
}, { passive: false });
$("closer").addEventListener("click", () => { zoom(1 / 1.5); drawPins(); });
$("farther").addEventListener("click", () => { zoom(1.5); drawPins(); });
$("fit").addEventListener("click", () => { fitWhole(); drawPins(); });

function clicked(hex) {
  spot = hex === spot ? -1 : hex;
  const there = spot < 0 ? [] : rows.filter((row) => wanted(row) && placesOf(row).includes(spot));
  if (there.length === 1 && !chosen) choose(there[0], true);
  else drawPins();
  showHere(there);
}

function showHere(there) {
  const here = $("here");
  here.textContent = "";
  if (spot < 0) { here.append(made("p", "quiet", "Choose a hex on the map to see who was, is and will be there.")); return; }
  here.append(made("p", "", hexName(spot)));
  const list = made("ul", "here-list", "");
  for (const row of there) {
    const item = made("li", "", ""), face = document.createElementNS(NS, "svg");
    face.setAttribute("viewBox", `0 0 ${game.edge} ${game.edge}`);
    if (row.face) draw("use", { href: "#" + row.face, width: game.edge, height: game.edge }, face);
    const words = made("span", "", ""), pick = made("button", "", row.control === null ? `${row.cited} · ${row.name}` : row.cited);
    pick.type = "button";
    pick.addEventListener("click", () => choose(row, true));
    words.append(pick, document.createElement("br"));
    const when = [];
    const said = row.decided ? "decided: " : "drafted: ";
    if (row.control !== null) when.push(made("span", "", said + (game.sides[row.holder] || { name: "nobody" }).name));
    if (row.was.includes(spot)) when.push(made("span", "when-was", game.labels.was));
    if (row.now.includes(spot)) when.push(made("span", "", said + game.labels.now));
    if (row.will.includes(spot)) when.push(made("span", "when-will", game.labels.will));
    when.forEach((span, n) => words.append(n ? ", " : "", span));
    item.append(face, words);
    list.append(item);
  }
  here.append(there.length ? list : made("p", "quiet", "Nobody."));
}
function made(name, classes, text) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  element.textContent = text;
  return element;
}
