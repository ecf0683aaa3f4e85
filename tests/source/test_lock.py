"""One work at a time in a folder: who comes second is told by whom it is taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.source.files import Busy, FolderLock

ROOT = Path(__file__).parents[2]

ONE_AT_A_TIME = """
import os, sys
from pathlib import Path
from scenario_forge.source.files import Busy, FolderLock

folder, done = Path(sys.argv[1]), 0
while done < 60:
    try:
        with FolderLock(folder):
            os.mkdir(folder / "inside")  # fails where somebody else is inside
            os.rmdir(folder / "inside")
            done += 1
    except Busy:
        pass
"""


def process(code, folder):
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_who_comes_second_is_told_which_process_works_there(tmp_path):
    with FolderLock(tmp_path), pytest.raises(Busy) as busy, FolderLock(tmp_path):
        pass
    assert str(busy.value) == f"another run is at work in {tmp_path} (process {os.getpid()})"


def test_where_the_number_cannot_be_read_the_rest_is_told(tmp_path, monkeypatch):
    """Windows keeps others from reading a file that is locked."""

    def refused(path):
        raise PermissionError

    with FolderLock(tmp_path):
        monkeypatch.setattr(Path, "read_bytes", refused)
        with pytest.raises(Busy) as busy, FolderLock(tmp_path):
            pass
    assert str(busy.value) == f"another run is at work in {tmp_path}"


def test_the_folder_is_as_before_when_the_work_is_done_or_fails(tmp_path):
    with FolderLock(tmp_path):
        assert [path.name for path in tmp_path.iterdir()] == [FolderLock.name]
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ZeroDivisionError), FolderLock(tmp_path):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_it_is_an_error_of_the_system(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError), FolderLock(tmp_path / "file"):
        pass


def test_two_processes_are_never_inside_together(tmp_path):
    """The file goes with each holder: whoever has opened it before must not take it for the lock."""
    both = [process(ONE_AT_A_TIME, tmp_path) for _ in range(2)]
    assert [(each.communicate()[1], each.returncode) for each in both] == [("", 0)] * 2
    assert list(tmp_path.iterdir()) == []
