// Names of places that can be read however much of the map is seen: those that victory speaks of first.
const nameLayer = $("map-names"), NAME_SIZE = 12.5, READABLE = 4.6; // pixels of a letter; pixels a millimetre from which on print can be read
let namedAt = "";

function drawNames(stacks) {
  const scale = board.getBoundingClientRect().width / view[2], far = scale > 0 && scale < READABLE;
  ground.classList.toggle("named", far);
  const standing = [...stacks.keys()].filter((place) => place >= 0), at = far ? scale.toFixed(3) + standing : "";
  if (at === namedAt) return;
  namedAt = at;
  nameLayer.textContent = "";
  if (!far) return;
  const size = NAME_SIZE / scale, half = game.edge / 2, taken = standing.map((hex) => {
    const [x, y] = centre(hex);
    return [x - half, y - half, x + half, y + half];
  });
  game.named.forEach((hex, n) => {
    const box = spotFor(hex, size, taken, n < game.scored);
    if (!box) return;
    taken.push(box);
    draw("text", { class: "map-name" + (n < game.scored ? " scored" : ""), x: box[0].toFixed(2), y: (box[3] - size * 0.22).toFixed(2), "font-size": size.toFixed(2) }, nameLayer, game.places[hex]);
  });
}

// Around its hex, where it covers nothing; a place that victory speaks of is named at any rate.
function spotFor(hex, size, taken, always) {
  const [x, y] = centre(hex), wide = size * 0.47 * game.places[hex].length, high = size * 1.05, off = game.edge * 0.56;
  const spots = [[x - wide / 2, y - off - high], [x - wide / 2, y + off], [x + off, y - high / 2], [x - off - wide, y - high / 2],
    [x + off, y - off - high], [x - off - wide, y - off - high], [x + off, y + off], [x - off - wide, y + off]];
  let best = null, least = always ? Infinity : 1;
  for (const [left, top] of spots) {
    const box = [left, top, left + wide, top + high];
    let faults = taken.filter((t) => left < t[2] && t[0] < box[2] && top < t[3] && t[1] < box[3]).length;
    if (left < whole[0] || top < whole[1] || box[2] > whole[0] + whole[2] || box[3] > whole[1] + whole[3]) faults += 10;
    if (faults < least) { least = faults; best = box; }
  }
  return best;
}
