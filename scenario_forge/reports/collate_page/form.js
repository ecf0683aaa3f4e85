'use strict';
const all = selector => [...document.querySelectorAll(selector)];
const form = JSON.parse(document.getElementById('form').textContent);
const out = document.getElementById('yaml'), who = document.getElementById('who');
const extra = [];  // what other parts of the page ask: functions that give {at, ours, printed}
const say = value => typeof value === 'number' ? String(value) : JSON.stringify(value);

// One value: undefined where nothing is said, null where what is written cannot be one of its kind.
function read(box) {
  const ours = JSON.parse(box.dataset.ours), field = box.querySelector('[type=text]'), text = field.value.trim();
  const names = box.dataset.at.startsWith('counters.units') && form.names[box.dataset.at.split('.').pop()];
  const unknown = text !== '' && names && !names.includes(text);
  const wrong = unknown || (text !== '' && typeof ours === 'number' && !/^-?\d+$/.test(text));
  field.classList.toggle('wrong', wrong);
  field.title = unknown ? form.words.name.replace('{names}', names.join(', ')) : wrong ? form.words.number : '';
  if (wrong) return null;
  if (text === '') return box.querySelector('[type=checkbox]').checked ? ours : undefined;
  return typeof ours === 'number' ? Number(text) : text;
}

function make() {
  const found = [];
  for (const row of all('tr[data-row]')) {
    const boxes = [...row.querySelectorAll('.v')];
    row.classList.toggle('done', boxes.every(box => read(box) !== undefined && read(box) !== null));
  }
  for (const box of all('.v')) {
    const printed = read(box);
    if (printed !== undefined && printed !== null)
      found.push({at: box.dataset.at, ours: JSON.parse(box.dataset.ours), printed});
  }
  for (const part of extra) found.push(...part.answers());
  const lines = found.map(a => `  - {at: ${JSON.stringify(a.at)}, ours: ${say(a.ours)}, printed: ${say(a.printed)}}\n`);
  const kept = form.kept.map(a => `  - ${JSON.stringify(a)}\n`);
  const every = lines.concat(kept).join('');
  out.value = 'basis: printed\n\ntitle: ' + JSON.stringify(who.value.trim() || form.words.untitled) + '\n\nanswers:' +
    (every ? '\n' + every : ' []\n');
  const asked = all('.v').length + extra.reduce((sum, part) => sum + part.asked, 0);
  document.getElementById('count').textContent =
    form.words.count.replace('{count}', found.length).replace('{all}', asked);
}

// What was ticked and not yet saved comes back, unless the file of the copy has changed since.
// By where the page lies too: two folders of one game have a page each, and browsers keep one store for all files.
const shelf = ['forge-collate', form.game, form.name, location.pathname].join(':');
function remember() {
  const values = {};
  for (const box of all('.v')) {
    const tick = box.querySelector('[type=checkbox]').checked, text = box.querySelector('[type=text]').value;
    if (tick || text) values[box.dataset.at] = [tick, text];
  }
  const state = {base: form.base, who: who.value, values, extra: extra.map(part => part.state())};
  try { localStorage.setItem(shelf, JSON.stringify(state)); } catch { /* the page works without */ }
}
function recall() {
  let state = null;
  try { state = JSON.parse(localStorage.getItem(shelf)); } catch { /* the page works without */ }
  if (!state || state.base !== form.base) return;
  who.value = state.who;
  for (const box of all('.v')) {
    const [tick, text] = state.values[box.dataset.at] || [false, ''];
    box.querySelector('[type=checkbox]').checked = tick;
    box.querySelector('[type=text]').value = text;
  }
  extra.forEach((part, number) => { if (state.extra[number]) part.restore(state.extra[number]); });
}

function changed() { make(); remember(); }
document.addEventListener('input', changed);
for (const button of all('.all')) button.onclick = () => {
  for (const tick of button.closest('tr').querySelectorAll('[type=checkbox]')) tick.checked = true;
  changed();
};
document.getElementById('save').onclick = () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([out.value], {type: 'text/yaml'}));
  link.download = form.name + '.yaml';
  link.click();
};
