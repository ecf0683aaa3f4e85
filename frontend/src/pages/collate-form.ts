// The form without the map.
import { begin } from "./collate";
import "../map/map.css";

begin();
