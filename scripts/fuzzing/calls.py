"""Call functions with random arguments, in a process that fuzz_core.py starts with libasan preloaded.

    python calls.py EXTENSION MARK SECONDS SEED

EXTENSION is the file of a build of the core. MARK is a file. Before each call, the script writes the seed of
the call to this file. The calls go on for SECONDS seconds. The first call has the seed SEED.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
import traceback
from pathlib import Path


def load(extension: str) -> None:
    """Load a build of the core as the module ``kranalyze._core``."""
    import kranalyze

    spec = importlib.util.spec_from_file_location("kranalyze._core", extension)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["kranalyze._core"] = module
    spec.loader.exec_module(module)
    kranalyze._core = module


def main() -> int:
    extension, mark, seconds, seed = sys.argv[1:]
    load(extension)
    from core_calls import core_call
    from face_calls import face_call

    from kranalyze.batches import BatchError

    # Errors that calls may raise. ``BatchError`` means that a batch cannot go on.
    allowed = (ValueError, TypeError, OverflowError, BufferError, BatchError, FileExistsError)
    number, done, found = int(seed), 0, set()
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        Path(mark).write_text(str(number))
        rng = random.Random(number)
        try:
            (face_call if number % 4 == 0 else core_call)(rng)
        except allowed:
            pass
        except Exception as error:
            frames = [f for f in traceback.extract_tb(error.__traceback__) if "kranalyze" in f.filename]
            where = (frames[-1].filename, frames[-1].lineno) if frames else ("", 0)
            if (type(error), where) not in found:
                found.add((type(error), where))
                print(f"seed {number}:")
                traceback.print_exc(file=sys.stdout)
        number += 1
        done += 1
    print(f"{done} calls, {len(found)} findings; the next seed is {number}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
