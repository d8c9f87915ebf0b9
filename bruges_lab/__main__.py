"""The very first step of the command line: whoever stops it, however early, gets one line and exit code 130, no traceback.

Nothing is imported before Ctrl-C is taken care of, and nothing but what the interpreter has loaded already is needed for that;
the commands are in cli/commands.py.
"""

import _signal as signal  # type: ignore[import-not-found]  # not `signal`, which loads a good deal itself
import os
import sys


def _leave(*_: object) -> None:
    """Go at once: before the commands begin and after they have ended there is nothing to put in order."""
    os.write(2, b"bruges-lab: stopped\n")
    os._exit(130)


def main() -> None:
    """Run the command line."""
    signal.signal(signal.SIGINT, _leave)
    from .cli.commands import run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = run()
    except KeyboardInterrupt:
        _leave()
    signal.signal(signal.SIGINT, _leave)
    if code == 130:  # the interpreter, leaving by itself, may say otherwise
        import atexit

        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
