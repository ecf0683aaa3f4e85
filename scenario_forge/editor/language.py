"""What the text pane asks of the language functions that `forge lsp` asks too, with the page's texts and offsets."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

from scenario_forge.editor.answers import Refused, Unknown
from scenario_forge.editor.page_text import PageText
from scenario_forge.editor.requests import At, read_body
from scenario_forge.language import completion, names, renaming
from scenario_forge.source.nodes import EditRefused, Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.diagnostics import Span
    from scenario_forge.editor.beside import Beside, Now
    from scenario_forge.editor.session import Session
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Splice

MOST_PLACES = 500
"""Places that name one thing."""


class Rename(At):
    """A new name for what stands at an offset."""

    doc: Annotated[str, Field(max_length=400)]
    at: Annotated[int, Field(ge=0, le=10**9)]
    name: Annotated[str, Field(min_length=1, max_length=200)]


class Text:
    """A document of a game as the page has it."""

    def __init__(self, game: Game, doc: str) -> None:
        file = game.read.get(doc)
        if file is None or not file.source.written.readable:
            raise Unknown(f"the game has no document {doc[:200]!r} that can be read as text")
        self.doc, self.text = doc, file.source.text
        self.page, self.lines = PageText(self.text), Lines(self.text)

    def offset(self, at: int) -> int:
        """The code point at an offset of the page."""
        return self.page.to_file(min(max(at, 0), self.page.length))

    def place(self, at: int) -> tuple[str, int, int]:
        """Document, line and column of an offset of the page."""
        return self.doc, *self.lines.position(self.offset(at))

    def shown(self, span: Span) -> dict[str, Any]:
        """A span for the page, with its line."""
        start = self.lines.offset(span.line, span.column)
        end = self.lines.offset(span.end_line, span.end_column)
        begin, stop = self.lines.bounds(span.line)
        return {
            "doc": self.doc,
            "from": self.page.to_page(start),
            "to": self.page.to_page(end),
            "line": span.line,
            "text": self.text[begin:stop].strip()[:200],
            "paper": span.paper,
        }


def completions(now: Now, doc: str, at: int) -> list[dict[str, Any]]:
    """What may be written at an offset."""
    text = Text(now.game, doc)
    found = completion.complete(now.game, doc, text.text, text.offset(at))
    return [{"label": each.label, "kind": each.kind, "from": text.page.to_page(each.start)} for each in found]


def hover(now: Now, doc: str, at: int) -> dict[str, Any] | None:
    """What is known of the name at an offset, in Markdown; None where nothing is named."""
    text = Text(now.game, doc)
    said = names.hover(now.game, *text.place(at))
    return {"text": said.text, **text.shown(said.span)} if said else None


def definitions(now: Now, doc: str, at: int) -> list[dict[str, Any]]:
    """Where the name at an offset is defined."""
    return _places(now.game, names.definition(now.game, *Text(now.game, doc).place(at)))


def uses(now: Now, doc: str, at: int) -> list[dict[str, Any]]:
    """Every place that names what stands at an offset."""
    return _places(now.game, names.named_alike(now.game, *Text(now.game, doc).place(at)))


def _places(game: Game, spans: Iterable[Span]) -> list[dict[str, Any]]:
    texts: dict[str, Text] = {}
    found: list[dict[str, Any]] = []
    for span in spans:
        if span.file in game.read and len(found) < MOST_PLACES:
            text = texts.get(span.file) or texts.setdefault(span.file, Text(game, span.file))
            found.append(text.shown(span))
    return found


def name(now: Now, doc: str, at: int) -> dict[str, Any] | None:
    """The name at an offset, if it can be renamed; None where there is none."""
    text = Text(now.printed, doc)
    found = names.name_at(now.printed, *text.place(at))
    if found is None:
        return None
    span = found.where.span
    start, end = text.lines.offset(span.line, span.column), text.lines.offset(span.end_line, span.end_column)
    return {
        **text.shown(span),
        "name": text.text[start:end],
        "kind": found.target.kind,
        "renames": renaming.can_rename(found),
    }


def renamed(now: Now, doc: str, at: int, new: str) -> tuple[str, dict[str, list[Splice] | None]]:
    """A sentence, and the splices that give what stands at an offset a new name wherever it is named.

    Raises:
        Refused: nothing is named there, or it cannot have this name.
    """
    game = now.printed
    found = names.name_at(game, *Text(game, doc).place(at))
    if found is None:
        raise Refused("nothing is named here: put the cursor on the name of a unit, a place, an area or a scenario")
    try:
        edits = renaming.renamed(game, found, new)
    except EditRefused as refused:
        raise Refused(str(refused)) from refused
    done: dict[str, list[Splice] | None] = {}
    for file, several in edits.items():
        lines = Lines(game.read[file].source.text)
        done[file] = [
            (lines.offset(e.span.line, e.span.column), lines.offset(e.span.end_line, e.span.end_column), e.new)
            for e in several
        ]
    return f"Rename {found.target.kind} {found.target.id} to {new}", done


def routes(session: Session, beside: Beside) -> list[Route]:
    """What the text pane asks."""

    def asks(question: Callable[[Now, str, int], Any], path: str) -> Route:
        async def answer(request: Request) -> Response:
            at = request.query_params.get("at", "")
            if not at.isascii() or not at.isdigit() or len(at) > 9:
                raise Refused("`at` is an offset of the text")
            asked = partial(question, doc=request.query_params.get("doc", ""), at=int(at))  # type: ignore[call-arg]
            return JSONResponse(await run_in_threadpool(beside.ask, asked))

        return Route(path, answer)

    async def rename(request: Request) -> Response:
        body = await read_body(request, Rename)

        def made() -> Any:  # noqa: ANN401 - as JSON
            sentence, done = beside.ask(lambda now: renamed(now, body.doc, body.at, body.name))
            return session.put(body.epoch, sentence, done)

        return JSONResponse(await run_in_threadpool(made))

    return [
        asks(completions, "/api/language/complete"),
        asks(hover, "/api/language/hover"),
        asks(definitions, "/api/language/definition"),
        asks(uses, "/api/language/uses"),
        asks(name, "/api/language/name"),
        Route("/api/language/rename", rename, methods=["POST"]),
    ]
