// Elements of drawings.
const NS = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;

/** An element of a drawing, made and put at the end of another. */
export function drawn(name: string, attributes: Attributes, parent: Element, text?: string): SVGElement {
  const made = document.createElementNS(NS, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  parent.appendChild(made);
  return made;
}
