"""Validation of plain data as a document; what pydantic reports becomes diagnostics at the right key or value."""

from __future__ import annotations

import re
from collections import abc
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from scenario_forge.diagnostics import Span, TextEdit
from scenario_forge.diagnostics.model import did_you_mean, nearest
from scenario_forge.documents.base import EXPLAINED, Model, Row, as_yaml, is_settled
from scenario_forge.documents.kinds import kind_in_words
from scenario_forge.game.codes import SCH001, SCH002, SCH003, SCH004, SCH005, SCH007
from scenario_forge.source.nodes import Mapping, Scalar, Sequence, descend, span_at, span_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as MappingOf
    from collections.abc import Sequence as SequenceOf

    from pydantic_core import ErrorDetails

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.base import Document
    from scenario_forge.source.nodes import Data, Node, Path, Step

MANY = 4
"""From so many items of a list on, the same slip in each is one finding."""

_WORDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "value_error": "a single word, number, true or false",
}


_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("more than", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("less than", "lt"),
}
_NAME = "a short name: lower-case letters, digits, `-` and `_`"
_FORMS = {
    r"^[a-z0-9][a-z0-9_-]*\+?$": _NAME,
    r"^[a-z][a-z0-9_]*$": "a key: a lower-case letter, then lower-case letters, digits and `_`",
    r"^#[0-9A-Fa-f]{6}$": "a colour: `#` and six digits or letters A to F, such as `#B04020`",
    r"^[^{}]*\{\}[^{}]*$": "a text with `{}` once, where the value is printed, such as `({})`",
    r"^[1-9]d[1-9][0-9]?[0-9]?$": "a throw of dice, such as `2d6`",
    r"^[a-z]{2,3}$": "a language code of two or three letters, such as `en`",
}
"""By the pattern that a text has to match: what it is, for people."""

MOST = 100_000
"""No number of a game is greater: values, counts, years and points."""
MOST_DIGITS = 18
"""Longer runs of digits are no number, hex or date."""
MOST_LETTERS = 20_000
"""The longest text of a clause has a tenth of it, a cell a thousandth."""
_FEW = 6
"""As many keys are all named where an unknown one is none of them."""
_DIGITS = re.compile(rf"[0-9]{{{MOST_DIGITS + 1},}}")


