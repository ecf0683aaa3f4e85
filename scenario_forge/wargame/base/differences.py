"""Check EXM005: printed answers of worked examples that differ from those of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import Candidate, Codes, NewValue
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.place import Where, rule_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
EXM005 = CODES.error(
    "EXM005",
    "answer-differs-from-rules",
    "the rules give {found} for `{key}`; the example has {printed}",
)


def differences(game: Game, answers: Callable[[ExamplesDocument], Sequence[Mapping[str, Any]]]) -> Iterator[Diagnostic]:
    """Yield a finding for each example whose answers differ; ``answers`` gives those of the rules by printed key."""
    for document, where in game.documents("examples", ExamplesDocument):
        for index, (example, found) in enumerate(zip(document.examples, answers(document), strict=True)):
            here = where / "examples" / index
            odd = [key for key, value in found.items() if key in example.answer and _differ(example.answer[key], value)]
            for key in odd[:1]:  # the others may follow from it, or from what is given
                printed, value = example.answer[key], found[key]
                path, right = _odd(printed, value)
                at = Where(where.file, (*(here / "answer" / key).path, *path))
                finding = EXM005.at(at, key=key, found=answer_text(value), printed=answer_text(printed))
                finding = replace(finding, candidates=(_by_rules(here / "answer", example.answer, found, odd),))
                if len(odd) > 1:
                    finding = finding.could_be(at, right, "by the rules", "worked-out")
                for other in odd[1:]:
                    text = f"the rules give {answer_text(found[other])} for `{other}`"
                    finding = finding.also(here / "answer" / other, text)
                meant = [*_other_situations(document, index, answers)]
                for path, value in meant:
                    words = f"or this is wrong: with {answer_text(value)} the printed answers are right"
                    given = Where(where.file, (*(here / "given").path, *path))
                    finding = finding.also(given, words)
                    finding = finding.could_be(given, value, "with it the printed answers are right", "compared")
                if not meant and example.given:
                    finding = finding.also(here / "given", "what it is worked out from")
                yield finding.under(rule_name(example.rule))


def _odd(printed: object, found: object) -> tuple[Path, object]:
    """Return the path to the one value in which two answers differ, and the value; empty where that is all of them."""
    if isinstance(printed, dict) and isinstance(found, dict) and printed.keys() == found.keys():
        unlike = [(key, found[key]) for key in printed if printed[key] != found[key]]
        inner = [(key, printed[key], other) for key, other in unlike]
    elif isinstance(printed, list) and isinstance(found, list) and len(printed) == len(found):
        left = [each for each in found if each not in printed]
        inner = [(place, each, left[0]) for place, each in enumerate(printed) if left and each not in found]
    else:
        inner = []
    if len(inner) != 1:
        return (), found
    step, here, right = inner[0]
    path, value = _odd(here, right)
    return (step, *path), value


def _by_rules(at: Where, printed: Mapping[str, Any], found: Mapping[str, Any], odd: Sequence[str]) -> Candidate:
    """All answers that differ, as the rules give them."""
    values = []
    for key in odd:
        path, right = _odd(printed[key], found[key])
        values.append(NewValue(at.file.name, (*(at / key).path, *path), right))
    return Candidate((*values,), "by the rules", "worked-out")


_FEW = 2
"""How far a number may be from the one that is meant."""


def _other_situations(
    document: ExamplesDocument, index: int, answers: Callable[[ExamplesDocument], Sequence[Mapping[str, Any]]]
) -> Iterator[tuple[Path, object]]:
    """Yield what is given in an example and, changed alone to this, would make all its printed answers right."""
    example = document.examples[index]
    read = [text for lookup in example.lookups for text in (lookup.row, lookup.column)]
    read += [str(value) for _path, value in _leaves(example.answer, ())]
    for path, value in _leaves(example.given, ()):
        for other in _others(value, read):
            changed = example.model_copy(update={"given": _with(example.given, path, other)})
            drawn = [each for each in document.examples if each.map is not None and each is not example]
            try:
                found = answers(document.model_copy(update={"examples": [changed, *drawn]}))[0]
            except (ArithmeticError, LookupError, TypeError, ValueError):
                continue  # no such situation
            if found and not any(key in example.answer and _differ(example.answer[key], found[key]) for key in found):
                yield path, other
                break


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    """The numbers and texts of a value, each with the path to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from _leaves(below, (*path, key))
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        yield path, value


def _others(value: object, read: Sequence[str]) -> Iterator[object]:
    """Yield what might be meant: what the example looks up or answers, figures exchanged, numbers beside it."""
    if isinstance(value, str):
        yield from (text for text in read if text != value and not text.lstrip("+-").isdecimal())
    elif isinstance(value, int):
        yield from (int(text) for text in read if text.lstrip("+-").isdecimal() and int(text) != value)
        yield from (value + step for near in range(1, _FEW + 1) for step in (near, -near))
        yield int(str(abs(value))[::-1])


def _with(value: Any, path: Path, other: object) -> Any:  # noqa: ANN401 - plain YAML data
    if not path:
        return other
    if isinstance(value, list):
        return [_with(each, path[1:], other) if place == path[0] else each for place, each in enumerate(value)]
    return {**value, path[0]: _with(value[path[0]], path[1:], other)}


def _differ(printed: object, found: object) -> bool:
    """Return whether two answers differ; lists are compared in any order."""
    if isinstance(printed, list) and isinstance(found, list):
        return sorted(map(str, printed)) != sorted(map(str, found))
    return bool(printed != found)


def answer_text(value: object) -> str:
    """Return an answer as a file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(answer_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {answer_text(inner)}' for key, inner in value.items())}}}"
    return str(value)
