// What the server says and is asked, in the shapes of scenario_forge/editor. Offsets are UTF-16 code units.
import { signal } from "@preact/signals";
import type { Finding, Gets, Posts } from "../generated/server";

export type * from "../generated/server";
export type Severity = Finding["severity"];
/** What a request says, which may be nothing where nothing is needed. */
export type Asks<T> = Partial<T> extends T ? [asks?: T] : [asks: T];

/** The server refused: what it said, and the status. */
export class Refused extends Error {
  constructor(readonly status: number, message: string, readonly body: unknown = null) {
    super(message);
  }
}

/** Nobody answered. */
export class Lost extends Error {}

/** Questions that the server has not answered yet. Counted by `peek`, so that an effect that asks does not follow it. */
export const asking = signal(0);
/** How often the server has answered what was asked of it. */
export const answers = signal(0);

/** Where the token of the start address is kept, for this port alone: without it the cookie opens nothing. */
const KEPT = "forge-token";
let token = localStorage.getItem(KEPT) ?? "";

/** Take over the token of a server that was started again, once another tab has entered there; says whether one has. */
export function tokenChanged(): boolean {
  const kept = localStorage.getItem(KEPT) ?? "";
  if (kept === token) return false;
  token = kept;
  return true;
}

/** An address with the token, for what is not asked for by `get` and `post`: pictures, links, streams. */
export function address(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}

export async function ask(path: string, how: RequestInit = {}): Promise<Response> {
  asking.value = asking.peek() + 1;
  try {
    const response = await fetch(path, { ...how, headers: { ...how.headers, "X-Forge-Token": token } });
    if (response.ok) answers.value = answers.peek() + 1;
    return response;
  } catch {
    throw new Lost(path);
  } finally {
    asking.value = asking.peek() - 1;
  }
}

async function answer<T>(response: Response): Promise<T> {
  const said = response.headers.get("Content-Type")?.includes("json") ? await response.json() : null;
  if (!response.ok) throw new Refused(response.status, said?.message ?? `${response.status} ${response.statusText}`, said);
  return said as T;
}

export async function get<P extends keyof Gets>(path: P, ...[asks]: Asks<Gets[P]["asks"]>): Promise<Gets[P]["answers"]> {
  const asked = new URLSearchParams(Object.entries(asks ?? {}).map(([key, value]) => [key, String(value)])).toString();
  return answer(await ask(asked ? `${path}?${asked}` : path, { headers: { "X-Forge": "edit" } }));
}

/** Wait for the answer that is asked for last, if others are asked for meanwhile. Who asked says that it failed. */
export async function last(asked: () => Promise<unknown>): Promise<void> {
  for (let seen; seen !== asked();) {
    seen = asked();
    await seen.catch(() => undefined);
  }
}

export async function post<P extends keyof Posts>(path: P, ...[asks]: Asks<Posts[P]["asks"]>): Promise<Posts[P]["answers"]> {
  return send(path, asks ?? {});
}

async function send<T>(path: string, body: object): Promise<T> {
  return answer(await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forge": "edit" },
    body: JSON.stringify(body),
  }));
}

export async function getSvg(path: string): Promise<SVGSVGElement> {
  const response = await ask(path);
  if (!response.ok) throw new Refused(response.status, response.statusText);
  const made = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  return document.importNode(made, true) as unknown as SVGSVGElement;
}

/** Exchange the token in the fragment of the first address for a cookie, keep it, and take it out of the address. */
export async function enter(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return;
  await send("/api/enter", { token: given });
  token = given;
  localStorage.setItem(KEPT, given);
  history.replaceState(null, "", location.pathname + location.search);
}
