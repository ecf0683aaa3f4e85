"""Start of ``forge`` and ``python -m scenario_forge``, with nothing imported before an interruption can be heard."""

from __future__ import annotations

import gc
import os
import sys

GARBAGE = 200_000
"""New objects between two collections of garbage. Reading a game makes a million that stay; looking at all of them
over and over took a quarter of a `forge check`."""
INTERRUPTED, TERMINATED = 128 + 2, 128 + 15
"""Exit codes after SIGINT and SIGTERM, as a shell gives them."""


def run() -> int:
    """Carry out the command line; an interruption or SIGTERM ends it with a line and no traceback."""
    if "_FORGE_COMPLETE" in os.environ:  # a shell asks what the Tab key should offer, and must not wait
        from scenario_forge.cli.completion.shells import answer  # noqa: PLC0415

        return answer(os.environ, sys.argv[1:])
    gc.set_threshold(GARBAGE, 20, 50)
    ended: list[int] = []

    def terminate(number: int, _frame: object) -> None:
        ended.append(number)
        raise KeyboardInterrupt("SIGTERM")  # undoes what is half done, just as Ctrl-C does

    try:
        import signal  # noqa: PLC0415 - may be interrupted from here on

        signal.signal(signal.SIGTERM, terminate)
        try:
            from scenario_forge.cli.main import run as carry_out  # noqa: PLC0415
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("scenario_forge"):
                raise
            sys.stderr.write(f"forge: this needs the package {error.name}, which is not installed\n")
            sys.stderr.write(f"  try: python -m pip install {error.name}\n")
            return 2

        code = carry_out()
    except KeyboardInterrupt:
        if not ended:
            sys.stderr.write("forge: interrupted\n")
        code = INTERRUPTED
    if ended:
        sys.stderr.write("forge: ended by SIGTERM; no file is half-written\n")
        code = TERMINATED
    if "scenario_forge.editor.server.serve" in sys.modules:
        # nobody waits for what its threads are making, and one in native code may crash when the interpreter ends
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(run())
