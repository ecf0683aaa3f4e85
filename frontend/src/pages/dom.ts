// The elements of a report's page.

/** The element of that id, which the page's template has. */
export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function make<K extends keyof HTMLElementTagNameMap>(name: K, look = "", text?: string | number): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (look) made.className = look;
  if (text !== undefined) made.textContent = String(text);
  return made;
}

export function button(look: string, text: string, act?: () => void): HTMLButtonElement {
  const made = make("button", look, text);
  made.type = "button";
  if (act) made.addEventListener("click", act);
  return made;
}

/** The data that a page holds in an element of that id. */
export function dataOf<T>(id: string): T {
  return JSON.parse($(id).textContent ?? "null") as T;
}
