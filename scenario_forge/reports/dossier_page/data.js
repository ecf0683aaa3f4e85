"use strict";
// What the page was made with.
const game = JSON.parse(document.getElementById("game").textContent);
const $ = (id) => document.getElementById(id);
const rows = game.rows.map((row, n) => ({ ...row, n }));

// All hexes that a row is about.
function placesOf(row) { return row.control !== null ? [row.control] : [...row.was, ...row.will, ...row.now]; }
function hexName(hex) { return game.hexes[hex] + (game.places[hex] ? " " + game.places[hex] : ""); }
