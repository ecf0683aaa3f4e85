// What a clause of the rulebook says, in a dialog.
import { get } from "../api";
import * as state from "../state";

let asked = 0;
export async function explainWord(word: string): Promise<void> {
  const mine = ++asked, before = state.dialog.peek();
  const answer = await get("/api/show", { word }).catch(() => null);
  if (answer && mine === asked && state.dialog.peek() === before) state.dialog.value = { is: "explain", code: word, html: answer.html };
}
