"""Constants for the numbers in records, named as in solver/judge.h and rules.h but without ``KR_``."""

from __future__ import annotations

from kranalyze._core import lib
from kranalyze.core.structs import enum_names

ABSENT: int = lib.KR_ABSENT
AS_PLAYED: int = lib.KR_AS_PLAYED
AT_AUCTION: int = lib.KR_AT_AUCTION
AT_CALL: int = lib.KR_AT_CALL
AT_CALLED: int = lib.KR_AT_CALLED
AT_CELL: int = lib.KR_AT_CELL
AT_CONTRA: int = lib.KR_AT_CONTRA
AT_CONTRACT: int = lib.KR_AT_CONTRACT
AT_DEAL: int = lib.KR_AT_DEAL
AT_DEALER: int = lib.KR_AT_DEALER
AT_DECLARER: int = lib.KR_AT_DECLARER
AT_DISCARD: int = lib.KR_AT_DISCARD
AT_DISCARD_CARD: int = lib.KR_AT_DISCARD_CARD
AT_GAME: int = lib.KR_AT_GAME
AT_HAND: int = lib.KR_AT_HAND
AT_HAND_CARD: int = lib.KR_AT_HAND_CARD
AT_LAID: int = lib.KR_AT_LAID
AT_LINES: int = lib.KR_AT_LINES
AT_PLAY: int = lib.KR_AT_PLAY
AT_SCORE: int = lib.KR_AT_SCORE
AT_SCORE_OF: int = lib.KR_AT_SCORE_OF
AT_SECOND: int = lib.KR_AT_SECOND
AT_TALON: int = lib.KR_AT_TALON
AT_TALON_CARD: int = lib.KR_AT_TALON_CARD
AT_TRUMP: int = lib.KR_AT_TRUMP
AT_WORD: int = lib.KR_AT_WORD
AUCTION_OPEN: int = lib.KR_AUCTION_OPEN
BAD_CARD: int = lib.KR_BAD_CARD
CALL_ALL_PASS: int = lib.KR_CALL_ALL_PASS
CALL_CONTRA: int = lib.KR_CALL_CONTRA
CALL_PASS: int = lib.KR_CALL_PASS
CALL_RECONTRA: int = lib.KR_CALL_RECONTRA
CALL_SECOND: int = lib.KR_CALL_SECOND
CALL_SUBCONTRA: int = lib.KR_CALL_SUBCONTRA
EMPTY: int = lib.KR_EMPTY
ILL: int = lib.KR_ILL
ILL_AUCTION: int = lib.KR_ILL_AUCTION
ILL_BLOCK: int = lib.KR_ILL_BLOCK
ILL_CALLS: int = lib.KR_ILL_CALLS
ILL_CELLS: int = lib.KR_ILL_CELLS
ILL_DEAL: int = lib.KR_ILL_DEAL
ILL_DISCARD: int = lib.KR_ILL_DISCARD
ILL_LINES: int = lib.KR_ILL_LINES
ILL_PLAY: int = lib.KR_ILL_PLAY
ILL_SCORE: int = lib.KR_ILL_SCORE
ILL_TAGS: int = lib.KR_ILL_TAGS
ILL_TALON: int = lib.KR_ILL_TALON
ILL_WORDS: int = lib.KR_ILL_WORDS
IN_TURNS: int = lib.KR_IN_TURNS
MARRIAGES_BY_LEAD: int = lib.KR_MARRIAGES_BY_LEAD
MARRIAGES_NOT_COUNTED: int = lib.KR_MARRIAGES_NOT_COUNTED
MARRIAGE_NOT_HELD: int = lib.KR_MARRIAGE_NOT_HELD
MARRIAGE_POINTS: int = lib.KR_MARRIAGE_POINTS
NONE: int = lib.KR_NONE
NO_CARD: int = lib.KR_NO_CARD
ONLY_DEAL: int = lib.KR_ONLY_DEAL
ORDER_K: int = lib.KR_ORDER_K
ORDER_T: int = lib.KR_ORDER_T
ORDER_Z: int = lib.KR_ORDER_Z
PLAY_OPEN: int = lib.KR_PLAY_OPEN
TRUMP_MARRIAGE_NOT_HELD: int = lib.KR_TRUMP_MARRIAGE_NOT_HELD
UNSAID: int = lib.KR_UNSAID
WORD_ALL: int = lib.KR_WORD_ALL
WORD_CONTRA: int = lib.KR_WORD_CONTRA
WORD_HUNDRED: int = lib.KR_WORD_HUNDRED
WORD_MARRIAGE: int = lib.KR_WORD_MARRIAGE
WORD_RAISE: int = lib.KR_WORD_RAISE
WORD_UNKNOWN: int = lib.KR_WORD_UNKNOWN

#: Names of the problems that the judge finds in records, by code. The file of error messages uses these
#: names.
PROBLEM_CODES = enum_names("enum kr_problem_code", "KR_")
