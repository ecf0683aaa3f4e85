// The form with the map.
import { begin } from "./collate";
import { askGround } from "./collate-ground";

begin(askGround);
