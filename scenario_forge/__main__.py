"""``python -m scenario_forge`` is ``forge``."""

import sys

from scenario_forge.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
