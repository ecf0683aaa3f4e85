"""The rulebook for the page, clause by clause: what each says and states, what carries it out, and who cites it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

from scenario_forge.documents.rulebook import ExamplesDocument, RulebookDocument
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.lookups import Places
from scenario_forge.project.knowledge.cards import corrections
from scenario_forge.project.knowledge.clauses import all_clauses, all_rules, carried_out, data_of, tests_of
from scenario_forge.project.place import rule_name
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.editor.beside import Beside
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


def rulebook_data(game: Game) -> dict[str, Any]:
    """All clauses in the order of the rulebook, as far as they can be read, with the printed rules they stand in."""
    places = Places(game)
    named = {
        quantity: words
        for book, _where in game.documents("rulebook", RulebookDocument)
        for quantity, words in book.quantities.items()
    }
    rules = [
        {"number": rule.number, "name": rule_name(rule.number), "title": rule.title} for rule, _where in all_rules(game)
    ]
    clauses = [_clause(places, clause, where) for clause, where in all_clauses(game)]
    return {"rules": rules, "clauses": clauses, "quantities": named}


def _clause(places: Places, clause: Clause, where: Where) -> dict[str, Any]:
    return {
        "id": clause.id,
        "rule": clause.rule,
        "place": clause.place,
        "title": clause.title,
        "text": clause.text,
        "topics": clause.topics,
        "states": [[quantity, _value(value)] for quantity, value in clause.states.items()],
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


def clause_data(game: Game, id_: str) -> dict[str, Any]:
    """What the rest of the game has to do with a clause.

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
        "carried": [{"name": name, "at": data.get(name)} for name in carried_out(game, clause)],
        "tests": tests_of(game, clause),
        "elsewhere": list(_elsewhere(game, places, clause, where)),
        "examples": list(_examples(game, places, clause)),
        "corrections": [fact.text for fact in corrections(game, where)],
    }


def _elsewhere(game: Game, places: Places, clause: Clause, where: Where) -> Iterator[dict[str, Any]]:
    """Who else states the quantities of a clause."""
    known = statements(game)
    for quantity in clause.states:
        for said in known.get(quantity, ()):
            if (said.where.file, said.where.path) != (where.file, (*where.path, "states", quantity)):
                name = said.where.span.paper or said.where.file.name
                yield {"quantity": quantity, "value": _value(said.value), "name": name, "at": places.of(said.where)}


def _examples(game: Game, places: Places, clause: Clause) -> Iterator[dict[str, Any]]:
    for document, where in game.documents("examples", ExamplesDocument):
        for number, example in enumerate(document.examples):
            if clause.id in example.clauses:
                at = places.of(where / "examples" / number)
                yield {"id": example.id, "title": example.title, "at": at}


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def routes(beside: Beside) -> list[Route]:
    """What the page asks about the rulebook."""

    async def listed(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(beside.ask, lambda now: rulebook_data(now.game)))

    async def one(request: Request) -> Response:
        id_ = request.query_params.get("id", "")[:100]
        return JSONResponse(await run_in_threadpool(beside.ask, lambda now: clause_data(now.game, id_)))

    return [Route("/api/rules", listed), Route("/api/rules/clause", one)]
