from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenario_forge.source.codes import CODES
from scenario_forge.source.comments import apply_suppressions, suppressions
from scenario_forge.source.edit import apply_edits
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Code


def known_codes() -> dict[str, Code]:
    return {code.id: code for code in CODES}


def left(text: str, known=known_codes) -> list[str]:
    source = Source.of_text("f.yaml", text)
    return [d.code.id for d in apply_suppressions(source.problems, [source], known)]


@pytest.mark.parametrize(
    "text",
    [
        "hex: 0614  # ignore: YML040 - the printed number\n",
        "hex: 0614 #ignore: leading-zero - the printed number",
        "# ignore: YML040 - the printed number\nhex: 0614\n",
        "# ignore: YML040 - the printed number\n\n# a note\nhex: 0614\n",
        "a: 1\r\n# ignore: YML040 – the printed number\r\nhex: 0614\r\n",
        "h: [0614, NO]  # ignore: YML040, YML041 - as printed\n",
        "h: [0614, NO]  # ignore: YML040,YML041 - as printed\n",
        "# ignore: YML041 - as printed\n# ignore: YML040 - as printed\nh: [0614, NO]\n",
    ],
)
def test_a_reason_silences_a_finding(text: str) -> None:
    assert left(text) == []


def test_other_lines_and_other_codes_are_heard() -> None:
    assert left("a: 0614  # ignore: YML040 - as printed\nb: 0615\n") == ["YML040"]
    assert left("h: [0614, NO]  # ignore: YML040 - as printed\n") == ["YML041"]


def test_without_a_reason_nothing_is_silenced() -> None:
    assert left("hex: 0614  # ignore: YML040\n") == ["YML040", "SUP001"]
    assert left("hex: 0614  # ignore: YML040 -\n") == ["YML040", "SUP001"]
    [told] = apply_suppressions([], [Source.of_text("f.yaml", "hex: 0614  # ignore: YML040\n")], known_codes)
    assert told.help == "write the reason behind a hyphen: `# ignore: YML040 - …`"


def test_what_silences_nothing_is_reported_at_its_place_with_a_fix() -> None:
    text = "hex: R12  # ignore: YML040 - as printed\nb: 1\n"
    source = Source.of_text("f.yaml", text)
    [found] = apply_suppressions([], [source], known_codes)
    assert (found.code.id, found.span.line, found.span.column, found.span.end_column) == ("SUP002", 1, 11, 40)
    assert apply_edits(text, found.fixes[0].edits) == "hex: R12\nb: 1\n"


def test_a_comment_alone_goes_with_its_line() -> None:
    text = "a: 1\n  # ignore: YML040 - as printed\nb: 1\n"
    source = Source.of_text("f.yaml", text)
    [found] = apply_suppressions([], [source], known_codes)
    assert apply_edits(text, found.fixes[0].edits) == "a: 1\nb: 1\n"


def test_of_two_codes_only_the_unused_one_goes() -> None:
    text = "hex: 0614  # ignore: YML040, YML041 - as printed\n"
    source = Source.of_text("f.yaml", text)
    [found] = apply_suppressions(source.problems, [source], known_codes)
    assert found.message == "there is no finding YML041 here to suppress"
    assert apply_edits(text, found.fixes[0].edits) == "hex: 0614  # ignore: YML040 - as printed\n"


def test_a_code_that_does_not_exist_is_named() -> None:
    source = Source.of_text("f.yaml", "hex: R12  # ignore: YML400 - as printed\n")
    [found] = apply_suppressions([], [source], known_codes)
    assert (found.code.id, found.span.column, found.span.end_column) == ("SUP003", 21, 27)
    assert found.help == "did you mean YML040?"


@pytest.mark.parametrize(
    "text",
    [
        "a: '# ignore: YML040 - x'\n",
        "a: |\n  text\n  # ignore: YML040 - x\n",
        "a: b# ignore: YML040 - x\n",
        "a: 1  # do not ignore: this\n",
    ],
)
def test_only_a_comment_is_a_suppression(text: str) -> None:
    assert suppressions(Source.of_text("f.yaml", text)) == []


def test_a_file_that_cannot_be_read_silences_nothing() -> None:
    assert left("a: [  # ignore: YML022 - broken\n") == ["YML022"]
