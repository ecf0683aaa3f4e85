// What is seen of a map: its sheets, the middle of each hex, nearer and farther. Pages with a board share this.
const NS = "http://www.w3.org/2000/svg";
const ground = $("ground"), board = $("board");
const whole = board.getAttribute("viewBox").split(" ").map(Number);
let view = whole.slice();

function draw(name, attributes, parent, text) {
  const made = document.createElementNS(NS, name);
  for (const key in attributes) if (attributes[key] !== "") made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}
const centre = (hex) => [game.at[2 * hex], game.at[2 * hex + 1]];
const hexElement = (hex) => document.getElementById("hex-" + game.ids[hex]);

function hexPath(hex, factor) {
  const [x, y] = centre(hex), r = game.size / Math.sqrt(3) * (factor || 1);
  let d = "";
  for (let n = 0; n < 6; n++) {
    const angle = Math.PI / 3 * n + (game.flat ? 0 : Math.PI / 6);
    d += (n ? "L" : "M") + (x + r * Math.cos(angle)).toFixed(2) + " " + (y + r * Math.sin(angle)).toFixed(2);
  }
  return d + "z";
}

function setView(box) {
  const seen = board.getBoundingClientRect();
  if (!seen.width || !seen.height || !box.every(Number.isFinite)) return; // not laid out yet
  const shape = seen.width / seen.height;
  let [x, y, wide, high] = box;
  if (wide / high < shape) { x -= (high * shape - wide) / 2; wide = high * shape; } else { y -= (wide / shape - high) / 2; high = wide / shape; }
  x = held(x, wide, whole[0], whole[2]);
  y = held(y, high, whole[1], whole[3]);
  view = [x, y, wide, high];
  for (const sheet of [ground, board]) sheet.setAttribute("viewBox", view.map((v) => v.toFixed(2)).join(" "));
  ground.classList.toggle("far", seen.width / wide < 2.4);
  drawNames(stacks);
}
// The view stays on the map; a map smaller than the view lies in its middle.
function held(from, length, start, whole) {
  if (length >= whole) return start - (length - whole) / 2;
  return Math.min(Math.max(from, start), start + whole - length);
}
function fitWhole() { setView(whole); }
function zoom(factor, x, y) {
  const [left, top, wide, high] = view;
  const w = Math.min(Math.max(wide * factor, game.size * 4), whole[2] * 1.3), f = w / wide;
  const cx = x === undefined ? left + wide / 2 : x, cy = y === undefined ? top + high / 2 : y;
  setView([cx - (cx - left) * f, cy - (cy - top) * f, w, high * f]);
}
function follow(hexes) {
  if (!hexes.length) return;
  const xs = hexes.map((h) => game.at[2 * h]), ys = hexes.map((h) => game.at[2 * h + 1]);
  const edge = Math.min(game.size * 1.6, view[2] / 6), [x, y, wide, high] = view;
  const left = Math.min(...xs) - edge, right = Math.max(...xs) + edge, top = Math.min(...ys) - edge, bottom = Math.max(...ys) + edge;
  if (right - left > wide || bottom - top > high) { setView([left, top, right - left, bottom - top]); return; }
  const dx = left < x ? left - x : right > x + wide ? right - x - wide : 0;
  const dy = top < y ? top - y : bottom > y + high ? bottom - y - high : 0;
  if (dx || dy) {
    // once it must be moved, what happens comes to the middle, so that the next actions are in sight too
    setView([(left + right) / 2 - wide / 2, (top + bottom) / 2 - high / 2, wide, high]);
  }
}
function toMap(event) {
  const box = board.getBoundingClientRect();
  return [view[0] + (event.clientX - box.left) / box.width * view[2], view[1] + (event.clientY - box.top) / box.height * view[3]];
}
function hexAt([x, y]) {
  let best = -1, least = game.size * game.size * 0.4;
  for (let hex = 0; hex < game.hexes.length; hex++) {
    const dx = game.at[2 * hex] - x, dy = game.at[2 * hex + 1] - y, d = dx * dx + dy * dy;
    if (d < least) { least = d; best = hex; }
  }
  return best;
}
