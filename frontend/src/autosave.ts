// Saving without being asked, where the author chose so; the choice is remembered in this browser.
import { effect, signal } from "@preact/signals";
import { save } from "./session";
import * as state from "./state";

/** Milliseconds without a change after which it saves. */
const REST = 2000;
const KEPT = "save-automatically";

export const automatic = signal(false);

export function chooseAutomatic(chosen: boolean): void {
  automatic.value = chosen;
  localStorage.setItem(KEPT, String(chosen));
}

/** Save after each change from now on, as chosen. A save that fails is tried again with the next change only. */
export function saveAsChosen(): void {
  automatic.value = localStorage.getItem(KEPT) === "true";
  let waiting = 0;
  effect(() => {
    void state.changes.value;
    clearTimeout(waiting);
    if (!automatic.value) return;
    waiting = window.setTimeout(() => {
      // a dialog may be asking about a conflict: the author decides first
      if (state.unsaved.value.size > 0 && state.dialog.value === null) void save({}, true);
    }, REST);
  });
}
