"""Fuzz the functions of the core, built with AddressSanitizer and UBSan, and the public Python functions.

Usage: python scripts/fuzz_core.py [--seconds N] [--seed S]      (default: 60 seconds, from seed 0)

The calls get arguments with wrong types, sizes, values and positions, and buffers that another thread changes
during the call. Each call must end with a result or with a documented exception. These are ValueError,
TypeError, OverflowError (for numbers of more than 64 bits) and BufferError (for buffers that cannot be
written). A finding is a call that ends in another way, or takes two minutes, or makes a sanitizer write a
message. The script prints the seed of a finding. The same seed makes the same call again.

cmake builds the extension into build/fuzz with -DKR_SANITIZE=address,undefined. The build needs gcc, cmake
and ninja; ``pip install --group sanitize`` installs cmake and ninja. The calls are made in a second process,
which has libasan preloaded and uses the build as ``kranalyze._core``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "fuzz"

#: Largest number of seconds that a call may take.
PATIENCE = 120


def built() -> Path:
    """Build the extension with sanitizers, if its sources have changed. Return its path."""
    configure = [
        "cmake", "-S", ROOT / "solver", "-B", BUILD, "-G", "Ninja", "-DSKBUILD=2", "-DSKBUILD_SOABI=abi3",
        "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DKR_SANITIZE=address,undefined",
        f"-DPython_EXECUTABLE={sys.executable}",
    ]  # fmt: skip
    here = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command in (configure, ["cmake", "--build", BUILD, "--target", "_core"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=here)  # type: ignore[arg-type]
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return next(BUILD.glob("_core*.so"))


def preloaded() -> dict[str, str]:
    """Return environment variables with which an ordinary Python loads the sanitizers."""
    asan = subprocess.run(
        [os.environ.get("CC", "cc"), "-print-file-name=libasan.so"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    options = {
        "LD_PRELOAD": asan,
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_segv=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # With malloc the sanitizer also checks accesses around bytes objects.
    }
    return {**os.environ, **options}


def main() -> int:
    """Build the extension and make the calls in a second process. Return exit status 1 after a finding."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    extension, environment = built(), preloaded()
    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "seed"
        mark.write_text(str(given.seed))
        calls = Path(__file__).parent / "fuzzing" / "calls.py"
        command = [sys.executable, str(calls), str(extension), str(mark)]
        command += [str(given.seconds), str(given.seed)]
        child = subprocess.Popen(command, env=environment, cwd=folder)
        while child.poll() is None:
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                if time.time() - mark.stat().st_mtime > PATIENCE:
                    child.kill()
        if child.returncode:
            print(f"seed {mark.read_text()}: status {child.returncode} (see above; -9: it took too long)")
    return int(child.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
