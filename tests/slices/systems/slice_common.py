"""What the three slices share: the frame of a system, of what it reads, of its steps and of its play."""

from __future__ import annotations

import re
from functools import cached_property, partial

from scenario_forge.documents.kinds import Kind
from scenario_forge.hexes import cube
from scenario_forge.project.carries import carriers
from scenario_forge.project.system import System
from scenario_forge.project.tables import tables
from scenario_forge.simulator.play import Play
from scenario_forge.simulator.playout import SequenceOfPlay
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Step
from scenario_forge.simulator.step import Outcome as Way
from scenario_forge.simulator.telling import DRAW, Breach, Outcome

DIE = [Way(face) for face in range(1, 7)]


class Slice(System):
    """A system whose modules stand beside it."""

    parts = ()
    """The modules with marked code."""
    document = None
    """The model of rules.yaml."""
    reads = None
    """``(game, scenario)``: the numbers that play reads, all of them from the documents."""
    plays = None
    """The class of what is played."""

    def clauses(self):
        """As the code is marked."""
        found = {}
        for carrier in (each for part in self.parts for each in carriers(part)):
            found.setdefault(carrier.clause, []).append(carrier.address)
        return found

    def kinds(self):
        """`rules.yaml`."""
        return (Kind("rules", self.document, required=True),)

    def arrays(self, game, scenario, options):
        """What play reads."""
        return self.reads(game, scenario)

    def play(self, compiled):
        """One scenario."""
        return self.plays(compiled)


# -- numbers ---------------------------------------------------------------------------------------


class Cells:
    """The charts of a game by their cells, for numbers that stand among words."""

    def __init__(self, game):
        self.charts = tables(game).charts

    def text(self, chart, row, column=0):
        """Of a cell; the row is named by its heading, or by how that begins."""
        table = self.charts[chart]
        found = next(n for n, heading in enumerate(table.rows) if heading.text.startswith(row))
        return table.cells[found][column].text

    def figure(self, chart, row, column=0):
        """The first number in a cell; 0 where there is none."""
        return figure(self.text(chart, row, column))

    def figures(self, chart, first=0):
        """The first number of each cell, row by row, from a column on."""
        return [[figure(cell.text) for cell in line[first:]] for line in self.charts[chart].cells]


def figure(text):
    found = re.search(r"[+-]?\d+", text)
    return int(found[0]) if found else 0


def cubes_of(grid):
    """Cube coordinates of all hexes: first q, then r."""
    cubes = [cube(grid, hex_) for hex_ in range(len(grid))]
    return [q for q, _, _ in cubes] + [r for _, r, _ in cubes]


