"use strict";
// What the page was made with, and what has been decided since; kept in this browser until it is in a file.
const game = JSON.parse(document.getElementById("game").textContent);
const $ = (id) => document.getElementById(id);
const FIELDS = ["at", "source", "note"];
// by where the page lies too: two copies of a game have a page each, and browsers keep one store for all files
const STORE = ["forge-dossier", game.game, game.date, game.first, location.pathname].join(":");

// A row's values now, as they were when the page was made, and what was typed here on another state of the file.
const rows = game.rows.map((row, n) => ({ ...row, n, now: row.base.slice(), left: null }));
const byKey = new Map(rows.map((row) => [row.key, row]));

function same(one, other) { return one.every((value, n) => value === other[n]); }
function changed(row) { return !same(row.now, row.base); }

function remember() {
  const kept = {};
  for (const row of rows) {
    if (changed(row)) kept[row.key] = { base: row.base, now: row.now };
    else if (row.left) kept[row.key] = row.left;
  }
  try { localStorage.setItem(STORE, JSON.stringify(kept)); return true; } catch { return false; }
}

function recall() {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(STORE) || "{}") || {}; } catch { kept = {}; }
  const text = (values) => Array.isArray(values) && values.length === FIELDS.length && values.every((v) => typeof v === "string");
  for (const [key, each] of Object.entries(kept)) {
    const row = byKey.get(key);
    if (!row || !each || !text(each.now) || !text(each.base) || same(each.now, row.base)) continue;
    if (same(each.base, row.base)) row.now = each.now.slice();
    else row.left = each; // the file says something else by now: it counts, and what was typed is offered
  }
}

// What is wrong with a cell; empty where nothing is, or nothing can be seen to be.
function wrong(row, text) {
  if (row.control !== null) return !text || sideOf(text) >= 0 ? "" : `there is no side ${text}`;
  if (!text || row.candidates.some(([cell]) => cell === text) || nowhere(row, text)) return "";
  for (const part of partsOf(row, text)) {
    const hex = hexOf(part);
    if (hex === undefined) return `there is no hex, place or box ${part || text}`;
    if (hex >= 0 && game.ground[hex] === "s") return `${part} is sea`;
    if (hex >= 0 && game.ground[hex] === "x" && !row.crosses) return `nobody may stand in ${part}`;
    if (typeof hex === "string" && hex !== "" && hex !== game.sides[row.side].id) return `${part} is a box of the enemy`;
  }
  return "";
}
function sideOf(text) { return game.sides.findIndex((side) => side.id === text); }
function nowhere(row, text) { return row.marker ? text === game.nothing : Object.hasOwn(game.words, text); }
// The names of hexes and boxes in a cell: what stands before brackets and marks.
function partsOf(row, text) {
  return row.marker ? text.split(/[\s,]+/).filter(Boolean).map((part) => part.split("(")[0]) : [text.split(/[\s(,;]/)[0]];
}
const numbered = new Map(game.hexes.map((name, n) => [name, n]));
// A hex's number; whose an off-map box is; undefined where there is nothing of that name.
function hexOf(name) { return numbered.has(name) ? numbered.get(name) : Object.hasOwn(game.names, name) ? game.names[name] : undefined; }
function hexesOf(row, text) {
  const known = row.candidates.find(([cell]) => cell === text);
  if (known) return known[1];
  if (nowhere(row, text) || wrong(row, text)) return [];
  return partsOf(row, text).map(hexOf).filter((hex) => typeof hex === "number" && hex >= 0);
}
// Where it stands on the date: as decided, else as drafted; control stands nowhere.
function standsAt(row) { return row.control !== null ? [] : row.now[0] && !wrong(row, row.now[0]) ? hexesOf(row, row.now[0]) : row.drafted; }
// All hexes that a row is about.
function placesOf(row) { return row.control !== null ? [row.control] : [...row.was, ...row.will, ...standsAt(row)]; }
// What it weighs at the strength that its cell says: as decided, else as drafted.
function weightOf(row) {
  if (row.now[0] === "" || wrong(row, row.now[0])) return row.weight;
  return row.weights[Object.keys(row.weights).find((said) => said && row.now[0].includes(said)) ?? ""] ?? row.weight;
}
// Why a cell that could be by itself cannot stand beside the others; empty where it can.
function clash(row) {
  if (row.now[0] === "" || row.marker || wrong(row, row.now[0])) return "";
  const at = row.control !== null ? [row.control] : standsAt(row), side = row.control !== null ? sideOf(row.now[0]) : row.side;
  for (const hex of at) {
    const there = rows.filter((other) => other.control === null && !other.marker && standsAt(other).includes(hex));
    const enemy = there.find((other) => other.side !== side);
    if (enemy && row.control !== null) return `${enemy.cited} stands there: it is theirs as long as it does`;
    if (enemy) return `${enemy.cited} of the enemy stands there: no two sides share a hex`;
    const heavy = there.filter((other) => other.side === side).reduce((sum, other) => sum + weightOf(other), 0);
    if (row.control === null && game.stack.limit && weightOf(row) && heavy > game.stack.limit)
      return `${game.hexes[hex]} would hold ${heavy}, and ${game.stack.limit} may stand in a hex` + (game.stack.rule ? ` (${game.stack.rule})` : "");
  }
  return "";
}
function decided(row) { return row.now[0] !== "" && !wrong(row, row.now[0]) && !clash(row); }
function hexName(hex) { return game.hexes[hex] + (game.places[hex] ? " " + game.places[hex] : ""); }
