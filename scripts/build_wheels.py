"""Build and check wheels for Linux, macOS and Windows on one machine. The core is cross-compiled with zig.

    pip install . --group wheels && python scripts/build_wheels.py [TARGET ...]

The wheels are written to dist/. Zig brings the headers and libraries of every target, with one exception: it
lacks the two files of Python that a build for Windows needs. The script writes these files itself. One is the
configuration header pyconfig.h. The other is an import library, made from the list of all names of the stable
ABI.

Then the script checks each wheel. abi3audit checks that the core uses only names of the stable ABI. For Linux
with glibc, auditwheel checks that the core runs on the platform that the wheel's name states. For Linux with
musl, the script checks that the core needs no library except musl's libc.so.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON_TAG, ABI_TAG = "cp311", "abi3"


@dataclass(frozen=True, slots=True)
class Target:
    """A platform for which a wheel is built.

    Attributes:
        tag: name of the platform in the tag of the wheel.
        zig: name of the target for zig.
        system: name of the operating system for CMake.
        processor: name of the processor for CMake.
    """

    tag: str
    zig: str
    system: str
    processor: str


TARGETS = {
    "linux-x86_64": Target("manylinux_2_17_x86_64", "x86_64-linux-gnu.2.17", "Linux", "x86_64"),
    "linux-aarch64": Target("manylinux_2_17_aarch64", "aarch64-linux-gnu.2.17", "Linux", "aarch64"),
    "musllinux-x86_64": Target("musllinux_1_2_x86_64", "x86_64-linux-musl", "Linux", "x86_64"),
    "musllinux-aarch64": Target("musllinux_1_2_aarch64", "aarch64-linux-musl", "Linux", "aarch64"),
    "macos-x86_64": Target("macosx_11_0_x86_64", "x86_64-macos.11.0", "Darwin", "x86_64"),
    "macos-arm64": Target("macosx_11_0_arm64", "aarch64-macos.11.0", "Darwin", "arm64"),
    "windows-x86_64": Target("win_amd64", "x86_64-windows-gnu", "Windows", "AMD64"),
}

#: The configuration header of Python for 64-bit Windows. The Python of this machine does not have it.
WINDOWS_CONFIG = """
#define MS_WIN32
#define MS_WIN64
#define MS_WINDOWS
#define Py_ENABLE_SHARED 1
#define MS_COREDLL
#define HAVE_DECLSPEC_DLL
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_TIME_T 8
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_WCHAR_H 1
#define PY_FORMAT_SIZE_T "z"
"""


def zig() -> Path:
    """Return the path of the compiler.

    pip builds in an environment without the package ziglang. So a build cannot run ``python -m ziglang``, but
    it can run the program at this path.
    """
    import ziglang

    return Path(ziglang.__file__).with_name("zig")


def toolchain(target: Target, work: Path) -> list[str]:
    """Write wrappers of the compiler to ``work``. Return the settings of CMake for a target."""
    for name in ("cc", "ar", "ranlib"):
        arguments = f"cc -target {target.zig}" if name == "cc" else name
        tool = work / f"zig-{name}"
        # The wrapper makes a dynamic library, not a bundle: zig's linker fails with -bundle, and Python can
        # load both. The wrapper drops the options -ldl and -lutil. The build gets them only because the
        # Python of this machine was linked with them.
        tool.write_text(
            "#!/bin/sh\n"
            "for word; do\n"
            "  shift\n"
            '  case "$word" in -bundle) word=-dynamiclib ;; -ldl | -lutil) continue ;; esac\n'
            '  set -- "$@" "$word"\n'
            "done\n"
            f'exec "{zig()}" {arguments} "$@"\n'
        )
        tool.chmod(0o755)
    settings = {
        "CMAKE_SYSTEM_NAME": target.system,
        "CMAKE_SYSTEM_PROCESSOR": target.processor,
        "CMAKE_C_COMPILER": work / "zig-cc",
        "CMAKE_AR": work / "zig-ar",
        "CMAKE_RANLIB": work / "zig-ranlib",
        "CMAKE_MODULE_LINKER_FLAGS": "-s",
    }
    if target.system == "Windows":
        headers, library = windows_python(work)
        settings |= {"Python_INCLUDE_DIR": headers, "Python_SABI_LIBRARY": library}
    return [f"-D{name}={value}" for name, value in settings.items()]


def windows_python(work: Path) -> tuple[Path, Path]:
    """Make Python's headers for Windows, and an import library of the stable ABI.

    Return the folder of the headers and the path of the library.
    """
    from abi3info import DATAS, FUNCTIONS

    headers = work / "include"
    shutil.copytree(sysconfig.get_path("include"), headers)
    (headers / "pyconfig.h").write_text(WINDOWS_CONFIG)
    exports = [f"  {symbol.name}" for symbol in FUNCTIONS] + [f"  {symbol.name} DATA" for symbol in DATAS]
    definition, library = work / "python3.def", work / "python3.lib"
    definition.write_text("LIBRARY python3.dll\nEXPORTS\n" + "\n".join(sorted(exports)) + "\n")
    machine = ["-m", "i386:x86-64", "-d", str(definition), "-l", str(library)]
    subprocess.run([zig(), "dlltool", *machine], check=True)
    return headers, library


def build(name: str, out: Path) -> Path:
    """Build the wheel of a target in the folder ``out``. Return the path of the wheel."""
    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        environment = os.environ | {
            "SKBUILD_CMAKE_ARGS": ";".join(toolchain(target, work)),
            "SKBUILD_BUILD_DIR": str(work / "build"),
        }
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(work), str(ROOT)]
        subprocess.run(command, check=True, env=environment)
        (built,) = work.glob("*.whl")
        tags = ["--python-tag", PYTHON_TAG, "--abi-tag", ABI_TAG, "--platform-tag", target.tag, "--remove"]
        subprocess.run([sys.executable, "-m", "wheel", "tags", *tags, str(built)], check=True, text=True)
        (tagged,) = work.glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(str(tagged), str(out / tagged.name)))


def needed_libraries(wheel: Path, core: str) -> list[str]:
    """Return the names of the libraries that the core in a wheel for Linux needs.

    A core for musl may need only ``libc.so``. musl's loader is itself this library, so every system with musl
    has it. auditwheel cannot check a core for musl, because auditwheel knows musl only by its name in Alpine
    Linux.
    """
    from elftools.elf.elffile import ELFFile

    with zipfile.ZipFile(wheel) as archive:
        image = ELFFile(io.BytesIO(archive.read(core)))
        tags = image.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")
        return [tag.needed for tag in tags]


def check(name: str, wheel: Path) -> None:
    """Check that a wheel fits its target.

    Args:
        name: name of the target in ``TARGETS``.
        wheel: path of the wheel.

    Raises:
        SystemExit: the wheel does not fit.
    """
    with zipfile.ZipFile(wheel) as archive:
        cores = [n for n in archive.namelist() if n.startswith("kranalyze/_core.") and not n.endswith(".pyi")]
    wanted = "kranalyze/_core.pyd" if name.startswith("windows") else "kranalyze/_core.abi3.so"
    if cores != [wanted]:
        raise SystemExit(f"{wheel.name}: {cores} instead of {wanted}")
    subprocess.run([sys.executable, "-m", "abi3audit", "--strict", str(wheel)], check=True)
    if name.startswith("musllinux"):
        needed = needed_libraries(wheel, wanted)
        if needed != ["libc.so"]:
            raise SystemExit(f"{wheel.name}: needs {needed} instead of musl alone")
    elif name.startswith("linux"):
        command = [sys.executable, "-m", "auditwheel", "show", str(wheel)]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        print(textwrap.indent(shown.strip(), "  "))
        if TARGETS[name].tag not in shown:
            raise SystemExit(f"{wheel.name}: not {TARGETS[name].tag}")


def main() -> None:
    """Build and check the wheels that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("-o", "--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    if unknown := set(given.targets) - set(TARGETS):
        parser.error(f"unknown target {', '.join(sorted(unknown))}, known: {', '.join(TARGETS)}")
    for name in given.targets or TARGETS:
        wheel = build(name, given.out)
        check(name, wheel)
        print(f"{wheel} ({wheel.stat().st_size // 1024} KB)")


if __name__ == "__main__":
    main()
