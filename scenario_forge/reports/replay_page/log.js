"use strict";
// What was played, and how it stands after any line: keyframes at each player turn, changes in between.
const TEXT = 0, CLAUSE = 1, BY = 2, STEP = 3, TURN = 4, SIDE = 5, CHANGES = 6, MORE = 7;
const KIND = 0, NUMBER = 1, OWNER = 2, FRONT = 3, BACK = 4, NAME = 5, FULL = 6, FACE = 7;
const GONE = -1;
const game = JSON.parse(document.getElementById("game").textContent);
const $ = (id) => document.getElementById(id);

function more(line) { return game.lines[line][MORE] || {}; }

class Standing {
  constructor(other) {
    const n = game.pieces.length;
    this.place = other ? other.place.slice() : new Int16Array(n).fill(GONE);
    this.strength = other ? other.strength.slice() : new Int16Array(n).fill(-1);
    this.marks = other ? other.marks.slice() : new Int32Array(n);
    this.control = other ? other.control.slice() : new Int8Array(game.hexes.length);
    this.held = other ? other.held : {};
    this.score = other ? other.score : [];
    this.status = other ? other.status.slice() : [];
  }
  take(line) {
    const changes = game.lines[line][CHANGES], extra = more(line);
    for (let at = 0; at < changes.length; at += 4) {
      const piece = changes[at];
      this.place[piece] = changes[at + 1];
      this.strength[piece] = changes[at + 2];
      this.marks[piece] = changes[at + 3];
    }
    const control = extra.control || [];
    for (let at = 0; at < control.length; at += 2) this.control[control[at]] = control[at + 1];
    if (extra.held) this.held = extra.held;
    if (extra.score) this.score = extra.score;
    const status = extra.status || [];
    for (let at = 0; at < status.length; at += 2) this.status[status[at]] = status[at + 1];
  }
}

// Player turns: [first line, turn, side]; and how it stands before the first line of each.
const turns = [], keyframes = [], scores = [];
{
  const now = new Standing();
  let last = "";
  game.lines.forEach((row, line) => {
    const moment = row[TURN] + "/" + row[SIDE];
    if (line === 0 || (moment !== last && line > 1)) {
      turns.push([line, row[TURN], row[SIDE]]);
      keyframes.push(new Standing(now));
      if (line) scores.push(now.score);
    }
    last = moment;
    now.take(line);
  });
  scores.push(now.score);
}

function turnOf(line) {
  let low = 0, high = turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (turns[middle][0] <= line) low = middle; else high = middle - 1;
  }
  return low;
}
function lastLine(turn) { return (turn + 1 < turns.length ? turns[turn + 1][0] : game.lines.length) - 1; }

function standingAfter(line) {
  const turn = turnOf(line), made = new Standing(keyframes[turn]);
  for (let at = turns[turn][0]; at <= line; at++) made.take(at);
  return made;
}

function turnName(turn) {
  const [, number, side] = turns[turn];
  const name = game.turns[number] || "Turn " + (number + 1);
  return side >= 0 ? name + " · " + sideName(side) : name;
}
function sideName(side) { return game.sides[side] ? game.sides[side].name : side === -1 ? "Chance" : ""; }
function hexName(hex) { return game.hexes[hex] + (game.places[hex] ? " " + game.places[hex] : ""); }
function placeName(place) { return place >= 0 ? hexName(place) : place === GONE ? "not in play" : game.boxes[-2 - place] || "off the map"; }
function marksOf(bits) { return game.marks.filter((_, n) => bits >> n & 1); }
