'use strict';
// The drawn map: click what differs. Rows of terrain are strings of letters, hexsides are chains of names.
const ground = JSON.parse(document.getElementById('ground-data').textContent);
const rest = document.getElementById('rest');
const rowOf = new Map();
ground.rows.forEach(row => { row.now = [...row.letters]; row.now.forEach((_, i) => rowOf.set(row.first + i, [row, i])); });
ground.chains.forEach((chain, n) => {
  chain.now = [...chain.steps];
  chain.tick = document.getElementById('chain-' + n);
  chain.field = document.getElementById('hexes-' + n);
});
const tool = () => document.querySelector('[name=tool]:checked');
// Hexes stand in the drawing by their numbers, hexsides in the order of ground.edges.
const hexes = new Map(all('#ground .hex').map((shape, n) => [n, shape]));
const numbers = new Map([...hexes].map(([n, shape]) => [shape, n]));
const edges = all('#ground .side').map((shape, n) => [shape, ground.edges[n]]);
const edgeOf = new Map(edges.map(([shape, ends]) => [shape, {ends, name: ends.map(n => ground.ids[n]).join('/')}]));
const sides = new Map(edges.map(([shape]) => [edgeOf.get(shape).name, shape]));

function paint() {
  for (const row of ground.rows) row.now.forEach((letter, i) => {
    const shape = hexes.get(row.first + i);
    if (!shape) return;
    shape.setAttribute('class', 'hex t-' + ground.letters.indexOf(letter) + (letter === row.letters[i] ? '' : ' other'));
  });
  const ours = new Set(), now = new Set();
  for (const chain of ground.chains) if (chain.sides) {
    chain.sides.forEach(name => ours.add(name));
    chain.now.forEach(text => now.add(named(chain, text)));
  }
  for (const [name, shape] of sides)
    shape.setAttribute('class', 'side' + (now.has(name) ? ' on' : '') + (now.has(name) === ours.has(name) ? '' : ' other'));
}
// A new hexside is written with the hex first that was clicked on: the higher one, where that matters.
function ordered(event) {
  const {ends, name: side} = edgeOf.get(event.target), matrix = document.getElementById('ground').getScreenCTM();
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const far = ends.map(number => {
    const box = hexes.get(number).getBBox();
    return [Math.hypot(box.x + box.width / 2 - at.x, box.y + box.height / 2 - at.y), number];
  }).sort((a, b) => a[0] - b[0]);
  const [one, other] = side.split('/');
  return ground.ids[far[0][1]] === one ? side : other + '/' + one;
}
// What the drawing calls a hexside, whichever of its hexes is written first.
function named(chain, text) {
  const i = chain.steps.indexOf(text);
  if (i >= 0) return chain.sides[i];
  return sides.has(text) ? text : text.split('/').reverse().join('/');
}

function click(event) {
  const chosen = tool();
  if (!chosen) return;
  const hex = numbers.get(event.target), side = edgeOf.get(event.target)?.name;
  if (chosen.dataset.letter && hex !== undefined) {
    const found = rowOf.get(hex);
    if (!found) return;
    const [row, i] = found;
    row.now[i] = row.now[i] === chosen.dataset.letter ? row.letters[i] : chosen.dataset.letter;
  } else if (chosen.dataset.chain && side !== undefined) {
    const chain = ground.chains[Number(chosen.dataset.chain)];
    const i = chain.now.findIndex(text => named(chain, text) === side);
    if (i >= 0) chain.now.splice(i, 1);
    else {
      const old = chain.sides.indexOf(side);
      chain.now.push(old < 0 ? ordered(event) : chain.steps[old]);
    }
  } else return;
  paint();
  changed();
}
document.getElementById('ground').addEventListener('click', click);
document.getElementById('tools').addEventListener('change', () => {
  document.getElementById('ground').classList.toggle('sided', Boolean(tool() && tool().dataset.chain));
});

function hexesOf(chain) {
  const text = chain.field ? chain.field.value.trim() : '';
  return text ? text.split(/[\s,]+/) : chain.now;
}
const same = (one, other) => one.length === other.length && one.every(x => other.includes(x));
const alike = (one, other) => one.length === other.length && one.every((x, i) => x === other[i]);
extra.push({
  asked: ground.rows.length + ground.chains.length,
  answers() {
    const found = [];
    for (const row of ground.rows) {
      const printed = row.now.join('');
      if (printed !== row.letters || rest.checked) found.push({at: row.at, ours: row.letters, printed});
    }
    for (const chain of ground.chains) {
      const now = hexesOf(chain), other = chain.sides ? !same(now, chain.steps) : !alike(now, chain.steps);
      if (other || chain.tick.checked) found.push({at: chain.at, ours: chain.steps, printed: other ? now : chain.steps});
    }
    return found;
  },
  state: () => ({
    rest: rest.checked, rows: ground.rows.map(row => row.now.join('')), chains: ground.chains.map(chain => chain.now),
    ticks: ground.chains.map(chain => chain.tick.checked), fields: ground.chains.map(c => c.field ? c.field.value : ''),
  }),
  restore(state) {
    rest.checked = state.rest;
    ground.rows.forEach((row, n) => { if ((state.rows[n] || '').length === row.letters.length) row.now = [...state.rows[n]]; });
    ground.chains.forEach((chain, n) => {
      chain.now = state.chains[n] || chain.now;
      chain.tick.checked = Boolean(state.ticks[n]);
      if (chain.field) chain.field.value = state.fields[n] || '';
    });
    paint();
  },
});

// What the file of the copy says already.
for (const row of ground.rows) if (row.saved !== null && row.saved.length === row.letters.length) {
  if (row.saved === row.letters) rest.checked = true;
  row.now = [...row.saved];
}
for (const chain of ground.chains) if (chain.saved !== null) {
  if (alike(chain.saved, chain.steps)) chain.tick.checked = true;
  else if (chain.field) chain.field.value = chain.saved.join(' ');
  else chain.now = chain.saved;
}
paint();
