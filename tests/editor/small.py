"""A game of two files: a map in every way of writing, and a game.yaml."""

MAP = """\
basis: printed  # one small map in every way of writing

grid:
  orientation: pointy
  shifted: even
  rows: 6
  rows_from: south
  sheets:
    - {id: west, columns: 4, numbering: "{row:A}{col}"}
    - {id: east, columns: 3, numbering: "{row:AA}{col}"}

terrain:
  - {id: sea,   name: Sea,   letter: s, land: false}
  - {id: clear, name: Clear, letter: c}
  - {id: hills, name: Hügel, letter: h}

rows:
  - {row: F, west: ssss, east: sss}
  - {row: E, west: sccc, east: ccc}   # the coast 🏖
  - row: D
    west: cccc
    east: chc
  - {row: C, west: cchh, east: "ccc"}
  - {row: B, west: cccc, east: 'ccc'}
  - {row: A, west: cccc, east: ccc}

hexside_kinds:
  - {id: river, name: River}
  - {id: ridge, name: Ridge}

# Rivers, then ridges.
hexsides:
  - kind: river
    name: Gash
    sides: [E1/E2, E2/D2, D2/D3]   # from the sea
  - kind: river
    sides: [
      A1/A2, B1/A2,  # the source
      B1/B2, C2/B2
    ]
  - {kind: ridge, name: "Long, the", sides: [C3/C4, C4/D4]}

line_kinds:
  - {id: road,  name: Road}
  - {id: track, name: Track}

lines:
  - kind: road
    name: Coast road
    hexes: [E2, E3, E4, EE1, EE2]
  - kind: track
    hexes: [
      A1, A2, A3, A4, AA1, AA2, AA3,
      BB3,
      CC3
    ]

place_kinds:
  - {id: town, name: Town}

places:
  - {name: Harbour,    hex: E2, kinds: [town], value: 2}
  - {name: Crossroads, hex: C2}
"""
GAME = "format: 3\ngame: small\ntitle: Small\nsystem: campaign\nedition: '1'\nsides: [{id: red, name: Red}, {id: blue, name: Blue}]\n"
