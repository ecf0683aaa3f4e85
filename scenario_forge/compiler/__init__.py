"""Compiler from a linked game and a scenario to arrays, with a content hash (design decision 7).

Called by the API, printing and whatever plays. Reads the linked game only; must never import a rule
system, a check or anything that prints.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.compiler.compile import compile_scenario as compile_scenario
    from scenario_forge.compiler.problems import CompileError as CompileError

__getattr__ = attributes(__name__, {"CompileError": "problems", "compile_scenario": "compile"})
