// Arrow keys in groups of radio buttons.

/** In a group of which one is chosen, arrow keys choose the next. */
export function arrows(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=radio]")];
  const here = buttons.indexOf(event.target as HTMLElement);
  if (by === undefined || here < 0) return;
  event.preventDefault();
  const next = buttons[(here + by + buttons.length) % buttons.length];
  next?.focus();
  next?.click();
}
