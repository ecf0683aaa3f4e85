"""The rulebook for the page, clause by clause: what each says and states, what carries it out, and who cites it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.documents.rulebook import ExamplesDocument, RulebookDocument
from scenario_forge.editor.answers import Place, Unknown
from scenario_forge.editor.endpoint import Name, get
from scenario_forge.editor.text.lookups import Places
from scenario_forge.game.knowledge.cards import corrections
from scenario_forge.game.knowledge.clauses import all_clauses, all_rules, carriers_of, data_of, tests_of
from scenario_forge.game.place import rule_name
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.routing import Route

    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.editor.background import BackgroundGame
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where


RuleHead = TypedDict("RuleHead", {"number": str, "name": str, "title": str})
"""A printed rule."""
CitedRule = TypedDict("CitedRule", {"rule": str, "about": str})
"""A rule that a clause cites."""
ClauseRuling = TypedDict("ClauseRuling", {"id": str, "question": str, "reading": str, "others": list[str], "why": str})
"""A question about a clause, and how it is read."""
ClauseData = TypedDict("ClauseData", {
    "id": str, "rule": str, "place": str, "title": str, "text": str, "topics": list[str],
    "states": list[tuple[str, str]], "cites": list[CitedRule], "rulings": list[ClauseRuling], "executable": bool,
    "gap": str, "lost": str, "at": Place | None,
})  # fmt: skip
"""A clause of the rulebook."""
RulebookAnswer = TypedDict("RulebookAnswer", {
    "rules": list[RuleHead], "clauses": list[ClauseData], "quantities": dict[str, str],
})  # fmt: skip
"""The rulebook: the printed rules, their clauses, and the words for quantities."""
Carried = TypedDict("Carried", {"name": str, "at": Place | None})
"""What carries a clause out."""
Stated = TypedDict("Stated", {"name": str, "at": Place | None, "quantity": str, "value": str})
"""Who else states a quantity of a clause."""
ClauseExample = TypedDict("ClauseExample", {"id": str, "title": str, "at": Place | None})
"""An example of a clause."""
ClauseAnswer = TypedDict("ClauseAnswer", {
    "id": str, "reason": str, "carried": list[Carried], "tests": list[str], "elsewhere": list[Stated],
    "examples": list[ClauseExample], "corrections": list[str],
})  # fmt: skip
"""What the rest of the game has to do with a clause."""


def rulebook_data(game: Game) -> RulebookAnswer:
    """Return all readable clauses in the order of the rulebook, with the printed rules they stand in."""
    places = Places(game)
    named = {
        quantity: words
        for book, _where in game.documents("rulebook", RulebookDocument)
        for quantity, words in book.quantities.items()
    }
    rules: list[RuleHead] = [
        {"number": rule.number, "name": rule_name(rule.number), "title": rule.title} for rule, _where in all_rules(game)
    ]
    clauses = [_clause(places, clause, where) for clause, where in all_clauses(game)]
    return {"rules": rules, "clauses": clauses, "quantities": named}


def _clause(places: Places, clause: Clause, where: Where) -> ClauseData:
    return {
        "id": clause.id,
        "rule": clause.rule,
        "place": clause.place,
        "title": clause.title,
        "text": clause.text,
        "topics": clause.topics,
        "states": [(quantity, _value(value)) for quantity, value in clause.states.items()],
        "cites": [{"rule": cite.rule, "about": cite.about} for cite in clause.cites],
        "rulings": [
            {
                "id": ruling.id,
                "question": ruling.question,
                "reading": ruling.reading,
                "others": ruling.alternatives,
                "why": ruling.why,
            }
            for ruling in clause.rulings
        ],
        "executable": clause.executable,
        "gap": clause.gap,
        "lost": clause.lost,
        "at": places.of(where),
    }


def clause_data(game: Game, id_: Annotated[Name, Field(alias="id")]) -> ClauseAnswer:
    """Return the rest of the game that has to do with a clause.

    Raises:
        Unknown: the rulebook has no such clause.
    """
    found = next(((clause, where) for clause, where in all_clauses(game) if clause.id == id_), None)
    if found is None:
        raise Unknown(f"the rulebook has no clause {id_[:40]!r}")
    clause, where = found
    places = Places(game)
    data = {each.address: places.of(each.where) for each in data_of(game, clause)}
    return {
        "id": clause.id,
        "reason": clause.reason,
        "carried": [{"name": name, "at": data.get(name)} for name in carriers_of(game, clause)],
        "tests": tests_of(game, clause),
        "elsewhere": list(_elsewhere(game, places, clause, where)),
        "examples": list(_examples(game, places, clause)),
        "corrections": [fact.text for fact in corrections(game, where)],
    }


def _elsewhere(game: Game, places: Places, clause: Clause, where: Where) -> Iterator[Stated]:
    """Yield who else states the quantities of a clause."""
    known = statements(game)
    for quantity in clause.states:
        for said in known.get(quantity, ()):
            if (said.where.file, said.where.path) != (where.file, (*where.path, "states", quantity)):
                name = said.where.span.paper or said.where.file.name
                yield {"quantity": quantity, "value": _value(said.value), "name": name, "at": places.of(said.where)}


def _examples(game: Game, places: Places, clause: Clause) -> Iterator[ClauseExample]:
    for document, where in game.documents("examples", ExamplesDocument):
        for number, example in enumerate(document.examples):
            if clause.id in example.clauses:
                at = places.of(where / "examples" / number)
                yield {"id": example.id, "title": example.title, "at": at}


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def routes(background: BackgroundGame) -> list[Route]:
    """Return the routes of the rulebook."""
    return [
        get("/api/rules", rulebook_data, background.ask_game),
        get("/api/rules/clause", clause_data, background.ask_game),
    ]
