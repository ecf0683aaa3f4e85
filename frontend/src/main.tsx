// The page of `forge edit`: enters with the token of its address, then shows the game.
import { effect } from "@preact/signals";
import { render } from "preact";
import { Lost, Refused, asking, enter, type PrintTold } from "./api";
import { saveAsChosen } from "./autosave";
import { followDates } from "./drafts/drafts";
import { followErrata, tried } from "./errata/model";
import { followForm } from "./forms/model";
import { takePrint } from "./preview/print";
import { Page, onKey } from "./panels/page";
import { followCompare } from "./compare/compare";
import { told } from "./play/play";
import { playtestTold } from "./play/playtest";
import { followRulebook } from "./rules/model";
import { followChanges, take } from "./preview/preview";
import { listeners, texts } from "./queue";
import { start } from "./session";
import * as state from "./state";
import { followTour } from "./tour";
import "./map/map.css";
import "./style.css";
import "./map/options.css";
import "./tables/oob.css";
import { followTables } from "./tables/tables";
import { language } from "./text/language";
import "./errata/errata.css";
import "./text/speech.css";
import "./rules/rules.css";
import { words } from "./words/en";

async function main(): Promise<void> {
  const root = document.getElementById("page");
  if (!root) return;
  texts.extensions = language;
  state.say(words.loading);
  const entered = enter(); // asked for before the page is laid out, which takes longer
  render(<Page />, root);
  effect(() => {
    if (state.game.value) document.title = words.title(state.game.value.title);
  });
  // tests that drive the page wait until it has all its answers; `aria-busy` would keep it from screen readers meanwhile
  effect(() => void root.toggleAttribute("data-busy", state.busy.value > 0 || state.typing.value || asking.value > 0));
  window.addEventListener("keydown", onKey, { capture: true });
  // what is asked for outside the session's commands, and fails
  window.addEventListener("unhandledrejection", (event) => {
    const failed: unknown = event.reason;
    if (failed instanceof Lost) state.say(words.lost, true, "server");
    else if (failed instanceof Refused) state.say(failed.status >= 500 ? words.failed : failed.message, true);
    else return;
    event.preventDefault();
  });
  window.addEventListener("beforeunload", (event) => {
    if (state.unsaved.value.size > 0 || texts.waiting) event.preventDefault();
  });
  try {
    await entered;
    await start();
    listeners.preview = take;
    listeners.playtest = (event) => void playtestTold(event);
    followCompare();
    listeners.play = (event) => void told(event);
    listeners.print = (told) => takePrint(told as PrintTold);
    followChanges();
    followTour();
    followTables();
    followDates();
    saveAsChosen();
    followForm();
    followErrata();
    followRulebook();
    listeners.errata = tried;
    if (state.said.value.text === words.loading) state.say("");
  } catch (failed) {
    state.say(failed instanceof Refused && failed.status < 500 ? words.refusedEntry : words.lost, true);
  }
}

void main();
