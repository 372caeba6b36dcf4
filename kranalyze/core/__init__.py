"""Access to the C core: tasks, positions, and the calls that solve them. Only this package calls the core.

Terms of this package:

- Card: a number from 0 to 31, suit * 8 + rank. A mask of cards has bit n for card n.
- Seat: a number from 0 to 3 for N E S W. A mask of seats has bit n for seat n.
- Question: a contract with its seats, trump and order of rank.
- Task: a question as the core's numbers: the rules of play and the goal of the declarer's side.
- Row: the conditions under which a question can come up on a deal (``kr_row``). If they are fulfilled, the
  deal reaches the question.
- Record: the account of a game as it was written down. Facts: the results of checking a record.
- Words: the declarations, announcements, raises and Contra of trick 1.
- Layout: a way to distribute the cards that a seat cannot see.
- Value: the result of a search, in points, in tricks, or as 1 and 0. Settlement: the payment to a seat.
"""

from pathlib import Path

try:
    import kranalyze._core  # noqa: F401
except ImportError as error:
    if error.name == "_cffi_backend":  # the package cffi is missing
        raise
    raise ImportError(
        f"the core is not built in {Path(__file__).parents[1]}: install the checkout with "
        "`pip install -e .`, or start Python in another directory to use an installed kranalyze"
    ) from error