def pairs(flat):
    """Numbers two by two."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def rows_of(flat, width):
    """Numbers row by row."""
    return tuple(tuple(flat[at : at + width]) for at in range(0, len(flat), width))


def level_of(levels, value):
    """The last of levels in ascending order whose lower end is reached."""
    return [each for each in levels if each["low"] is None or value >= each["low"]][-1]


class SliceRules:
    """What a compiled scenario means, as far as every game has it. Nothing in it changes."""

    def __init__(self, compiled):
        self.compiled, self.units, self.hexes = compiled, compiled.units, compiled.hexes
        self.neighbours, self.terrain, self.passable = (
            compiled.map.neighbours, compiled.map.terrain, compiled.kinds.terrain_passable,
        )  # fmt: skip

    def column(self, name):
        return self.compiled.rules[name]

    def value_of(self, name, unit):
        """A value of a unit's counter; −1 where it has none."""
        return self.column(f"value.{name}")[unit]

    def of_turn(self, name, turn, number=0):
        """A figure of the track: the ``number``-th of so many a turn; after the last turn as in it."""
        given, (first, last) = self.column(name), self.compiled.turns.span[:2]
        return given[(min(turn, last) - first) * (len(given) // (last - first + 1)) + number]

    def over(self, state):
        """Whether a side has won before the end."""
        return False

    def of_type(self, kind):
        """By unit, whether it is of a type."""
        return [self.compiled.keys["types"][type_] == kind for type_ in self.units.type]

    # -- the map -------------------------------------------------------------------------------------

    def bit(self, kinds, id_):
        """A kind of hexside, line or place as masks have it."""
        return 1 << self.compiled.keys[kinds].index(id_)

    def places_of(self, kind):
        """Hexes with a place of a kind."""
        places, bit = self.compiled.places, self.bit("place_kinds", kind)
        return frozenset(hex_ for hex_, kinds in zip(places.hex, places.kinds, strict=True) if kinds & bit)

    def direction(self, hex_, to):
        """The number of the hexside that leads to a neighbour."""
        return self.neighbours[6 * hex_ : 6 * hex_ + 6].index(to)

    def around(self, hex_):
        return [h for h in self.neighbours[6 * hex_ : 6 * hex_ + 6] if h >= 0]

    def from_to(self, a, b):
        """Cube coordinates of the way from one hex to another."""
        cubes = self.column("cube")
        return cubes[b] - cubes[a], cubes[self.hexes + b] - cubes[self.hexes + a]

    def away(self, a, b):
        """Hexes from one to the other."""
        q, r = self.from_to(a, b)
        return max(abs(q), abs(r), abs(q + r))

    # -- what stands where ---------------------------------------------------------------------------

    def owner(self, unit):
        return self.units.side[unit]

    def active(self, state):
        """Units on the map."""
        return [unit for unit, place in enumerate(state.units.place) if place >= 0]

    def own(self, state, side):
        return [unit for unit in self.active(state) if self.owner(unit) == side]

    def stacks(self, state):
        """By hex: the units there."""

        def make():
            found = {}
            for unit in self.active(state):
                found.setdefault(state.units.place[unit], []).append(unit)
            return found

        return state.derived("stacks", ("units.place",), make)

    def held_by(self, state, side):
        """Hexes with units of a side."""
        return [hex_ for hex_, stack in self.stacks(state).items() if self.owner(stack[0]) == side]

    def side_at(self, state, hex_):
        """Who holds a hex; None: nobody."""
        stack = self.stacks(state).get(hex_)
        return self.owner(stack[0]) if stack else None


class Book:
    """Events in the making: changes one after another, each from what those before it have left."""

    def __init__(self, state):
        self.state, self.now, self.changes, self.events = state, {}, [], []

    def get(self, column, row):
        name, column = column.split(".") if "." in column else ("units", column)
        table = getattr(self.state, name)
        return self.now.get((table.index, row, column), getattr(table, column)[row])

    def put(self, column, row, new):
        old, (name, short) = self.get(column, row), column.split(".") if "." in column else ("units", column)
        table = getattr(self.state, name)
        self.now[table.index, row, short] = new
        self.changes.append(table.change(row, short, new)._replace(old=old))

    def add(self, column, row, by):
        self.put(column, row, self.get(column, row) + by)

    def event(self, name, clause, *subjects):
        self.events.append(Event(name, tuple(self.changes), clause, subjects))
        self.changes = []


# -- steps -----------------------------------------------------------------------------------------


class Phase(Step):
    """A step that is dropped as soon as a side has won; by default it goes on by itself and does its ``work``."""

    def __init__(self, rules, id_, rule, work=None):
        self.rules, self.id, self.rule, self.work = rules, id_, rule, work

    def decider(self, state, frame):
        return NOBODY if self.rules.over(state) else self.who(state, frame)

    def apply(self, state, frame, action):
        book = Book(state)
        frames = () if self.rules.over(state) else self.done(state, frame, action, book)
        return Next(tuple(book.events), tuple(frames or ()))

    def who(self, state, frame):
        return NOBODY

    def done(self, state, frame, action, book):
        return self.work(self.rules, state, frame, book)


class Decision(Phase):
    """A step that the side of its frame decides, as long as there is something to choose besides the last word."""

    def who(self, state, frame):
        return frame.data["side"] if self.open(state, frame) else NOBODY

    def open(self, state, frame):
        return len(self.choices(state, frame, ())) > 1


class Throw(Phase):
    """Dice that go into the frame as `thrown` before the work is done."""

    def who(self, state, frame):
        return NOBODY if "thrown" in frame.data else CHANCE

    def outcomes(self, state, frame):
        return DIE

    def chance(self, state, frame):
        subjects = [n for n in frame.data.values() if isinstance(n, int)]
        return Chance(self.id, self.outcomes(state, frame), state.clock.turn[0], tuple(subjects))

    def done(self, state, frame, action, book):
        if action:
            return [frame.having(thrown=action[0])]
        return self.work(self.rules, state, frame, book)


def sequence_of(rules, steps, first, interrupts=None):
    """A sequence of play. ``steps``: by id the rule, then a kind of step, or the work of a phase, or a kind and its work."""
    made = {}
    for id_, (rule, *what) in steps.items():
        kind = what[0] if isinstance(what[0], type) else Phase
        work = () if isinstance(what[-1], type) else what[-1:]
        made[id_] = kind(rules, id_, rule, *work)
    return SequenceOfPlay(made, Frame(first), *[partial(each, rules) for each in (interrupts,) if each])


def offer(tokens):
    """Choices that must be followed by something."""
    return [Choice(token, False, True) for token in tokens]


def all_with(tokens, aims):
    """By token: what it can be used on, where there is anything. ``aims`` is a function of the token."""
    found = ((token, aims(token)) for token in tokens)
    return {token: those for token, those in found if those}


def in_two(found, chosen):
    """Choices of two stages: a token of :func:`all_with`, and what it is used on."""
    if not chosen:
        return offer(found)
    return [Choice(aim) for aim in found.get(chosen[0], ())] if len(chosen) == 1 else []


def pick(listed, picked, *, more=False):
    """One more of those listed, in their order; ``more``: something else may follow the last of them."""
    ahead = [unit for unit in listed if not picked or unit > picked[-1]]
    return [Choice(unit, True, more or unit != ahead[-1]) for unit in ahead]


def parted(tokens, word):
    """What stands before a word, and what stands after it."""
    tokens = list(tokens)
    at = tokens.index(word) if word in tokens else len(tokens)
    return tokens[:at], tokens[at + 1 :]


# -- play ------------------------------------------------------------------------------------------


class Named(int):
    """A subject of an event: ``{0:unit}`` writes its name, ``{0}`` the number."""

    def __new__(cls, number, names):
        made = super().__new__(cls, number)
        made.names = names
        return made

    def __format__(self, kind):
        return str(self.names[kind][self]) if kind else str(int(self))


class SlicePlay(Play):
    """One scenario of a slice."""

    meaning = begins = None
    """What a compiled scenario means, and what makes the first state of it."""
    steps, first, interrupts = {}, "turn", None
    """Steps as :func:`sequence_of` has them, the first of them, and what comes between."""
    words, titles, player = {}, {}, None
    """Events in words; steps in words, where not their ids; a player that knows the rules."""
    off = ("absent", "absent", "eliminated")
    """What has become of units at the places −3, −2 and −1."""

    def __init__(self, compiled):
        self.rules, self.names = self.meaning(compiled), compiled.names
        self.said = {"unit": compiled.names["units"], "hex": compiled.names["hexes"]}
        self.said["side"] = [side.title() for side in compiled.keys["sides"]]

    @cached_property
    def sequence(self):
        """The whole of it."""
        return sequence_of(self.rules, self.steps, self.first, type(self).interrupts)

    def begin(self):
        """As the scenario sets it up."""
        return self.begins(self.rules)

    def turn(self, state):
        first, last = self.rules.compiled.turns.span[:2]
        return min(state.clock.turn[0], last) - first

    def moment(self, state):
        """A player turn is the phase of a side."""
        return self.turn(state), state.clock.side[0]

    def lead(self, state):
        """Points by which the side that the levels of victory are of is ahead."""
        score, side = self.score(state), self.rules.compiled.ending["levels"]["side"]
        return score[side] - score[1 - side]

    def outcome(self, state):
        """The level that the lead comes to."""
        level, lead = level_of(self.rules.compiled.ending["levels"]["levels"], self.lead(state)), self.lead(state)
        return Outcome(DRAW if level["side"] is None else level["side"], abs(lead), level["id"])

    def gone(self, state):
        return {unit: self.off[place] for unit, place in enumerate(state.units.place) if place < 0}

    def broken(self, state):
        """Sides apart, and on ground that can be entered."""
        for hex_, stack in self.rules.stacks(state).items():
            if len({self.rules.owner(unit) for unit in stack}) > 1:
                yield Breach("units of both sides are in one hex", "units", stack[0])
            if not self.rules.passable[self.rules.terrain[hex_]]:
                yield Breach("a unit is where none can be", "units", stack[0])

    def tell(self, state, event):
        words = self.words.get(event.name, event.name)
        return words.format(*(Named(number, self.said) for number in event.subjects))

    def title_of(self, step):
        return self.titles.get(step, step.replace("-", " "))

    def throw_for(self, state, frame, purpose):
        return self.title_of(purpose)

    def players(self):
        """One that knows the rules, where there is one."""
        return {"competent": self.player} if self.player else {}
