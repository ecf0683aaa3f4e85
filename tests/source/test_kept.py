"""Results kept between runs: never a wrong one, whatever lies in the cache, and no harm where nothing can be kept."""

from __future__ import annotations

import json
import sys

import pytest

from scenario_forge.source import files as module
from scenario_forge.source.files import MOST_BYTES, MOST_FILES, cache_folder, cached_result, code_digest, own_code


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(module.SWITCH)
    return tmp_path / "cache/sums"


def numbers(found):
    return isinstance(found, list) and all(isinstance(number, int) for number in found)


def asked(rests_on, result, fits=numbers):
    """What is found, and whether it had to be worked out."""
    worked = []

    def work():
        worked.append(True)
        return result

    return cached_result("sums", rests_on, work, fits), bool(worked)


def test_the_same_is_worked_out_once_and_anything_else_again(folder):
    assert asked(["a", 1], [1]) == ([1], True)
    assert asked(["a", 1], [9]) == ([1], False)
    assert asked(["a", 2], [2]) == ([2], True)
    assert len(list(folder.iterdir())) == 2


def test_the_first_run_says_what_the_next_will(folder):
    assert asked("tuple", (1, 2)) == ([1, 2], True)
    assert asked("tuple", (1, 2)) == ([1, 2], False)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-5],
        lambda text: "",
        lambda text: "[" * 100_000,
        lambda text: text.replace("[1]", "[2]"),
        lambda text: json.dumps({**json.loads(text), "key": "of another"}),
        lambda text: json.dumps([1]),
        lambda text: text + " " * MOST_BYTES,
        lambda text: "\x00\ud800",
    ],
)
def test_a_damaged_or_foreign_file_is_ignored_and_replaced(folder, spoil):
    asked("x", [1])
    (file,) = folder.iterdir()
    file.write_bytes(spoil(file.read_text()).encode("utf-8", "surrogatepass"))
    assert asked("x", [1]) == ([1], True)
    assert asked("x", [1]) == ([1], False)


def test_a_result_of_another_shape_is_ignored(folder):
    asked("x", ["words"], fits=lambda _found: True)
    assert asked("x", [1]) == ([1], True)


@pytest.mark.parametrize("off", ["off", "no", "0", "OFF"])
def test_switched_off_nothing_is_read_or_written(folder, monkeypatch, off):
    asked("x", [1])
    monkeypatch.setenv(module.SWITCH, off)
    assert asked("x", [2]) == ([2], True)
    assert asked("y", [3]) == ([3], True)
    assert len(list(folder.iterdir())) == 1


def test_what_nobody_knows_all_of_is_not_kept(folder):
    assert asked(None, [1]) == ([1], True)
    assert not folder.exists()


@pytest.mark.parametrize("odd", [{1, 2}, float("nan"), object(), "x" * MOST_BYTES], ids=type)
def test_what_cannot_be_kept_is_given_all_the_same(folder, odd):
    assert asked("x", odd) == (odd, True) or odd != odd
    assert not folder.exists()


def test_a_place_where_nothing_can_be_written_does_no_harm(folder, tmp_path):
    (tmp_path / "cache").write_text("a file stands here")
    assert asked("x", [1]) == ([1], True)
    assert asked("x", [1]) == ([1], True)


def test_without_a_home_nothing_is_kept(monkeypatch):
    for name in ("SCENARIO_FORGE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", module.SWITCH):
        monkeypatch.delenv(name, raising=False)

    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(module.Path, "home", nobody)
    assert cache_folder() is None
    assert asked("x", [1]) == ([1], True)


def test_the_oldest_go_when_there_are_too_many(folder):
    for number in range(MOST_FILES + 5):
        asked(number, [number])
    assert len(list(folder.iterdir())) == MOST_FILES
    assert asked(MOST_FILES + 4, [0]) == ([MOST_FILES + 4], False)


@pytest.mark.parametrize(
    ("platform", "variable", "usual"),
    [
        ("linux", "XDG_CACHE_HOME", ".cache"),
        ("win32", "LOCALAPPDATA", "AppData/Local"),
        ("darwin", "", "Library/Caches"),
    ],
)
def test_each_platform_has_its_place(monkeypatch, tmp_path, platform, variable, usual):
    monkeypatch.delenv("SCENARIO_FORGE_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(module.Path, "home", lambda: tmp_path / "home")
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, "not/absolute")
    assert cache_folder() == tmp_path / "home" / usual / "scenario-forge"
    if variable:
        monkeypatch.setenv(variable, str(tmp_path))
        assert cache_folder() == tmp_path / "scenario-forge"


def test_a_changed_line_of_code_is_other_code(tmp_path):
    (tmp_path / "mechanics").mkdir()
    file = tmp_path / "mechanics/zones.py"
    seen = set()
    for text in ("REACH = 1\n", "REACH = 2\n"):
        file.write_text(text)
        seen.add(code_digest(tmp_path, ["mechanics"], (".py",)))
    file.write_bytes(b"REACH = 2\r\n")
    seen.add(code_digest(tmp_path, ["mechanics"], (".py",)))
    file.rename(tmp_path / "mechanics/control.py")
    seen.add(code_digest(tmp_path, ["mechanics"], (".py",)))
    assert len(seen) == 3


def test_code_outside_the_package_is_not_known():
    assert own_code("toy.system", ["source"]) is None
    assert own_code("builtins", ["source"]) is None
    assert own_code("scenario_forge.systems.desert_rats.system", ["source"])
