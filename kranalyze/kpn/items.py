"""Define data classes for the parts of a game's text: tags, notes, comments, sections and their entries."""

from typing import Literal, NamedTuple

#: The tags that KPN defines, in the order in which they are written. The tag Note is an exception: it follows
#: the section to which its note belongs.
KNOWN_TAGS = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Game", "Rules", "Deck", "Dealer",
    "Deal", "Talon", "Discard", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce",
    "Contra", "Score", "Auction", "Play", "Note",
)  # fmt: skip


class Tag(NamedTuple):
    """A tag, ``[name "value"]``. Escapes in the value have been replaced by the characters that they mean.

    A value ``#`` has been replaced by the value of the same tag in the previous game.
    """

    name: str
    value: str


class Comment(NamedTuple):
    """A comment: ``{text}``, ``;text`` or ``%text``."""

    mark: Literal["{", ";", "%"]  # ``{``, ``;`` or ``%``, the character that begins the comment
    text: str
    own_line: bool = True  # whether no other text precedes the comment on its line

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.mark == "{" else self.mark + self.text


class Data(NamedTuple):
    """A line of text after a tag that KPN does not define. The line is kept unchanged."""

    text: str
    own_line: bool = True  # whether no other text precedes this text on its line

    def __str__(self) -> str:
        return self.text


class Entry(NamedTuple):
    """An entry of a section: a call of the auction, or a card that was played."""

    text: str
    marks: tuple[str, ...] = ()  # the marks of the entry, such as ``!``, ``$3`` or ``=1=``
    comments: tuple[Comment, ...] = ()  # the comments that follow the entry

    def __str__(self) -> str:
        # Write the mark ! or ? directly after the card, without a blank.
        beside = "".join(self.marks[:1]) if self.marks and self.marks[0][0] in "!?" else ""
        return " ".join((self.text + beside, *self.marks[bool(beside) :]))


class Section(NamedTuple):
    """A section, ``[Auction "seat"]`` or ``[Play "seat"]``."""

    name: str
    value: str  # the quoted text: the letter of the seat that calls first (Auction) or leads trick 1 (Play)
    entries: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()  # comments before the first entry


#: An item, a part of the text of a game: a tag, a comment, a line of text after an unknown tag, or a section.
Item = Tag | Comment | Data | Section


class Note(NamedTuple):
    """A note to a game, a call or a card: ``[Note "number:text"]``."""

    number: int
    text: str
    #: the section before the note, ``Auction`` or ``Play``; an empty text: the note precedes all sections
    section: str
