"""Output files are written whole or not at all."""

import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.files import replacing


def listing(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_new_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with replacing(target) as out:
        out.write(b"hello")
        assert not target.exists()
    assert target.read_bytes() == b"hello"
    assert listing(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, failure: type[BaseException]) -> None:
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")
    with pytest.raises(failure), replacing(target) as out:
        out.write(b"half")
        raise failure
    assert target.read_bytes() == b"old"
    assert listing(tmp_path) == ["out.txt"]


def test_mode_is_kept_and_new_files_follow_the_umask(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_bytes(b"")
    old.chmod(0o640)
    with replacing(old) as out:
        out.write(b"x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        with replacing(tmp_path / "new.txt") as out:
            out.write(b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o640


def test_a_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "data.txt"
    real.write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to(real)
    with replacing(link) as out:
        out.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert listing(tmp_path / "real") == ["data.txt"]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    with replacing("/dev/null") as out:
        out.write(b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize(
    ("name", "number"),
    [("", errno.EISDIR), ("no/such/folder.txt", errno.ENOENT), ("file/below.txt", errno.ENOTDIR)],
)
def test_errors_name_the_file_that_was_asked_for(tmp_path: Path, name: str, number: int) -> None:
    (tmp_path / "file").write_bytes(b"")
    target = str(tmp_path / name)
    with pytest.raises(OSError) as caught, replacing(target) as out:
        out.write(b"x")
    assert (caught.value.errno, caught.value.filename) == (number, target)


def test_a_full_device_is_an_error_that_names_it() -> None:
    with pytest.raises(OSError) as caught, replacing("/dev/full") as out:
        out.write(b"x" * 100_000)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, "/dev/full")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    # A limit on the size of files stands for the full disk: the write fails half way.
    target = tmp_path / "out.bin"
    target.write_bytes(b"old")
    script = (
        "import sys\nfrom kranalyze.files import replacing\n"
        "try:\n"
        "    with replacing(sys.argv[1]) as out:\n"
        "        for _ in range(100): out.write(b'x' * 1000)\n"
        "except OSError as error:\n"
        "    print(error.errno, error.filename)\n"
    )

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    run = subprocess.run(
        [sys.executable, "-P", "-c", script, str(target)],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [str(errno.EFBIG), str(target)]
    assert target.read_bytes() == b"old"
    assert listing(tmp_path) == ["out.bin"]


def test_a_bundled_file_has_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert path_of_own_or_bundled("lessons.kpn").is_file()
    for name in ("datasets/lessons.kpn", "./datasets/lessons.kpn", "other/lessons.kpn"):
        assert path_of_own_or_bundled(name) == Path(name)
