"""Ctrl-C ends commands soon while they work in C, in threads or in processes; no file stays half-written."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from running import run

#: The most seconds from Ctrl-C to the end of a command. On an idle machine a command needs one second.
SOON = 4.0

#: Seconds of processor time after which a command has read its arguments and is at work.
AT_WORK = 1.0

#: Commands that would take minutes. {deals}: 100,000 deals of Rußbach; {graden}: 100,000 deals of Graden;
#: {log}: a log of 38,000 games; {one}: a deal with one known hand; {out}: the directory for output.
COMMANDS = {
    "solve": "solve {deals} --game russbach --contract simple --declarer N",
    "table": "table {deals} -o {out}/t.parquet",
    "table in one thread": "table {deals} -o {out}/t.csv --workers 1",
    "table of many parties": "table {graden} --selfish -o {out}/t.parquet",
    "analyze": "analyze {log} --json -o {out}/a.json",
    "annotate": "annotate {log} -o {out}/a.kpn",
    "advise": "advise {one} --game anrufen --contract simple --declarer N --trump S --call SA --exact",
    "stats": "stats --random 1000000 --game russbach -o {out}/s.csv",
    "stats of a log": "stats {log}",
    "deal": "deal -n 500000000 -o {out}/d.csv",
    "convert": "convert {log} {out}/c.kpn",
    "check": "check {log}",
    "batch by threads": "batch {deals} -o {out}/b --task table",
    "batch by processes": "batch {deals} -o {out}/b --task table --engine processes --workers 2",
    "odds": "odds KT9.Q.A.AQ8 --game russbach --within 0.001",
    "odds at the table": "odds KT9.Q.A.AQ8 --game russbach --samples 1 --games 1000000",
    "advise at the table": "advise {one} --game anrufen --contract simple --declarer N --trump S --call SA "
    "--limit 1 --within 1 --games 1000000",
    "odds exactly": "odds KT.Q.A.AQ --exact --contract bettler --workers 1",
    "par": "par {graden}",
    "page": "page {log} -o {out}/p.html",
    "simulate": "simulate -n 100000 --seed 1 -o {out}/s.parquet",
    "simulate in shards": "simulate -n 100000 --seed 1 --shards {out}/s",
}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return inputs that keep each command busy for a long time."""
    folder = tmp_path_factory.mktemp("given")
    deals, graden, log = (folder / name for name in ("deals.parquet", "graden.parquet", "log.kpn"))
    run("deal", "-n", 100_000, "--seed", 1, "--game", "russbach", "-o", deals)
    run("deal", "-n", 100_000, "--seed", 1, "-o", graden)
    evening = Path("datasets/simulated-log.kpn").read_text()
    log.write_text((evening + "\n") * 500)
    one = "N:T9.Q.A.AQ - - -"
    return {"deals": str(deals), "graden": str(graden), "log": str(log), "one": one}


#: Commands for the quick test, one of each kind: in C, in threads, in processes, in Python and polars.
QUICK = ("table", "batch by processes", "odds exactly", "odds at the table", "check", "simulate in shards")


@pytest.mark.parametrize(
    "command", [c if c in QUICK else pytest.param(c, marks=pytest.mark.long) for c in COMMANDS]
)
def test_ctrl_c_ends_a_command_soon(command: str, given: dict[str, str], tmp_path: Path) -> None:
    args = [word.format(**given, out=tmp_path) for word in COMMANDS[command].split()]
    # If a shell without job control runs the tests, the command may inherit that interrupts are ignored. So
    # set the usual handler of interrupts before the command starts.
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "kranalyze", *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:  # fmt: skip
        try:
            here = psutil.Process(process.pid)
            while sum(p.cpu_times().user for p in (here, *here.children())) < AT_WORK:
                assert process.poll() is None, "the command is too quick to be interrupted"
                time.sleep(0.05)
            workers = here.children()
            process.send_signal(signal.SIGINT)
            start = time.monotonic()
            _, said = process.communicate(timeout=60)
            took = time.monotonic() - start
        finally:
            process.kill()
    assert process.returncode == 130
    assert took < SOON
    assert b"Traceback" not in said
    assert (b"Stopped." in said) == (command.startswith("batch") or "shards" in command)
    assert not list(tmp_path.rglob("*.part"))
    assert not psutil.wait_procs(workers, timeout=SOON)[1]
