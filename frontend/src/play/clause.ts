// What a clause of the rulebook says, in a dialog.
import { get } from "../api";
import * as state from "../state";

export async function explainWord(word: string): Promise<void> {
  const before = state.dialog.peek();
  const answer = await get<{ html: string }>("/api/show", { word }).catch(() => null);
  if (answer && state.dialog.peek() === before) state.dialog.value = { is: "explain", code: word, html: answer.html };
}