def build(model: type[Document], root: Node, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Validate one file and return its document and findings. The document is None when anything is wrong."""
    if not isinstance(root, Mapping):
        return None, [SCH005.at(span_at(root, file, ()), found=kind_in_words(root.data))]
    senseless = list(_out_of_range(root, file)) if may_be_out_of_range(root.data) else []
    if senseless:
        return None, senseless
    model = model.model_for(root.data)
    try:
        return model.model_validate(root.data), []
    except ValidationError as error:
        return None, _findings(model, root, file, error.errors(include_url=False))


def may_be_out_of_range(data: Data) -> bool:
    """Check whether a value of a mapping or list is too long or great to be read; most files have none."""
    waiting: list[Data] = [data]
    for each in waiting:
        if isinstance(each, dict):
            longest = max(map(len, each), default=0)
            if longest > MOST_LETTERS or (longest > MOST_DIGITS and any(_DIGITS.search(key) for key in each)):
                return True
            values: Iterable[Data] = each.values()
        else:
            values = each if isinstance(each, list) else ()
        for value in values:
            kind = type(value)
            if kind is str:
                if len(value) > MOST_DIGITS and (len(value) > MOST_LETTERS or _DIGITS.search(value)):  # type: ignore[arg-type]
                    return True
            elif kind is dict or kind is list:
                waiting.append(value)
            elif kind is int and abs(value) > MOST:  # type: ignore[arg-type]
                return True
    return False


def _out_of_range(root: Node, file: str) -> Iterator[Diagnostic]:
    """Yield numbers that nothing in a game can be, and values too long for a cell; whatever else they break."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        data = node.data
        if isinstance(node, Mapping):
            waiting += [key for name, key in node.keys.items() if len(name) > MOST_DIGITS]
            waiting += node.values.values()
        elif isinstance(node, Sequence):
            waiting += node.items
        elif isinstance(data, str):
            if len(data) <= MOST_DIGITS:
                continue
            if found := _DIGITS.search(data):
                yield SCH004.at(span_of(node, file), "digits", digits=len(found[0]), most=MOST_DIGITS)
            elif len(data) > MOST_LETTERS:
                yield SCH004.at(span_of(node, file), "letters", letters=len(data), most=MOST_LETTERS)
        elif isinstance(data, int) and abs(data) > MOST:
            yield SCH004.at(span_of(node, file), "beyond", most=MOST, value=data)


def _findings(model: type[BaseModel], root: Node, file: str, errors: SequenceOf[Any]) -> list[Diagnostic]:
    """One finding for each slip.

    A misspelt key is not missing too; where many keys of one entry are missing, or many items of a list have
    the same fault, the first stands for all.
    """
    misspelt = {(*e["loc"][:-1], _meant(model, e)) for e in errors if e["type"] == "extra_forbidden"}
    left = [e for e in errors if e["type"] != "missing" or e["loc"] not in misspelt]
    missing: dict[Path, list[Step]] = {}
    for error in left:
        if error["type"] == "missing":
            missing.setdefault(error["loc"][:-1], []).append(error["loc"][-1])
    several = {path: keys for path, keys in missing.items() if len(keys) >= MANY}
    alike: dict[tuple[Any, ...], list[Any]] = {}
    for error in left:
        *path, key = error["loc"]
        if error["type"] != "missing" or key == several.get(tuple(path), [key])[0]:
            places = tuple("*" if isinstance(step, int) else step for step in error["loc"])
            alike.setdefault((error["type"], places), []).append(error)
    return [finding for same in alike.values() for finding in _of_alike(model, root, file, same, several)]


def _of_alike(
    model: type[BaseModel], root: Node, file: str, same: list[Any], several: MappingOf[Path, list[Step]]
) -> Iterator[Diagnostic]:
    shown = same if len(same) < MANY else same[:1]
    for error in shown:
        finding = _finding(model, root, file, error)
        others = several.get(error["loc"][:-1], [])[1:] if error["type"] == "missing" else []
        if others:
            finding = finding.note("missing too: " + ", ".join(f"`{key}`" for key in others))
        if len(same) > len(shown):
            last = span_at(root, file, same[-1]["loc"])
            finding = finding.also(last, f"the last of {len(same)} places with this finding")
        yield finding


def _meant(model: type[BaseModel], error: Any) -> str | None:  # noqa: ANN401
    """The key for which an unknown one may be misspelt."""
    path: Path = error["loc"]
    return nearest(str(path[-1]), _keys(model, path[:-1]))


def _finding(model: type[BaseModel], root: Node, file: str, error: Any) -> Diagnostic:  # noqa: ANN401
    loc: Path = tuple(step for step in error["loc"] if step != "[key]")
    kind = error["type"]
    structured = kind == "string_type" and isinstance(error["input"], (dict, list))
    if structured and str(loc[-1]) not in {*_keys(model, loc[:-1])} and not _is_row(model, loc[:-1]):
        kind = "extra_forbidden"  # where others are allowed that are no columns, they have texts
    if kind == "missing":
        owner = _owner(root, loc[:-1])
        return SCH001.at(span_at(root, file, loc[:-1], "key"), key=loc[-1], owner=owner)
    if kind == "extra_forbidden":
        kept = _settled(model, loc[:-1])
        if loc[-1] in kept:
            return _no_longer_said(span_at(root, file, loc, "key"), str(loc[-1]), error["input"], kept[str(loc[-1])])
        meant = _meant(model, error)
        finding = SCH002.at(span_at(root, file, loc, "key"), key=loc[-1])
        known = [f"`{key}`" for key in _keys(model, loc[:-1])]
        few = f"there are {', '.join(known)}" if 0 < len(known) <= _FEW else None
        return finding.suggest(f"did you mean {meant}?" if meant else few)
    if kind == EXPLAINED:
        return SCH004.at(span_at(root, file, (*loc, *error["ctx"]["path"])), problem=error["ctx"]["problem"])
    span = span_at(root, file, loc, "key" if "[key]" in error["loc"] else "value")
    if kind in _WORDS:
        finding = SCH003.at(span, expected=_WORDS[kind], found=kind_in_words(error["input"]))
        return _quoted(finding, root, loc, span) if kind == "string_type" else finding
    return _wrong(span, error).suggest(_near(error))


def _no_longer_said(span: Span, key: str, said: object, played: object) -> Diagnostic:
    finding = SCH007.at(span, key=key, value=f"`{as_yaml(played)}`")
    if is_settled(said, played):
        return finding.suggest("`forge migrate GAME` takes it out")
    return finding.note(f"this game says `{as_yaml(said)}`").suggest(
        f"take `{key}` out and play by `{as_yaml(played)}`"
    )


def _wrong(span: Span, error: ErrorDetails) -> Diagnostic:
    context, value = error.get("ctx", {}), error["input"]
    if error["type"] == "literal_error":
        return SCH004.at(span, "choice", expected=str(context["expected"]).replace("'", ""), value=value)
    if error["type"] == "string_pattern_mismatch":
        form = _FORMS.get(context["pattern"], f"written in the form {context['pattern']}")
        return SCH004.at(span, "form", form=form, value=value)
    if error["type"] in _BOUNDS:
        words, key = _BOUNDS[error["type"]]
        return SCH004.at(span, "bound", bound=f"{words} {context[key]}", value=value)
    if error["type"] in ("too_short", "string_too_short"):
        return SCH004.at(span, "empty")
    message = str(error["msg"])
    return SCH004.at(span, problem=f"{message[0].lower()}{message[1:]}: `{value}`")


def problem_of(error: ErrorDetails) -> str:
    """Return what is wrong with a value that a model refuses, in an author's words."""
    kind, loc = error["type"], error["loc"]
    if kind == "missing":
        return f"the key `{loc[-1]}` is missing"
    if kind == "extra_forbidden":
        return f"there is no key `{loc[-1]}` here"
    if kind in _WORDS:
        return f"expected {_WORDS[kind]}, found {kind_in_words(error['input'])}"
    return _wrong(Span("", 1, 1, 1, 2), error).message


def _near(error: Any) -> str | None:  # noqa: ANN401
    if error["type"] != "literal_error":
        return None
    expected = str(error["ctx"]["expected"]).replace(" or ", ", ")
    return did_you_mean(str(error["input"]), [word.strip(" '") for word in expected.split(",")])


def _quoted(finding: Diagnostic, root: Node, loc: Path, span: Span) -> Diagnostic:
    node, depth = descend(root, loc)
    if depth == len(loc) and isinstance(node, Scalar) and node.text and span.line == span.end_line:
        return finding.fix(f"put {node.text} between quotes", TextEdit(span, f'"{node.text}"'), safe=True)
    return finding


def _owner(root: Node, path: Path) -> str:
    node, _depth = descend(root, path)
    if isinstance(node, Mapping) and path:
        for key in ("name", "no", "id", "title", "hex"):
            if isinstance(node.values.get(key), Scalar):
                return f" in `{node.values[key].data}`"
    return f" in `{path[-1]}`" if path and isinstance(path[-1], str) else ""


def _at(model: type[BaseModel], path: Path) -> type[BaseModel] | None:
    """The model of what stands at ``path``."""
    inner: Any = model
    for step in path:
        inner = _below(_bare(inner), step)
    inner = _bare(inner)
    return inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None


def _settled(model: type[BaseModel], path: Path) -> MappingOf[str, Any]:
    """The keys that what stands at ``path`` had in earlier versions."""
    found = _at(model, path)
    return found.gone if found is not None and issubclass(found, Model) else {}


def _is_row(model: type[BaseModel], path: Path) -> bool:
    found = _at(model, path)
    return found is not None and issubclass(found, Row)


def _keys(model: type[BaseModel], path: Path) -> Iterator[str]:
    """The keys that the model at ``path`` knows."""
    inner = _at(model, path)
    if inner is not None:
        yield from (field.alias or name for name, field in inner.model_fields.items())


def _below(annotation: Any, step: Step) -> Any:  # noqa: ANN401
    """What an annotation says of the value under one key or index."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields
        field = fields.get(str(step)) or next((each for each in fields.values() if each.alias == step), None)
        return field.annotation if field else None
    arguments = get_args(annotation)
    return arguments[-1] if get_origin(annotation) in (list, dict, abc.Mapping) else None


def _bare(annotation: Any) -> Any:  # noqa: ANN401
    """An annotation without its constraints and without None as the other choice."""
    while get_origin(annotation) in (Annotated, Union, UnionType):
        annotation = next((a for a in get_args(annotation) if a is not type(None)), None)
    return annotation
