// The decisions as a file, layers, and the beginning.
function quoted(text) {
  // JSON is YAML but for a few characters that other readers take for line ends
  return JSON.stringify(text.toWellFormed ? text.toWellFormed() : text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}
function yaml() {
  const lines = ["basis: proposed", "", "game: " + quoted(game.game), "date: " + quoted(game.date), "first: " + quoted(game.first)];
  if (game.name) lines.push("title: " + quoted(game.name));
  lines.push(`page: {${Object.entries(game.page).map(([name, value]) => `${name}: ${quoted(value)}`).join(", ")}}`);
  const said = rows.filter((row) => row.now.some(Boolean) || row.base.some(Boolean));
  lines.push("", said.length ? "rows:" : "rows: []");
  for (const row of said) {
    const at = wrong(row, row.now[0]) ? "" : row.now[0], who = row.control !== null ? "control: " + quoted(row.name) : row.marker ? "marker: " + quoted(row.who) : "no: " + row.who;
    const values = [["at", at], ["source", row.now[1]], ["note", row.now[2]]].filter(([name, value]) => value || name === "at");
    const whose = row.control !== null ? "" : `side: ${quoted(game.sides[row.side].id)}, `;
    lines.push(`  - {${whose}${who}, ${values.map(([name, value]) => `${name}: ${quoted(value)}`).join(", ")}}`);
  }
  return lines.join("\n") + "\n";
}
function writeYaml() { $("yaml").value = yaml(); }

$("save").addEventListener("click", () => {
  const bad = rows.filter((row) => wrong(row, row.now[0])).length;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([yaml()], { type: "text/yaml" }));
  link.download = game.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  $("unsaved").textContent = "saved as " + game.file + (bad ? `; left out: ${bad} that cannot be` : "");
});

for (const input of document.querySelectorAll(".layers input")) {
  input.addEventListener("change", () => { layers(); drawAll(); });
}
function layers() {
  for (const path of document.querySelectorAll("#fronts [data-role]")) path.toggleAttribute("hidden", !$("front-" + path.dataset.role).checked);
  const supply = document.querySelector("input[name=supply]:checked").value;
  for (const group of document.querySelectorAll("#supply [data-role], .reaches[data-role]")) group.toggleAttribute("hidden", group.dataset.role !== supply);
}

// Where most of them are: the outermost tenth may lie outside.
function startView() {
  const hexes = rows.filter((row) => row.status !== "fixed").flatMap((row) => [...standsAt(row), ...row.was, ...row.will]);
  if (!hexes.length) { fitWhole(); return; }
  setView(whole);
}

recall();
remember(); // what is in the file by now need not be kept twice
rows.forEach((row) => refresh(row, true));
count();
writeYaml();
layers();
shownNow();
let laidOut = false;
new ResizeObserver(() => {
  if (!laidOut && board.getBoundingClientRect().width) { laidOut = true; startView(); } else setView(view);
  drawAll();
}).observe(board.parentElement);
startView();
drawAll();
