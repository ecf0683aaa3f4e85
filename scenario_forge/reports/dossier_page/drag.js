// The map is dragged; a press that goes nowhere chooses a hex. Pages with a board share this.
let drag = null;
function draggable(onClick, onHover) {
  board.addEventListener("pointerdown", (e) => { drag = { x: e.clientX, y: e.clientY, view: view.slice(), far: false }; });
  board.addEventListener("pointermove", (e) => {
    if (!drag) { if (onHover) onHover(hexAt(toMap(e))); return; }
    const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    if (!drag.far && Math.abs(dx) + Math.abs(dy) < 5) return;
    if (!drag.far) { board.setPointerCapture(e.pointerId); drag.far = true; }
    board.classList.add("dragged");
    const scale = drag.view[2] / board.getBoundingClientRect().width;
    setView([drag.view[0] - dx * scale, drag.view[1] - dy * scale, drag.view[2], drag.view[3]]);
  });
  window.addEventListener("pointerup", (e) => {
    if (drag && !drag.far && board.contains(e.target)) onClick(hexAt(toMap(e)), e.target);
    drag = null; board.classList.remove("dragged");
  });
}
