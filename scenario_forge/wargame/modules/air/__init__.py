"""Air: sides fly sorties, to strike units, in support of an assault, or to interdict a hex."""
