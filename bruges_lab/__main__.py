"""The very first step of the command line: whoever stops it, however early, gets one line and exit code 130, no traceback.

Nothing is imported before Ctrl-C is taken care of; the commands are in cli.py.
"""

import os
import signal
import sys


def _leave(*_: object) -> None:
    """Go at once: before the commands begin and after they have ended there is nothing to put in order."""
    os.write(2, b"bruges-lab: stopped\n")
    os._exit(130)


def main() -> None:
    """Run the command line."""
    signal.signal(signal.SIGINT, _leave)
    from .cli import run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = run()
    signal.signal(signal.SIGINT, _leave)
    sys.exit(code)


if __name__ == "__main__":
    main()
