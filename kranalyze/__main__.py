"""Entry point of the command ``kranalyze`` and of ``python -m kranalyze``."""

import gc
import signal
import sys


def main() -> None:
    """Start the program. Until a command runs, Ctrl-C ends the process at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # pyarrow's compiled module `pyarrow.lib` imports numpy if numpy is installed. No option of pyarrow
    # prevents this import, and no command needs numpy. With numpy, the command `table` takes 25 % longer for
    # one deal. The entry None in `sys.modules` makes `import numpy` fail. Then pyarrow works without numpy.
    sys.modules.setdefault("numpy", None)  # type: ignore[arg-type]
    # Let Python collect garbage less often, because loading modules makes no garbage. With Python's default
    # threshold, the option `--version` takes 6 % longer. The command `table` takes 7 % longer for one deal.
    gc.set_threshold(100_000)
    from kranalyze.cli import main as start

    start()


if __name__ == "__main__":
    main()
