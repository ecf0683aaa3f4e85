"""A `forge` that has been started already: half of a short command's time goes into imports.

python scripts/started_forge.py SOCKET

Imports what every verb uses, prints a line and answers commands that come over the socket, each in a process of its
own that is forked from this one: no command sees what a different one has read or changed. For `scripts/run_docs.py`.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module

import scenario_forge
from scenario_forge import __main__ as forge
from scenario_forge.documents.base import Model

NOT_AHEAD = ("scenario_forge.editor", "scenario_forge.language")
"""Answer no command that ends, and need packages that no other verb does."""


def serve(address: str) -> None:
    """Answer commands until a signal ends the process."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        signal.signal(signal.SIGCHLD, answered)
        gc.freeze()  # what a collection of garbage touches, a forked process would copy
        print("ready", flush=True)
        while True:
            asking, _address = listening.accept()
            if not os.fork():
                listening.close()
                sys.exit(answer(asking))
            asking.close()


def answered(_signal: int, _frame: object) -> None:
    """Let go of the processes that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def import_ahead() -> None:
    """Import every module, and make what validates each kind of row, which otherwise waits for its first use."""
    for module in pkgutil.walk_packages(scenario_forge.__path__, "scenario_forge."):
        if not module.name.startswith(NOT_AHEAD):
            import_module(module.name)
    models: list[type[Model]] = [Model]
    for model in models:
        models += model.__subclasses__()
        model.model_rebuild()


def answer(asking: socket.socket) -> int:
    """Carry out the command that is asked for, and give its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _sign, streams, _flags, _address = socket.recv_fds(asking, 1, 3)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - until the process ends
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    words, folder, environment = json.loads(asking.makefile("r", encoding="utf-8").readline())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:1] = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.argv = ["forge", *words]
    code = forge.run()
    asking.sendall(str(code).encode())
    asking.detach()  # left open: who asks waits for the end of the process, which closes it
    return code


if __name__ == "__main__":
    import_ahead()
    serve(sys.argv[1])
