"""The chapters of the rulebook as the template reads them: passages in order, each with what belongs to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.printing.booklet.examples import worked
from scenario_forge.printing.booklet.fights import worked_out
from scenario_forge.printing.booklet.parts import short
from scenario_forge.printing.by_hand import named_at
from scenario_forge.project.diagrams import diagrams

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.rulebook import Citation, Clause, PrintedRule, Ruling
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.words import Words
    from scenario_forge.project.diagrams import Scene
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

Chapter = dict[str, Any]
Placed = tuple["Clause", "Where"]

NOTES = frozenset({"history", "advice", "display", "example", "repeat"})
"""Reasons for which a clause that cannot be carried out is set as a note; the others read like rules."""
_ID = 24
"""The most letters of a number or id in the margin."""
_HEADING = re.compile(r"(?:[a-z0-9]{1,2}\. )?(?=[^\W\d_])[^a-z]")
_PART = re.compile(r", [a-z]$")


class Chapters:
    """Puts the chapters together and remembers what must be explained: signs, and where terms stand."""

    def __init__(self, game: Game, words: Words, bars: Bars) -> None:
        self.game, self.words, self.bars = game, words, bars
        self.signs = False
        """Some passage rests on a value of ours."""
        self._figures: dict[str, list[dict[str, Any]]] = {}
        for number, scene in enumerate(diagrams(game).scenes):
            self._figures.setdefault(scene.diagram.clause, []).append(self._figure(number, scene))

    def all(self) -> list[Chapter]:
        """Every chapter that has something in it, in the order of the printed rules."""
        return [chapter for chapter in self._chapters() if chapter["groups"] or chapter["examples"]]

    def _chapters(self) -> Iterator[Chapter]:
        for book, where in self.game.documents("rulebook", RulebookDocument):
            placed: dict[str, list[Placed]] = {}
            for number, clause in enumerate(book.clauses):
                if clause.reason == "ornament" or self.bars.settle(clause.settled):
                    continue
                placed.setdefault(clause.rule, []).append((clause, where / "clauses" / number))
            names = {rule.number: rule for rule in book.rules}
            for number, rule in enumerate(book.rules):
                yield {
                    "number": short(rule.number, _ID),
                    "title": short(rule.title),
                    "bar": self.bars.beside(where / "rules" / number),
                    "groups": list(self._groups(placed.pop(rule.number, []), names, rule.title)),
                    "examples": worked(self.game, rule.number, self.words, self.bars),
                }
            for unlisted, clauses in placed.items():
                groups = list(self._groups(clauses, names))
                yield {"number": "", "title": short(unlisted), "bar": "", "groups": groups, "examples": []}

    def _groups(self, placed: list[Placed], names: dict[str, PrintedRule], above: str = "") -> Iterator[dict[str, Any]]:
        """Clauses of one place in print together, the places in the order in which they begin."""
        by_place: dict[str, list[Placed]] = {}
        for clause, where in placed:
            by_place.setdefault(clause.place, []).append((clause, where))
        heading = above
        for place, clauses in by_place.items():
            head, heading = _head(place, heading, clauses)
            yield {"head": short(head), "items": [self._passage(clause, where, names) for clause, where in clauses]}

    def _passage(self, clause: Clause, where: Where, names: dict[str, PrintedRule]) -> dict[str, Any]:
        ours = [(where / "text").ours, *((where / "states" / name).ours for name in clause.states)]
        touched = self.bars.beside(where)
        rulings = [
            self._ruling(ruling, where / "rulings" / n)
            for n, ruling in enumerate(clause.rulings)
            if not self.bars.settle(ruling.settled)
        ]
        title = short(clause.title)
        return {
            "id": short(clause.id, _ID),
            "title": title,
            "run_in": title if title[-1] in ".?!:…" else f"{title}.",
            "text": clause.text,
            "note": not clause.executable and clause.reason in NOTES,
            "star": self._star(not touched and any(ours)),
            "bar": touched,
            "see": self._see(clause.cites, clause.rule, names),
            "by_hand": named_at(self.game, self.words, clause.id),
            "gap": clause.gap,
            "lost": clause.lost,
            "rulings": rulings,
            "figures": self._figures.get(clause.id, []),
        }

    def _ruling(self, ruling: Ruling, where: Where) -> dict[str, Any]:
        others = ". ".join(other.rstrip(".") for other in ruling.alternatives)
        return {
            "id": ruling.id,
            "question": ruling.question,
            "reading": ruling.reading.rstrip(".") + ".",
            "why": ruling.why.rstrip(".") + ".",
            "others": others + "." if others else "",
            "bar": self.bars.beside(where),
        }

    def _figure(self, number: int, scene: Scene) -> dict[str, Any]:
        sums = [worked_out(self.game, fight, self.words) for fight in scene.diagram.fights]
        ours = (scene.where / "caption").ours or any(strengths for _rows, strengths in sums)
        return {
            "svg": figure_name(number),
            "title": short(scene.diagram.title),
            "caption": scene.diagram.caption,
            "star": self._star(ours),
            "lines": list(scene.diagram.lines),
            "fights": [rows for rows, _strengths in sums],
            "bar": self.bars.beside(scene.where),
        }

    def _see(self, cites: list[Citation], here: str, names: dict[str, PrintedRule]) -> str:
        """``See rules 9 and 10``; chapters without a number by their titles."""
        cited = dict.fromkeys(citation.rule for citation in cites if citation.rule != here)
        numbered = [rule for rule in cited if rule[:1].isdigit()]
        titled = [names[rule].title if rule in names else rule for rule in cited if rule not in numbered]
        parts = []
        if numbered:
            key = "see_rule" if len(numbered) == 1 else "see_rules"
            parts.append(self.words(key, rules=self._joined(numbered)))
        if titled:
            parts.append(self.words("see_chapter", chapters=self._joined(titled)))
        return "; ".join(parts)

    def _joined(self, names: list[str]) -> str:
        if len(names) == 1:
            return names[0]
        return self.words("and_last", most=", ".join(names[:-1]), last=names[-1])

    def _star(self, ours: bool) -> str:
        self.signs = self.signs or ours
        return self.words("proposed_mark") if ours else ""


def figure_name(number: int) -> str:
    """The name of a drawing, by the place of the figure in its file."""
    return f"figure-{number}"


def _head(place: str, above: str, clauses: list[Placed]) -> tuple[str, str]:
    """The heading over a place, empty where it needs none, and the heading that stands above what follows.

    A place in print is a heading (`Strategic Movement`, `a. Reinforcements`), a part of one (`Retreats, b`), or
    says where the passage stands (`second paragraph`); only headings are for readers.
    """
    head = _PART.sub("", place)
    if not _HEADING.match(place) or head == above or place.startswith(f"{above}, "):
        return "", above
    if len(clauses) == 1 and clauses[0][0].title.casefold() in place.casefold():
        return "", above
    return head, head
