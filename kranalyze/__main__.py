"""Entry point of the command ``kranalyze`` and of ``python -m kranalyze``."""

import gc
import signal
import sys


def main() -> None:
    """Start the program. Until a command runs, Ctrl-C ends the process at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # pyarrow's compiled module `pyarrow.lib` imports numpy if it is installed, and no option of pyarrow
    # prevents that. No command needs numpy. Measured: with numpy, the command `table` of one deal takes 25 %
    # longer. The entry None in `sys.modules` makes `import numpy` fail, and pyarrow then works without numpy.
    sys.modules.setdefault("numpy", None)  # type: ignore[arg-type]
    # Collect garbage less often, because loading modules makes no garbage. Measured: with Python's default
    # threshold, the option `--version` takes 6 % longer, and the command `table` of one deal 7 % longer.
    gc.set_threshold(100_000)
    from kranalyze.cli import main as start

    start()


if __name__ == "__main__":
    main()
