"""Why something asked of a session was not done, as exceptions that the server answers with a status of its own."""

from __future__ import annotations


class Refused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """It makes no sense here, for the reason given; nothing was changed."""


class Stale(RuntimeError):  # noqa: N818 - it is an answer, not a fault
    """It was asked of texts that have changed since; ``epoch`` is that of the texts now."""

    def __init__(self, epoch: int) -> None:
        super().__init__("the game was changed in the meantime, perhaps in another window; this change was not made")
        self.epoch = epoch


class Unknown(LookupError):  # noqa: N818 - as above
    """There is no such document, hex, scenario or code."""


class TooLarge(ValueError):  # noqa: N818 - as above
    """A request brings more than it may."""


class NotWritten(OSError):  # noqa: N818 - as above
    """The disk refused; ``saved`` are the documents that were written before."""

    def __init__(self, message: str, saved: list[str]) -> None:
        super().__init__(message)
        self.saved = saved
