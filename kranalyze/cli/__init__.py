"""Define the command line ``kranalyze COMMAND ...``. Each group of commands has its own module."""

from __future__ import annotations

import codecs
import gc
import importlib
import io
import os
import sys
import threading
from contextlib import suppress
from typing import Any

import click

from kranalyze.cli import common
from kranalyze.cli.common import BROKEN_PIPE, FAILED, INTERRUPTED, Failure, say
from kranalyze.show.aligned import SCREEN
from kranalyze.version import VERSION

#: The commands in the order of the help, each with the module that defines it.
COMMANDS = {
    "solve": "solve", "table": "table", "analyze": "analyze", "annotate": "analyze", "advise": "advise",
    "stats": "stats", "new": "deal", "deal": "deal", "simulate": "simulate", "convert": "deal",
    "check": "deal", "batch": "analyze", "odds": "odds", "par": "table", "page": "deal", "games": "deal",
}  # fmt: skip

#: Characters that a terminal may not be able to show, each with the plain text that replaces it.
_PLAIN = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "·": "|", "–": "-", "…": ".", "×": "x", "ß": "ss"}
_PLAIN |= {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}


class Commands(click.Group):
    """The group of all commands. A command is imported only when it is used. Failures print no traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return the command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kranalyze.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def main(self, *args: Any, **more: Any) -> Any:
        """Start the program. After an OSError, such as a full disk, print a message and no traceback."""
        threading.excepthook = common.report_thread_failure
        try:
            return super().main(*args, **more)
        except OSError as error:
            name = error.filename
            if name is None:
                _discard_output()
                name = "standard output"
            message = error.strerror or str(error)
            if isinstance(error, FileExistsError):
                message = "a file of this name exists, but a directory is needed"
            common.say(f"{name}: error: {message}", err=True)
            sys.exit(FAILED)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. After Ctrl-C, a closed pipe or a lack of memory, end without a traceback."""
        try:
            with common.interruptible():
                result = super().invoke(ctx)
                sys.stdout.flush()
                return result
        except KeyboardInterrupt:
            common.say_last_words()
            _discard_output()
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _discard_output()
            ctx.exit(BROKEN_PIPE)
        except click.ClickException:
            raise
        except BaseException as error:  # PanicException of polars is not a subclass of Exception
            if not common.is_out_of_memory(error):
                raise
            raise Failure("error: not enough memory, or not enough threads allowed") from None


def _discard_output() -> None:
    """Redirect standard output to the null device. So the flush at exit succeeds after an output error."""
    with suppress(OSError, ValueError, io.UnsupportedOperation):
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.stdout.fileno())
        os.close(null_device)


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: return plain letters for the characters that the encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unencodable = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in unencodable), error.end


# Register the error handler under a name that streams can use.
codecs.register_error("kranalyze", _replace_unencodable)


def _color(ctx: click.Context, param: click.Parameter, choice: str) -> None:
    """Switch colours on or off. By default colours are on for a terminal, unless NO_COLOR is set.

    https://no-color.org explains the environment variable NO_COLOR.
    """
    default = False if os.environ.get("NO_COLOR") else None
    ctx.color = {"always": True, "never": False}.get(choice, default)


def _version(ctx: click.Context, param: click.Parameter, is_given: bool) -> None:
    if is_given and not ctx.resilient_parsing:
        say(f"kranalyze {VERSION}")
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
FILE is a .kpn file, a .csv or .parquet of deals, - for standard input, or a deal typed into the command:
"N:hand hand hand hand", clockwise from the named seat, each hand spades.hearts.diamonds.clubs.
If there is no file of that name, the deals that come with kranalyze are searched for it.

\b
Exit status: 0 success; 1 the contract cannot be made (solve --check); 2 wrong usage; 3 the command failed;
123 records with errors were left out, the others are done.

\b
Shell completion of commands, options, games and contracts:
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
    callback=_color, help="Colour suits and marks (default: on a terminal, unless NO_COLOR is set).",
)  # fmt: skip
def cli() -> None:
    """Could this contract have been made?

    kranalyze solves deals of Königrufen and its relatives double dummy: all cards are open, and everybody
    plays perfectly. It reads hand records, proves what each contract is worth, and writes tables.
    """
    width = None
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        from shutil import get_terminal_size

        width = get_terminal_size().columns
    token = SCREEN.set(width)
    click.get_current_context().call_on_close(lambda: SCREEN.reset(token))


def _replace_closed_streams() -> None:
    """Open the null device for each closed standard stream. So no other file gets the stream's descriptor.

    If standard error is closed, its messages are lost. If standard input or output is closed, ``sys.stdin``
    or ``sys.stdout`` stays None.
    """
    closed = [number for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)) if stream is None]
    for number in closed:
        null_device = os.open(os.devnull, os.O_RDWR)  # the system assigns the lowest free descriptor
        if null_device != number:  # the stream's descriptor belongs to another open file already
            os.close(null_device)
    if sys.stderr is None:
        from pathlib import Path

        sys.stderr = Path(os.devnull).open("w", encoding="utf-8", errors="kranalyze")  # noqa: SIM115


def main() -> None:
    """Run the program ``kranalyze`` and end the process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="kranalyze")
    _replace_closed_streams()
    if sys.stdout is None:  # the caller closed standard output
        print("standard output: error: it is closed", file=sys.stderr)
        sys.exit(FAILED)
    try:
        cli(prog_name="kranalyze")
    except SystemExit as end:
        if end.code == INTERRUPTED:  # end at once, without waiting for threads that are still solving
            os._exit(INTERRUPTED)
        raise
    finally:
        # Keep the garbage collector from searching the loaded modules at exit. Without this line, commands
        # for one deal would take longer: `solve` would take 14 % longer, `table` 23 % longer.
        gc.freeze()
