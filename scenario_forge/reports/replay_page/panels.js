// Log, score, what stands where.
function make(name, cls, text) {
  const made = document.createElement(name);
  if (cls) made.className = cls;
  if (text !== undefined) made.textContent = text;
  return made;
}
const MOST_FOUND = 400;
let listed = "", rows = new Map();

function rowOf(line) {
  const data = game.lines[line], row = make("li", "row"), told = make("button", "told" + (data[BY] >= 0 ? " of" + data[BY] : ""));
  told.type = "button"; told.dataset.line = line;
  if (showsDie(line)) told.append(make("span", "dice", "die " + more(line).die));
  told.append(data[TEXT]);
  row.append(told);
  if (data[CLAUSE] >= 0) row.append(clauseButton(data[CLAUSE]));
  rows.set(line, row);
  return row;
}
// Where the words do not say the die themselves.
function showsDie(line) { return more(line).die && !/\bdie /.test(game.lines[line][TEXT]); }
function clauseButton(number) {
  const [id, rule, title, text] = game.clauses[number], made = make("button", "clause", "§" + id);
  made.type = "button"; made.dataset.clause = number;
  made.title = title ? `${rule}: ${title}. ${text}` : id;
  made.setAttribute("aria-label", "Clause " + id + (title ? ": " + title : ""));
  return made;
}
function headOf(line) {
  const data = game.lines[line], said = data[STEP] >= 0 ? game.steps[data[STEP]] : "";
  const who = data[BY] === -1 ? "" : sideName(data[BY]);
  return [who, said].filter(Boolean).join(": ");
}
function fits(line, asked) {
  const data = game.lines[line], clause = data[CLAUSE] >= 0 ? game.clauses[data[CLAUSE]][0] : "";
  return asked.every((word) => word[0] === "§" ? clause === word.slice(1) : data[TEXT].toLowerCase().includes(word));
}
// A quoted or plain word each; §6.15 asks for a clause.
function listLines(turn, asked) {
  const key = asked.length ? "?" + asked.join(" ") : String(turn);
  if (key === listed) return;
  listed = key; rows = new Map();
  const list = $("lines"), made = document.createDocumentFragment();
  let head = "", count = 0;
  const first = asked.length ? 0 : turns[turn][0], last = asked.length ? game.lines.length - 1 : lastLine(turn);
  for (let line = first; line <= last; line++) {
    if (asked.length && !fits(line, asked)) continue;
    count++;
    if (count > MOST_FOUND && asked.length) continue;
    const said = asked.length ? turnName(turnOf(line)) : headOf(line);
    if (said && said !== head) { made.append(make("li", "head", said)); }
    head = said;
    made.append(rowOf(line));
  }
  list.replaceChildren(made);
  $("found").textContent = asked.length ? count + (count === 1 ? " line" : " lines") + (count > MOST_FOUND ? ", the first " + MOST_FOUND + " shown" : "") : "";
}
function markRow(line) {
  const before = document.querySelector(".now-row"), row = rows.get(line), list = $("lines");
  if (before) { before.classList.remove("now-row"); before.firstChild.removeAttribute("aria-current"); }
  if (!row) return;
  row.classList.add("now-row");
  row.firstChild.setAttribute("aria-current", "step");
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
}
function showRule(number) {
  const [id, rule, title, text] = game.clauses[number], card = $("rule");
  const only = make("button", "", "Only these lines"), close = make("button", "", "Close");
  only.type = close.type = "button";
  only.addEventListener("click", () => { $("filter").value = "§" + id; filterChanged(); });
  close.addEventListener("click", () => { card.hidden = true; });
  const buttons = make("p", "buttons"); buttons.append(only, close);
  card.replaceChildren(make("h2", "", "§" + id + (rule ? " · " + rule : "")), make("p", "rule-title", title), make("p", "", text || "The rulebook has no words for it."), buttons);
  card.hidden = false;
}

