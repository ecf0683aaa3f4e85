// The map with what stands on it.
const counters = $("counters"), scene = $("scene"), above = $("above");
const TURNED = new Set(game.turned); // marks of counters that lie with their back up
const FACING = game.flat ? { SE: 30, S: 90, SW: 150, NW: 210, N: 270, NE: 330 } : { E: 0, SE: 60, SW: 120, W: 180, NW: 240, NE: 300 };

function rank(piece) { const row = game.pieces[piece]; return row[KIND] * 100000 + row[NUMBER]; }
const order = game.pieces.map((_, n) => n).sort((a, b) => rank(a) - rank(b));

function stacksOf(standing) {
  const stacks = new Map();
  for (const piece of order) {
    const place = standing.place[piece];
    if (place === GONE) continue;
    if (!stacks.has(place)) stacks.set(place, []);
    stacks.get(place).push(piece);
  }
  return stacks;
}

function drawCounter(parent, piece, standing, x, y, changed) {
  const row = game.pieces[piece], edge = game.edge, marks = marksOf(standing.marks[piece]);
  const group = draw("g", { class: changed ? "changed" : "", transform: `translate(${x} ${y})`, "data-piece": piece }, parent);
  const turns = (mark) => TURNED.has(mark) || mark === row[FACE];
  draw("use", { href: "#" + (marks.some(turns) ? row[BACK] : row[FRONT]) }, group);
  draw("rect", { class: "edge", width: edge, height: edge }, group);
  const strength = standing.strength[piece], loss = strength >= 0 && (row[FULL] < 0 || strength !== row[FULL]);
  if (loss) {
    draw("circle", { class: "badge", cx: 2.2, cy: edge - 2.2, r: 2.1 }, group);
    draw("text", { class: "badge-text", x: 2.2, y: edge - 1.05 }, group, strength);
  }
  const facing = marks.find((m) => m in FACING);
  if (facing) {
    const way = `translate(${edge / 2} ${edge / 2}) rotate(${FACING[facing]}) translate(${edge * 0.62})`;
    draw("path", { class: "faces", d: "M-1.2-2 L1.6 0 L-1.2 2 Z", transform: way }, group);
  }
  marks.filter((m) => !turns(m) && !(m in FACING)).forEach((mark, n) => {
    draw("circle", { class: "marked", cx: edge - 1.6 - 3 * n, cy: edge - 1.6, r: 1.45 }, group);
    draw("text", { class: "marked-text", x: edge - 1.6 - 3 * n, y: edge - 0.75 }, group, mark[0].toUpperCase());
  });
  return group;
}

function drawStack(place, pieces, standing, changed) {
  const [x, y] = centre(place), edge = game.edge, step = game.size * 0.075;
  const group = draw("g", { class: "stack", "data-place": place }, counters);
  const shown = pieces.slice(-4), shift = (shown.length - 1) * step / 2;
  shown.forEach((piece, n) => {
    const left = x - edge / 2 - shift + n * step, top = y - edge / 2 + shift - n * step + game.size * 0.06;
    if (n === 0) draw("rect", { class: "shade", x: left + 0.5, y: top + 0.6, width: edge, height: edge }, group);
    drawCounter(group, piece, standing, left, top, changed.has(piece));
  });
  if (pieces.length > 1) {
    const cx = x - edge / 2 - shift + 0.4, cy = y - edge / 2 + shift + game.size * 0.06;
    draw("circle", { class: "count", cx, cy, r: 2 }, group);
    draw("text", { class: "count-text", x: cx, y: cy + 1.05 }, group, pieces.length);
  }
}

const drawn = new Map();
function drawCounters(standing, stacks, changed) {
  for (const [place, made] of drawn) if (!stacks.has(place)) { made.element.remove(); drawn.delete(place); }
  for (const [place, pieces] of stacks) {
    if (place < 0) continue;
    const looks = pieces.map((p) => [p, standing.strength[p], standing.marks[p], changed.has(p)].join()).join(";");
    const before = drawn.get(place);
    if (before && before.looks === looks) continue;
    if (before) before.element.remove();
    drawStack(place, pieces, standing, changed);
    drawn.set(place, { looks, element: counters.lastChild });
  }
}

function drawWay(hexes, side, guess) {
  const d = "M" + hexes.map((hex) => centre(hex).join(" ")).join("L");
  draw("path", { class: "way-under", d }, scene);
  const [x, y] = centre(hexes[0]);
  draw("circle", { class: "way-start" + (side >= 0 ? " of" + side : ""), cx: x, cy: y, r: game.size * 0.13 }, scene);
  const way = draw("path", { class: "way" + (guess ? " guess" : "") + (side >= 0 ? " of" + side : ""), d }, scene);
  return way;
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
function drawDie(said, x, y) {
  const group = draw("g", { transform: `translate(${x} ${y})` }, above);
  draw("rect", { class: "die", x: -4, y: -4, width: 8, height: 8, rx: 1.4 }, group);
  const pips = PIPS[said];
  if (!pips) { draw("text", { class: "die-text", y: 1.8 }, group, said); return; }
  for (const pip of pips) draw("circle", { class: "pip", cx: (pip % 3 - 1) * 2.3, cy: (Math.floor(pip / 3) - 1) * 2.3, r: 0.8 }, group);
}

// What the line is about: hexes fought for, the way gone, the die. Gives the hexes to look at.
function drawScene(line, before, standing) {
  scene.textContent = ""; above.textContent = "";
  const extra = more(line), changes = game.lines[line][CHANGES], at = extra.at || [];
  let looked = at.filter((hex) => hex >= 0);
  if (extra.kind === "combat") {
    for (const hex of looked) {
      draw("path", { class: "fight", d: hexPath(hex, 0.97) }, scene);
      draw("path", { class: "fight-edge", d: hexPath(hex, 0.97) }, above);
    }
  } else if (extra.kind === "move" && looked.length > 1) {
    drawWay(looked, changes.length ? game.pieces[changes[0]][OWNER] : -1, false);
  } else {
    for (const hex of looked) draw("path", { class: "spot", d: hexPath(hex, 0.95) }, scene);
  }
  const many = changes.length > 4 * 40;
  for (let n = 0; n < changes.length && !many && line > 0; n += 4) {
    const piece = changes[n], from = before.place[piece], to = standing.place[piece];
    if (to >= 0 && !looked.includes(to)) looked.push(to);
    if (from >= 0 && to >= 0 && from !== to && !(extra.kind === "move" && at.length > 1)) drawWay([from, to], game.pieces[piece][OWNER], true);
    if (from >= 0 && to < 0) { draw("path", { class: "spot", d: hexPath(from, 0.95) }, scene); looked.push(from); }
  }
  if (extra.die && looked.length) {
    const [x, y] = centre(looked[looked.length - 1]);
    drawDie(extra.die, x + game.size * 0.75, y - game.size * 0.65);
  }
  return many ? [] : looked;
}

function drawControl(standing) {
  if (!$("control").checked) return;
  standing.control.forEach((value, hex) => {
    const element = shownControl[hex] === value ? null : hexElement(hex);
    if (!element) return;
    element.classList.remove("k" + shownControl[hex]);
    if (value) element.classList.add("k" + value);
    shownControl[hex] = value;
  });
}
const shownControl = new Int8Array(game.hexes.length);
