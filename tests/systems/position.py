"""What the positions of all games share, and what holds at the end of every whole game."""

from __future__ import annotations

from scenario_forge.api.play import PlayOrder, play_scenario


class Position:
    """A scenario as it begins. A game's own class puts its units, has `index` and `playout`, and reads `action`."""

    def __init__(self, ready):
        self.ready = ready
        self.play, self.compiled = ready.play, ready.compiled
        self.rules, self.state = self.play.rules, self.play.begin()

    def hex(self, name):
        """The number of a hex, as the rules number it."""
        return self.compiled.names["hexes"].index(name)

    def unit(self, name, column):
        return getattr(self.state.units, column)[self.index[name]]

    def where(self, name):
        """The hex of a unit; else the number that says where it is."""
        place = self.unit(name, "place")
        return self.compiled.names["hexes"][place] if place >= 0 else place

    def act(self, *words):
        self.playout.advance()
        self.playout.act(self.action(*words))
        return self.playout.advance()

    def offered(self, *prefix):
        """What can follow: units and hexes by name, and numbers."""
        if self.playout.advance() is None:
            return []
        begun = self.action(*prefix)
        table = self.play.table_of(self.playout.frame, begun)
        names = self.compiled.names[table] if table else ()
        tokens = [choice.token for choice in self.playout.choices(begun)]
        return [token if isinstance(token, str) or not names else names[token] for token in tokens]

    def events(self, name):
        return [event for event in self.playout.events if event.name == name]


def whole_game(ready, players, seed):
    """A game played to its end, in which nothing was lost or broken."""
    order = PlayOrder(seed=seed, players=dict(zip(ready.sides, players, strict=True)), check=True)
    played = play_scenario(ready, order)
    assert (played.ending.ended, played.ending.message) == ("over", "")
    state, play = played.match.playout.state, ready.play
    assert not list(play.breaches(state))
    assert play.outcome(state).level
    units = [piece.number for piece in play.pieces(state) if piece.kind == "units"]
    assert sorted([*units, *play.out_of_play(state)]) == list(range(len(ready.compiled.units.side)))
    assert all(play.event_text(state, event) for event in played.match.playout.events)
    return played