function pieceRow(piece, standing, list) {
  const row = game.pieces[piece], edge = game.edge, picture = draw("svg", { viewBox: `-0.3 -0.3 ${edge + 0.6} ${edge + 0.6}`, "aria-hidden": "true" });
  drawCounter(picture, piece, standing, 0, 0, false);
  const said = make("li"), strength = standing.strength[piece], details = [];
  said.append(row[NAME]);
  if (strength >= 0) details.push("strength " + strength + (row[FULL] >= 0 && row[FULL] !== strength ? " of " + row[FULL] : ""));
  details.push(...marksOf(standing.marks[piece]));
  if (details.length) said.append(make("small", "", details.join(", ")));
  const cell = make("li"); cell.append(picture);
  list.append(cell, said);
}
function stackList(pieces, standing) {
  const list = make("ul", "stacked");
  for (const piece of pieces.slice().reverse()) pieceRow(piece, standing, list);
  return list;
}
function showHere(hex, standing, stacks) {
  const here = $("here");
  if (hex < 0) return;
  const made = [make("p", "rule-title", hexName(hex))], held = standing.control[hex];
  if (held) { const p = make("p", "of" + (held - 1)); p.append(make("span", "swatch"), sideName(held - 1) + " controls it"); made.push(p); }
  const pieces = stacks.get(hex) || [];
  made.push(pieces.length ? stackList(pieces, standing) : make("p", "quiet", "Nothing stands here."));
  here.replaceChildren(...made);
}
function showAway(standing, stacks) {
  const made = [];
  game.boxes.forEach((name, n) => {
    const pieces = stacks.get(-2 - n) || [];
    made.push(make("p", "rule-title", name + (pieces.length ? "" : ": empty")));
    if (pieces.length) made.push(stackList(pieces, standing));
  });
  $("away-card").hidden = !game.boxes.length;
  $("away").replaceChildren(...made);
}
function showScore(standing, turn) {
  $("score").replaceChildren(...game.sides.map((side, n) => {
    const item = make("li", "of" + n);
    if (standing.score.length) item.append(make("b", "", standing.score[n]));
    item.append(make("span", "", side.name), make("small", "", side.player));
    return item;
  }));
  showStands(standing, turn);
}
// The game's own rows first, then those of each side under its name; what has just changed stands out.
function showStatus(standing, before) {
  $("status-card").hidden = !game.status.length;
  const made = [], lists = new Map();
  for (const side of [-1, ...game.sides.keys()]) {
    if (!game.status.some(([whose]) => whose === side)) continue;
    const list = make("dl");
    if (side >= 0) { const p = make("p", "rule-title of" + side); p.append(make("span", "swatch"), sideName(side)); made.push(p); }
    made.push(list); lists.set(side, list);
  }
  game.status.forEach(([side, name], n) => {
    const fresh = before.status.length && before.status[n] !== standing.status[n];
    lists.get(side).append(make("dt", "", name), make("dd", fresh ? "fresh" : "", standing.status[n]));
  });
  $("status").replaceChildren(...made);
}
function figuresAt(line) {
  const found = game.measures.find(([last]) => line <= last);
  return found ? found[1] : {};
}
function showStands(standing, turn) {
  const table = make("table"), head = make("tr"), body = make("tbody"), figures = figuresAt(lastLine(turn));
  head.append(make("th"));
  for (const side of game.sides) { const th = make("th", "", side.name); th.scope = "col"; th.style.textAlign = "right"; head.append(th); }
  for (const name in figures) {
    const row = make("tr"), th = make("th", "", name); th.scope = "row"; row.append(th);
    for (const value of figures[name]) row.append(make("td", "", value));
    body.append(row);
  }
  for (const name in standing.held) {
    const row = make("tr"), th = make("th", "", name), who = standing.held[name], td = make("td", "who" + (who ? " of" + (who - 1) : ""));
    th.scope = "row"; td.colSpan = game.sides.length;
    td.append(make("span", "swatch"), who ? sideName(who - 1) : "nobody");
    row.append(th, td); body.append(row);
  }
  const top = make("thead"); top.append(head);
  table.append(top, body);
  $("stands").replaceChildren(table, make("p", "quiet", Object.keys(figures).length ? `Figures as this ${game.turn} ends.` : ""));
}
function drawCurve(turn) {
  const curve = $("curve"), count = Math.max(1, scores.length - 1), most = Math.max(1, ...scores.flat()), least = Math.min(0, ...scores.flat());
  const x = (n) => 28 + n / count * 284, y = (v) => 104 - (v - least) / (most - least) * 92;
  curve.textContent = "";
  draw("line", { class: "axis", x1: 28, x2: 312, y1: y(0), y2: y(0) }, curve);
  for (const value of new Set([most, least])) draw("text", { class: "curve-text", x: 24, y: y(value) + 4, "text-anchor": "end" }, curve, value);
  game.sides.forEach((_, side) => {
    const d = scores.map((s, n) => s.length > side ? (n ? "L" : "M") + x(n).toFixed(1) + " " + y(s[side]).toFixed(1) : "").join("");
    if (d) draw("path", { class: "curve of" + side, d }, curve);
  });
  draw("line", { class: "cursor", x1: x(turn), x2: x(turn), y1: 8, y2: 106 }, curve);
  draw("text", { class: "curve-text", x: 28, y: 118 }, curve, turnName(0));
  draw("text", { class: "curve-text", x: 312, y: 118, "text-anchor": "end" }, curve, turnName(turns.length - 1));
}
function resultText() {
  const [winner, margin, level, decisive] = game.outcome;
  if (!game.over) return "The game was not played to its end.";
  if (winner < 0) return "Nobody wins.";
  const words = level && level !== "decisive" ? level + ", " : "";
  return `${sideName(winner)} wins${decisive ? " decisively" : ""}: ${words}${Math.abs(margin)} point${Math.abs(margin) === 1 ? "" : "s"} ${margin < 0 ? "behind" : "ahead"}`;
}
