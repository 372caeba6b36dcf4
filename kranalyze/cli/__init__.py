"""The command line: ``kranalyze COMMAND ...``; each group of commands has a module of its own."""

from __future__ import annotations

import codecs
import gc
import importlib
import io
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from kranalyze.cli import common
from kranalyze.cli.common import BROKEN_PIPE, FAILED, INTERRUPTED, Failure, say
from kranalyze.show.aligned import SCREEN

#: The commands in the order of the help, and the modules in which they stand.
COMMANDS = {
    "solve": "solve", "table": "table", "analyze": "analyze", "annotate": "analyze", "advise": "solve",
    "stats": "table", "new": "deal", "deal": "deal", "convert": "deal", "check": "deal", "batch": "analyze",
    "odds": "table", "par": "table", "page": "deal", "games": "deal",
}  # fmt: skip

#: What stands for a character that the terminal cannot show.
_PLAIN = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "·": "|", "–": "-", "…": ".", "×": "x", "ß": "ss"}
_PLAIN |= {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}


class Commands(click.Group):
    """A group that imports a command when it is needed, and ends without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported when it is asked for."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kranalyze.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def main(self, *args: Any, **more: Any) -> Any:
        """Start; what cannot be written, ``--help`` into a full disk too, ends without a traceback."""
        threading.excepthook = common.say_thread_failed
        try:
            return super().main(*args, **more)
        except OSError as error:
            name = error.filename
            if name is None:
                _drop_output()
                name = "standard output"
            common.say(f"{name}: error: {error.strerror or error}", err=True)
            sys.exit(FAILED)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; whatever the world does to it becomes a message and an exit status."""
        try:
            with common.interruptible():
                result = super().invoke(ctx)
                sys.stdout.flush()
                return result
        except KeyboardInterrupt:
            common.say_last_words()
            _drop_output()
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _drop_output()
            ctx.exit(BROKEN_PIPE)
        except click.ClickException:
            raise
        except BaseException as error:  # polars panics with one of its own
            if not common.is_out_of_memory(error):
                raise
            raise Failure("error: not enough memory, or not enough threads allowed") from None


def _drop_output() -> None:
    """Let nothing more go to a standard output that does not take it."""
    with suppress(OSError, ValueError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What to print for characters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in lacking), error.end


#: The name by which streams ask for ``_plainly``.
codecs.register_error("kranalyze", _plainly)


def _color(ctx: click.Context, param: click.Parameter, asked: str) -> None:
    """Let the commands paint: as asked, or on a terminal unless NO_COLOR (https://no-color.org) is set."""
    usual = False if os.environ.get("NO_COLOR") else None
    ctx.color = {"always": True, "never": False}.get(asked, usual)


def _version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from kranalyze.version import version

        say(f"kranalyze {version()}")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  kranalyze solve lessons.kpn --board 1
  kranalyze solve "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --contract koenigmord --declarer W
  kranalyze table recorded-deals-24.kpn
  kranalyze deal -n 1000 --seed 1 -o deals.parquet

\b
FILE is a .kpn file, a .csv or .parquet of deals, - for standard input, or a deal given in place:
"N:hand hand hand hand", clockwise from the named seat, each hand spades.hearts.diamonds.clubs.
A name that is not found is looked for among the deals that come with kranalyze.

\b
Exit status: 0 done; 1 cannot be made (solve --check); 2 wrong usage; 3 could not be done;
123 some records had errors, the others were done.

\b
Completion of commands, options, games and contracts by the shell:
  bash   eval "$(_KRANALYZE_COMPLETE=bash_source kranalyze)"       in ~/.bashrc
  zsh    eval "$(_KRANALYZE_COMPLETE=zsh_source kranalyze)"        in ~/.zshrc
  fish   _KRANALYZE_COMPLETE=fish_source kranalyze | source        in ~/.config/fish/config.fish
""",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version,
    help="Show the version and exit.",
)  # fmt: skip
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", expose_value=False,
    callback=_color, help="Colours of suits and marks (default: on a terminal, unless NO_COLOR is set).",
)  # fmt: skip
def cli() -> None:
    """Could this contract have been made?

    kranalyze solves deals of Königrufen and its relatives double dummy: all cards known to everybody,
    everybody playing perfectly. It reads hand records, proves what each contract is worth, and writes tables.
    """
    width = None
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        from shutil import get_terminal_size

        width = get_terminal_size().columns
    shown = SCREEN.set(width)
    click.get_current_context().call_on_close(lambda: SCREEN.reset(shown))


def _replace_closed_streams() -> None:
    """Give the numbers of closed standard streams to nothing, so that no file that is opened gets one.

    What would be said on standard error is said to nobody. Input and output stay closed to who asks for them.
    """
    closed = [number for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)) if stream is None]
    for number in closed:
        nowhere = os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        if nowhere != number:  # another file has taken it already
            os.close(nowhere)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8", errors="kranalyze")  # noqa: SIM115


def main() -> None:
    """Start of the program ``kranalyze``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="kranalyze")
    _replace_closed_streams()
    if sys.stdout is None:  # closed by whoever started the program
        print("standard output: error: it is closed", file=sys.stderr)
        sys.exit(FAILED)
    try:
        cli(prog_name="kranalyze")
    except SystemExit as end:
        if end.code == INTERRUPTED:  # do not wait for threads that are still solving
            os._exit(INTERRUPTED)
        raise
    finally:
        # Let Python end without looking for garbage among the loaded modules. Measured: without this line
        # `solve` of one deal takes 14 % longer, `table` 23 %.
        gc.freeze()
