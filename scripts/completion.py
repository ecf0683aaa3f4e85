"""Write what the Tab key completes, scenario_forge/cli/completion/known.json: `make completion`.

Verbs, options, codes and names of the package are kept in one small file, since to import the verbs takes longer than
anybody waits for the Tab key.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scenario_forge import printing
from scenario_forge.api.calls import known_codes
from scenario_forge.cli.completion.shells import SHELLS
from scenario_forge.cli.main import VERBS, application
from scenario_forge.game.system import find_system, system_ids
from scenario_forge.simulator.players import BUILT_IN

FILE = Path(__file__).parents[1] / "scenario_forge" / "cli" / "completion" / "known.json"


def text() -> str:
    """Return the whole file: an option, a code or a list of names on a line."""
    application_ = application()
    verbs = {verb: _command(application_.get_command(None, verb), VERBS[verb]) for verb in VERBS}
    systems = {id_: find_system(id_) for id_ in system_ids()}
    data = {
        "verbs": verbs,
        "shells": [*SHELLS],
        "papers": [*printing.profile.PAPERS],
        "profiles": {name: document.title for name, document in printing.profile.shipped_profiles().items()},
        "players": {id_: [*BUILT_IN, *(system.players() or ())] for id_, system in systems.items() if system.has_rules},
        "without_rules": [id_ for id_, system in systems.items() if not system.has_rules],
        "components": {id_: [*printing.brief.COMPONENTS, *system.printables()] for id_, system in systems.items()},
        "codes": {code.id: code.name.replace("-", " ") for code in known_codes().values()},
    }
    return f"{_laid_out(data)}\n"


def _command(command: Any, says: str) -> dict[str, Any]:  # noqa: ANN401 - typer's own classes are private
    parts = getattr(command, "commands", None)
    if parts:
        return {"says": says, "parts": {name: _command(part, part.short_help) for name, part in parts.items()}}
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    return {
        "says": says,
        "arguments": [each.metavar.strip("[].") for each in arguments],
        "many": any(each.nargs == -1 for each in arguments),
        "options": [_option(each) for each in command.params if each.param_type_name == "option"],
    }


def _option(option: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    names = [*option.opts, *option.secondary_opts]
    if option.is_flag:
        return {"names": names, "says": option.help}
    return {"names": names, "value": option.metavar, "many": option.multiple, "says": option.help}


def _laid_out(value: object, indent: str = "") -> str:
    """Return JSON with what is innermost on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) and not (isinstance(value, list) and value and isinstance(value[0], dict)):
        return line
    if isinstance(value, dict) and "names" in value:
        return line
    inner = f"{indent} "
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"{inner}{_laid_out(each, inner)}" for each in value) + f"\n{indent}]"
    rows = (f"{inner}{json.dumps(key)}: {_laid_out(each, inner)}" for key, each in value.items())
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
