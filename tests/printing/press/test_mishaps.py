"""Whatever happens half-way, no half-written file is left, and the next build completes."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdfium2
import pytest

from scenario_forge.printing.output_folder import NAME as LOCK
from scenario_forge.printing.output_folder import CannotWrite, FolderLock, OutputFolder
from scenario_forge.source.files import TEMPORARY_SUFFIX, Busy

from .conftest import SKIRMISH, files
from .fakes import Fake

ROOT = Path(__file__).parents[3]


@pytest.fixture
def small_box(box):
    return box(Fake("map", svgs={"west": "<svg/>"}), Fake("cards", per_scenario=True, pages=2))


def stopping(monkeypatch, name, at, mishap):
    """Have the ``at``-th call of a function of the system that writing uses end in a mishap."""
    real, calls = getattr(os, name), iter(range(10**6))

    def call(*arguments, **keywords):
        if name == "open" and not str(arguments[0]).endswith(TEMPORARY_SUFFIX):
            return real(*arguments, **keywords)  # the lock of the folder
        if next(calls) == at:
            raise mishap
        return real(*arguments, **keywords)

    monkeypatch.setattr(f"scenario_forge.source.files.os.{name}", call)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["replace", "fsync"])
@pytest.mark.parametrize("mishap", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device")])
def test_stopped_at_any_write_it_leaves_whole_files_and_goes_on_next_time(
    build, small_box, out, tmp_path, monkeypatch, name, mishap
):
    build()
    whole = files(out)
    made_again = []
    for at in range(60):
        shutil.rmtree(out)
        with monkeypatch.context() as patch:
            stopping(patch, name, at, mishap)
            try:
                build()
                stopped = False
            except (KeyboardInterrupt, CannotWrite):
                stopped = True
        left = files(out)
        assert all(whole[path] == data for path, data in left.items()), "each file that is there is whole"
        outcome = build()
        made_again.append(len(outcome.made))
        assert files(out) == whole
        if not stopped and at % 2:  # every other call settles a folder, and is allowed to fail on a full disk
            break
    assert made_again[0] == 4
    assert made_again == sorted(made_again, reverse=True), "what was made is not made again"
    assert made_again[-1] == 0


def test_a_full_disk_is_told_with_the_file(build, small_box, monkeypatch):
    stopping(monkeypatch, "fsync", 4, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(CannotWrite, match="No space left on device") as told:
        build()
    assert told.value.finding.code.id == "FIL013"


def test_a_folder_that_cannot_be_written_is_told(build, small_box, monkeypatch):
    build()
    stopping(monkeypatch, "open", 0, OSError(errno.EROFS, "Read-only file system"))
    with pytest.raises(CannotWrite, match="Read-only file system"):
        build(errata="all")


def test_a_file_in_the_place_of_the_folder_is_told(build, small_box, out):
    out.write_text("mine")
    with pytest.raises(CannotWrite):
        build()
    assert out.read_text() == "mine"


def test_what_a_killed_build_left_is_swept_away_and_only_that(build, small_box, out):
    build()
    for name in (".x.pdf.0123abcd.forge-tmp", "svg/.y.svg.01.forge-tmp"):
        (out / name).write_bytes(b"half")
    (out / "mine.forge-tmp").write_bytes(b"not hidden: not ours")
    build()
    assert {name for name in files(out) if "forge-tmp" in name} == {"mine.forge-tmp"}


# -- two at once -------------------------------------------------------------------------------------


def test_a_second_build_in_the_folder_is_refused_while_the_first_works(build, small_box, out):
    out.mkdir()
    with FolderLock(out), pytest.raises(Busy, match=str(os.getpid())):
        build()
    assert files(out) == {}
    assert build().made


def test_a_lock_that_nobody_holds_does_not_matter(build, small_box, out):
    out.mkdir()
    (out / LOCK).write_text("99999999\n")
    assert build().made
    assert not (out / LOCK).exists()


def test_the_lock_of_a_killed_process_is_free(tmp_path):
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom scenario_forge.printing.output_folder import FolderLock\n"
        f"with FolderLock(Path({str(tmp_path)!r})):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Busy) as busy, FolderLock(tmp_path):
            pass
        assert busy.value.process == str(holder.pid)
        holder.kill()
    with FolderLock(tmp_path):
        assert (tmp_path / LOCK).read_text() == f"{os.getpid()}\n"
    assert not (tmp_path / LOCK).exists()


# -- as it happens -----------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_real_build_killed_half_way_is_completed_by_the_next(tmp_path, number):
    game = shutil.copytree(SKIRMISH, tmp_path / "skirmish")
    command = [sys.executable, "-m", "scenario_forge", "build", game, "--only", "setup-card", "-o", tmp_path / "out"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    out = tmp_path / "out" / "skirmish"
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 30
        while not list(out.rglob("*.pdf")) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        process.send_signal(number)
    assert process.returncode in ((-9,) if number == signal.SIGKILL else (130, -2))
    for path in out.rglob("*.pdf"):
        assert len(pypdfium2.PdfDocument(path)) >= 1
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    names = set(files(out))
    assert not [name for name in names if "forge-tmp" in name]
    assert {"00-START-HERE.pdf", "report.html"} <= names
    assert len([name for name in names if "setup-card" in name and name.endswith(".pdf")]) == 4


def test_names_that_lead_elsewhere_are_never_removed(tmp_path):
    from scenario_forge.source.read import digest_of  # noqa: PLC0415

    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "x").write_bytes(b"x")
    folder = OutputFolder(inner)
    for name in ("../x", str(tmp_path / "x"), "a/../../x", ""):
        assert not folder.remove(name, digest_of(b"x")), name
    assert (tmp_path / "x").exists()
