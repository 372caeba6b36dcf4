"""What a KPN game is written with: tags, comments, sections and their entries, in the words of the user."""

from __future__ import annotations

from typing import Literal

from kranalyze.frozen import frozen

#: Tags whose repetition begins the next game when no blank line does.
GAME_STARTERS = frozenset({"Event", "Board", "Deal"})

#: Tags that a block of their own gives to all games after it which have none of the name.
EVENING_TAGS = (
    "Event", "Site", "Date", "West", "North", "East", "South", "Game", "Rules", "Deck",
)  # fmt: skip

#: The two sections of KPN.
SECTIONS = frozenset({"Auction", "Play"})

#: The tags of KPN, in the order in which new games are written (Note tags follow their section).
KNOWN_TAGS = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Game", "Rules", "Deck", "Dealer",
    "Deal", "Talon", "Discard", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce",
    "Contra", "Score", "Auction", "Play", "Note",
)  # fmt: skip


@frozen
class Tag:
    """``[name "value"]``, the value without its escapes; ``#`` is already replaced."""

    name: str
    value: str


@frozen
class Comment:
    """``{text}``, ``;text`` or ``%text``, told apart by ``mark``.

    ``own_line``: nothing else stands before it on its line.
    """

    mark: Literal["{", ";", "%"]
    text: str
    own_line: bool = True

    @classmethod
    def of(cls, text: str) -> Comment:
        """A comment that can hold the text: ``;`` for one line, else ``{``.

        Raises:
            ValueError: the text has several lines and a closing brace, which no comment can hold.
        """
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        if "\n" not in lines:
            return cls(";", f" {lines.rstrip()}" if lines.strip() else "")
        if "}" in lines:
            raise ValueError("a comment of several lines cannot hold a closing brace")
        return cls("{", lines)

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.mark == "{" else self.mark + self.text


@frozen
class Data:
    """A line of the section of a tag that KPN does not know."""

    text: str
    own_line: bool = True


@frozen
class Entry:
    """A call or a card as written, with its marks (``!``, ``$3``, ``=1=``) and the comments after it."""

    text: str
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()


@frozen
class Section:
    """``[Auction "seat"]`` or ``[Play "seat"]`` and its entries; ``comments`` stand before the first one."""

    name: str
    value: str
    entries: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()


Item = Tag | Comment | Data | Section
