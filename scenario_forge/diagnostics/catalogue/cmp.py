"""CMP: what keeps a scenario from being compiled although each file can be read."""

from scenario_forge.diagnostics.model import Code, Severity

CMP001 = Code(
    "CMP001",
    "cannot-compile",
    Severity.ERROR,
    "{problem}",
    what="The scenario needs something here that is not there, so it has no set-up that could be played.",
    why="A compiled scenario says for every unit where it is and how strong; nothing is guessed.",
    bad="columns:\n  - {id: dec40, label: Dec 40}",
    good="columns:\n  - {id: dec40, label: Dec 40, start: dec40}",
    mend="Supply what the message names. `forge check` shows everything else that is wrong.",
)
