"""Routes made of plain functions: their signature says what a request brings, and what they return is sent as JSON.

A parameter that the path names is read from the path; of a GET the others are read from the query, of a POST from the
JSON. A parameter called `body` is the whole JSON, in the shape of its model. TypeScript types of the page are made
of the same signatures (`scripts/page_types.py`), so a function that is a route has annotations that its module can
resolve at run time.
"""

from __future__ import annotations

import inspect
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from scenario_forge.editor.requests import Body

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

    Ask = Callable[[Callable[[Any], Any]], Any]
    """Puts a question to what it is about, such as the game at a time when nobody changes it."""

T = TypeVar("T")
Name = Annotated[str, Field(max_length=200)]
"""Of a scenario, a table, a hex, or the like."""
Doc = Annotated[str, Field(max_length=2000)]
Count = Annotated[int, Field(ge=0, lt=10**9)]
"""Of a row, a turn, an offset."""


class Query(BaseModel):
    """The values in the path and the query of a request."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Shape(NamedTuple):
    """The parameters that a function takes from a request, and the type that it returns."""

    query: type[Query]
    body: type[Body]
    whole: bool
    """Whether the JSON is one argument, `body`."""


class Endpoint(Route):
    """Route of one function, which is called in a thread."""

    def __init__(self, method: str, path: str, work: Callable[..., Any], ask: Ask | None = None) -> None:
        """``ask``: gives the function its first argument, which the request does not bring."""
        super().__init__(path, self._respond, methods=[method])
        self.method, self.work, self._ask = method, work, ask

    @cached_property
    def shape(self) -> Shape:
        """The function's signature as types; read when it is first asked for, as the server starts without it."""
        signature = inspect.signature(self.work)
        parameters = [*signature.parameters.values()][1 if self._ask else 0 :]
        brought = [each for each in parameters if self.method == "GET" or each.name in self.param_convertors]
        rest = [each for each in parameters if each not in brought]
        query = self._model(Query, brought)
        body = self._model(Body, rest)
        whole = body.model_fields.get("body")
        return Shape(query, cast("type[Body]", whole.annotation) if whole else body, whole is not None)

    @property
    def answer(self) -> Any:  # noqa: ANN401 - a type
        """The type that the function returns, for the page's types."""
        returned = inspect.signature(self.work).return_annotation
        make = cast("Any", create_model)
        anything = ConfigDict(arbitrary_types_allowed=True)
        made = make("Answer", __config__=anything, __module__=self.work.__module__, answer=(returned, ...))
        return made.model_fields["answer"].annotation

    def inputs(self) -> dict[str, FieldInfo]:
        """Return what a request brings by name, for the page's types; `body` is all of the JSON."""
        query, body, whole = self.shape
        fields = {each.alias or name: each for model in (query, body) for name, each in model.model_fields.items()}
        return {"body": FieldInfo(annotation=body), **query.model_fields} if whole else fields

    def _model(self, base: type[T], parameters: list[inspect.Parameter]) -> type[T]:
        """Return the shape of some parameters; their annotations are read in the module of the function."""
        fields = {
            each.name: (each.annotation, ... if each.default is inspect.Parameter.empty else each.default)
            for each in parameters
        }
        make = cast("Any", create_model)
        return cast("type[T]", make(base.__name__, __base__=base, __module__=self.work.__module__, **fields))

    async def _respond(self, request: Request) -> Response:
        """Read the request, call the function, and send what it returns."""
        query, body, whole = self.shape
        given = _values(query.model_validate({**request.query_params, **request.path_params}))
        if self.method != "GET":
            read = body.model_validate_json(await request.body())
            given |= {"body": read} if whole else _values(read)
        answer = await run_in_threadpool(self._answer, given)
        return answer if isinstance(answer, Response) else Response(to_json(answer), media_type="application/json")

    def _answer(self, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - as JSON
        return self._ask(partial(self.work, **given)) if self._ask else self.work(**given)


def _values(read: BaseModel) -> dict[str, Any]:
    return {name: getattr(read, name) for name in read.model_fields_set}


get, post = partial(Endpoint, "GET"), partial(Endpoint, "POST")


def at_once(session: Session) -> Ask:
    """Return an asker of quick questions about the game as it is now, under the session's lock."""

    def ask(question: Callable[[Game], Any]) -> Any:  # noqa: ANN401 - as JSON
        with session.lock:
            return question(session.game())

    return ask


def in_background(session: Session) -> Ask:
    """Return an asker of slow questions about the game as it is now, while others go on editing."""
    return lambda question: question(session.snapshot()[1])
