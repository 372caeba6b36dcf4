"""``python -m kranalyze`` is the command ``kranalyze``."""

import gc
import sys


def main() -> None:
    """Start of the program; while it is loaded Ctrl-C ends it at once, as it would any other."""
    signal = sys.modules["_signal"]  # what signal is made of, already loaded
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # No command needs them, but pyarrow and polars load them where they are installed: half of a short run.
    for name in ("numpy", "pandas"):
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    gc.set_threshold(100_000)  # what is loaded is no garbage
    from kranalyze.cli import main as start

    start()


if __name__ == "__main__":
    main()
