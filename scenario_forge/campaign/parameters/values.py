"""Kinds of number that the rules' models share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Count = Annotated[int, Field(ge=0, le=1000)]
"""A number that is never negative."""
Die = Annotated[str, Field(pattern=r"^[1-9]d[1-9][0-9]?[0-9]?$")]
"""What is thrown: `1d6`."""
