// The window that every dialog stands in.
import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import * as state from "../state";
import { words } from "../words/en";

export function close(): void {
  state.dialog.value = null;
}

const closeDialog = close;

/** Forms whose change is under way. */
const sent = new WeakSet<Signal<string>>();

/** Close the page's dialog after what its form asks for, which is done once however often it is sent; what is refused stays in it. */
export async function closeAfter(complaint: Signal<string>, work: () => Promise<boolean>): Promise<void> {
  if (sent.has(complaint)) return;
  sent.add(complaint);
  const dialog = state.dialog.peek(), done = await work().finally(() => sent.delete(complaint));
  if (!done) complaint.value = state.said.value.text;
  else if (state.dialog.peek() === dialog) close();
}

interface WindowProps {
  title: string;
  wide?: boolean;
  /** Closes it; without one, it is the page's dialog. */
  close?: () => void;
  children: ComponentChildren;
}

/** A modal dialog; it takes the focus and gives it back when it closes. */
export function Window({ title, wide, close = closeDialog, children }: WindowProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null), beside = useRef(false), id = useId();
  // before the next key, which is for the dialog
  useLayoutEffect(() => {
    const shown = element.current, before = document.activeElement;
    shown?.showModal();
    // the rest of the press that opened it, or one beside it, leaves the focus in it, or in the dialog above it
    const stay = (event: MouseEvent): void => {
      beside.current = event.target === shown;
      if (beside.current || !(event.target as Element).closest("dialog")) event.preventDefault();
    };
    window.addEventListener("mousedown", stay, { capture: true });
    return () => {
      window.removeEventListener("mousedown", stay, { capture: true });
      // while it is open, nothing else takes the focus
      shown?.close();
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.getElementById("board");
      back?.focus();
      // what had the focus is taken out of the page only after this
      requestAnimationFrame(() => document.activeElement === document.body && back?.focus());
    };
  }, []);
  // the browser closes it by Escape too, but says so only later, when the next key may have come
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <dialog
      ref={element} class={wide ? "wide" : ""} aria-labelledby={id} onKeyDown={escape} onClose={(event) => event.currentTarget.isConnected && close()}
      onClick={(event) => event.target === element.current && beside.current && close()}
    >
      <div class="inside">
        <h2 id={id}>{title}</h2>
        <button class="bare shut" aria-label={words.close} title={words.close} onClick={close}>×</button>
        {children}
      </div>
    </dialog>
  );
}

/** A message whose words between backticks are those of a file. */
export function quoted(text: string): ComponentChildren {
  return text.split("`").map((part, n) => (n % 2 ? <code key={n}>{part}</code> : part));
}
