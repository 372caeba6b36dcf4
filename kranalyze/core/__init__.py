"""Access to the C core: tasks, positions, and the calls that solve them. Only this package calls the core.

Terms of this package:

- Card: a number from 0 to 31, suit * 8 + rank. A mask of cards has bit n for card n.
- Seat: a number from 0 to 3 for N E S W. A mask of seats has bit n for seat n.
- Question: a contract with its seats (for example declarer and leader), its trump and its order of ranks.
- Task: the numbers that tell the core how to solve a question: the rules of play and the goal of the
  declarer's side.
- Row: the conditions under which a question can come up on a deal (``kr_row``). A deal reaches a question if
  the deal fulfils these conditions.
- Record: the account of a game as somebody wrote it down.
- Facts: what follows from a record under the rules, for example the contract and the settlement.
- Words: the declarations, announcements, raises and Contra of trick 1.
- Layout: a way to distribute the cards that a seat cannot see.
- Value: the result of a search. It is a number of points, a number of tricks, or 1 for yes and 0 for no.
- Settlement: the payment to a seat at the end of a game.
"""

try:
    import kranalyze._core  # noqa: F401
except ImportError as error:
    if error.name == "_cffi_backend":  # the package cffi is missing, not the core
        raise
    from pathlib import Path

    raise ImportError(
        f"the core is not built in {Path(__file__).parents[1]}: install the checkout with "
        "`pip install -e .`, or start Python in another directory to use an installed kranalyze"
    ) from error
