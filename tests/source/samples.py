"""A text with everything that authors write, and what they meant by it."""

GAME = """\
# yaml-language-server: $schema=../../schemas/orders-of-battle.json
# The Allied order of battle, as printed.
title: Desert Rats   # the game
basis: printed
sides: [axis, allied]


units:
  - {no: 1,  name: 4 Indian Div.,   dec40: R12/41, mar41: N,     nov41: "0614"}
  - {no: 15, name: "Pz Reg 5",      dec40: N,      mar41: Trip m11}   # came by sea
  # withdrawn later
  - no: 21
    name: 'Rommel''s Staff'
    at: ["0101", R12,
         S14]
    note: |
      First line # not a comment
        indented: {text}

      Last line.
    reason: a plain text
      over two lines
off-map:
- box: tripolitania
  adjoins: {A1: 2, A2: 1.5}
-   box: delta
    adjoins: {}
    empty:
نصر: "Ελλάδα: ναι"
"""

DATA = {
    "title": "Desert Rats",
    "basis": "printed",
    "sides": ["axis", "allied"],
    "units": [
        {"no": 1, "name": "4 Indian Div.", "dec40": "R12/41", "mar41": "N", "nov41": "0614"},
        {"no": 15, "name": "Pz Reg 5", "dec40": "N", "mar41": "Trip m11"},
        {
            "no": 21,
            "name": "Rommel's Staff",
            "at": ["0101", "R12", "S14"],
            "note": "First line # not a comment\n  indented: {text}\n\nLast line.\n",
            "reason": "a plain text over two lines",
        },
    ],
    "off-map": [
        {"box": "tripolitania", "adjoins": {"A1": 2, "A2": 1.5}},
        {"box": "delta", "adjoins": {}, "empty": None},
    ],
    "نصر": "Ελλάδα: ναι",
}
