"""The report that every renderer is held against is the letter's too."""

from tests.diagnostics.conftest import empty_mark, far_unit, one_code, report, showing  # noqa: F401 - fixtures
