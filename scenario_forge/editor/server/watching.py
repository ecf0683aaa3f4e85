"""Watch over the folder of a game for files that others change."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from watchfiles import awatch

from scenario_forge.source.files import TEMPORARY_SUFFIX

if TYPE_CHECKING:
    import asyncio

    from watchfiles import Change

    from scenario_forge.editor.session import Session


def _of_interest(_change: Change, path: str) -> bool:
    return not path.endswith((TEMPORARY_SUFFIX, ".swp", "~"))


async def watch(session: Session, stop: asyncio.Event) -> None:
    """Have the session look at the disk whenever something in its folder changes, until ``stop`` is set."""
    folder = session.folder.resolve()
    try:
        async for _changes in awatch(folder, watch_filter=_of_interest, stop_event=stop, debounce=400, step=50):
            try:
                await run_in_threadpool(session.look_at_disk)
            except Exception:  # the next change on the disk is looked at all the same
                logging.getLogger(__name__).exception("looking at the disk failed")
    except (OSError, RuntimeError):  # the folder is gone, or the system cannot watch: saving still compares digests
        return
