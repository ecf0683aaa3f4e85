"""Plays the games of scenarios on several cores; what is seen is the same on any number of them, in the same order."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.project.system import find_system
from scenario_forge.proof.games import Trial, one_game

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from scenario_forge.proof.seen import Seen


class Job(NamedTuple):
    """A game, as a value that another process plays."""

    scenario: str
    compiled: str
    """The scenario, as JSON."""
    trial: Trial
    who: tuple[str, int]
    """Player and seed."""


def played(jobs: Sequence[Job], cores: int) -> Generator[Seen, None, None]:
    """What is seen in each game, in the order of the games."""
    from joblib import Parallel, delayed  # noqa: PLC0415 - heavy

    parallel = Parallel(n_jobs=cores, backend="loky", batch_size=1, pre_dispatch="2*n_jobs", return_as="generator")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(not used|have been cancelled)")  # whoever asks has seen enough
        yield from parallel(delayed(_one)(job) for job in jobs)


def elsewhere(system: str) -> bool:
    """Whether another process would find the rule system by its name, as an installed package."""
    return find_system(system) is not None


def _one(job: Job) -> Seen:
    compiled = _compiled(job.compiled)
    system = find_system(compiled.system)
    if system is None:
        raise LookupError(f"the rule system {compiled.system} is not installed here")
    try:
        return one_game(compiled, system.play, job.scenario, job.trial, job.who)
    except Exception as error:
        raise RuntimeError(f"{type(error).__name__}: {error}") from None  # not every error can be sent


@lru_cache(maxsize=4)
def _compiled(text: str) -> CompiledScenario:
    """Read once a process."""
    return CompiledScenario.from_json(text)
