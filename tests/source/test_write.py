from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from scenario_forge.source.files import write_file
from scenario_forge.source.read import digest_of

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = b"title: old\n", b"title: new\r\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "map.yaml"
    path.write_bytes(OLD)
    path.chmod(0o640)
    return path


def alone(file: Path) -> bool:
    return [each.name for each in file.parent.iterdir()] == [file.name]


def test_a_file_is_replaced_and_keeps_its_permissions(file: Path) -> None:
    assert write_file(file, NEW, "map.yaml", digest_of(OLD)) is None
    assert file.read_bytes() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert alone(file)


def test_a_new_file_is_made(tmp_path: Path) -> None:
    assert write_file(tmp_path / "new.yaml", NEW, "new.yaml") is None
    assert (tmp_path / "new.yaml").read_bytes() == NEW


def test_a_file_that_another_program_changed_is_left(file: Path) -> None:
    file.write_bytes(b"title: theirs\n")
    found = write_file(file, NEW, "map.yaml", digest_of(OLD))
    assert found.code.id == "FIL011"
    assert file.read_bytes() == b"title: theirs\n"
    assert alone(file)


def test_a_file_that_is_gone_is_not_written(file: Path) -> None:
    file.unlink()
    assert write_file(file, NEW, "map.yaml", digest_of(OLD)).code.id == "FIL011"
    assert not file.exists()


@pytest.mark.parametrize("call", ["replace", "fsync"])
@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "stopped"]
)
def test_an_interruption_leaves_the_old_file_and_nothing_else(file: Path, monkeypatch, call: str, error) -> None:
    def fail(*args: object) -> None:
        raise error

    monkeypatch.setattr(os, call, fail)
    if isinstance(error, OSError):
        found = write_file(file, NEW, "map.yaml", digest_of(OLD))
        assert (found.code.id, found.message) == (
            "FIL013",
            "map.yaml could not be written: No space left on device",
        )
    else:
        with pytest.raises(KeyboardInterrupt):
            write_file(file, NEW, "map.yaml", digest_of(OLD))
    assert file.read_bytes() == OLD
    assert alone(file)


def test_a_write_that_breaks_off_leaves_the_old_file(file: Path, monkeypatch) -> None:
    opened = os.fdopen

    def half(handle: int, mode: str):
        stream = opened(handle, mode)

        class Broken:
            def __enter__(self):
                return self

            def __exit__(self, *args):
                stream.close()

            def write(self, data: bytes) -> None:
                stream.write(data[:3])
                stream.flush()
                raise OSError(5, "Input/output error")

        return Broken()

    monkeypatch.setattr(os, "fdopen", half)
    assert write_file(file, NEW, "map.yaml").code.id == "FIL013"
    assert file.read_bytes() == OLD
    assert alone(file)


def test_a_link_stays_a_link(file: Path) -> None:
    link = file.with_name("link.yaml")
    link.symlink_to(file.name)
    assert write_file(link, NEW, "link.yaml", digest_of(OLD)) is None
    assert link.is_symlink()
    assert file.read_bytes() == NEW


def test_a_loop_of_links_is_a_finding(tmp_path: Path) -> None:
    loop = tmp_path / "loop.yaml"
    loop.symlink_to("loop.yaml")
    assert write_file(loop, NEW, "loop.yaml", digest_of(OLD)).code.id == "FIL013"


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").mkdir()
    assert write_file(tmp_path / "map.yaml", NEW, "map.yaml").code.id == "FIL013"
    assert alone(tmp_path / "map.yaml")


def test_what_killed_writes_left_is_removed_by_the_next_write(file: Path) -> None:
    for name in (".map.yaml.0123abcd.forge-tmp", ".map.yaml.00000000.forge-tmp"):
        file.with_name(name).write_bytes(b"half")
        os.utime(file.with_name(name), (1e9, 1e9))
    file.with_name(".map.yaml.ffffffff.forge-tmp").write_bytes(b"being written by another process")
    others = {".maps.yaml.0123abcd.forge-tmp", "map.yaml.0123abcd.forge-tmp", ".map.yaml.forge-tmp", ".map.yaml.swp"}
    for name in others:
        file.with_name(name).write_bytes(b"not of this file")
        os.utime(file.with_name(name), (1e9, 1e9))
    assert write_file(file, NEW, "map.yaml", digest_of(OLD)) is None
    live = ".map.yaml.ffffffff.forge-tmp"
    assert {each.name for each in file.parent.iterdir()} == {*others, live, file.name}


def test_a_write_whose_temporary_file_another_one_removes_is_tried_again(file: Path, monkeypatch) -> None:
    replace, tries = os.replace, []

    def removed_before(source: Path, target: Path) -> None:
        tries.append(source)
        if len(tries) < 3:
            source.unlink()
        replace(source, target)

    monkeypatch.setattr(os, "replace", removed_before)
    assert write_file(file, NEW, "map.yaml", digest_of(OLD)) is None
    assert file.read_bytes() == NEW
    assert alone(file)


def test_a_write_that_is_tried_again_sees_what_was_written_meanwhile(file: Path, monkeypatch) -> None:
    def overtaken(source: Path, target: Path) -> None:
        source.unlink()
        target.write_bytes(b"title: theirs\n")
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "replace", overtaken)
    assert write_file(file, NEW, "map.yaml", digest_of(OLD)).code.id == "FIL011"
    assert file.read_bytes() == b"title: theirs\n"


def test_writers_of_one_file_all_succeed(file: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda number: write_file(file, b"%d\n" % number, "map.yaml"), range(64)))
    assert found == [None] * 64
    assert alone(file)
