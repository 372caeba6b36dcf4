"""Define sizes, places, colours and styles for pictures of deals and positions.

Lengths are in units of the SVG. The interactive page (kranalyze/show/pages) draws with the same numbers:
``scripts/build_layouts.py`` writes these numbers into the page's module ``layouts.js``.
"""

from __future__ import annotations

#: Width of the picture, and its height without a caption. A caption is text below all hands.
WIDTH, HEIGHT = 480, 352

#: Height of a line of text.
LINE = 20

#: Point (x, y) at which the first line of the caption begins. Each line of the caption makes the picture
#: higher by ``LINE``. The first line also adds ``CAPTION_GAP``.
CAPTION = (20, 368)
CAPTION_GAP = 6

#: If a user shares a picture from the page, its caption is a title and a sentence below the title.
#: ``SENTENCE_GAP``: space between the title and the sentence. ``SENTENCE_END``: space below the sentence.
SENTENCE_GAP = 8
SENTENCE_END = 16

#: Places of the hands N E S W, and of the talon. A place has five numbers: x and y of the name, width of a
#: row of cards, anchor, and maximum number of rows. The anchor says which point of the name and of the rows
#: has the coordinate x: 0 the left end, 1 the centre, 2 the right end.
HANDS = ((240, 24, 464, 1, 1), (474, 153, 154, 2, 2), (240, 278, 464, 1, 1), (6, 153, 154, 0, 2))
TALON = (474, 24, 102, 2, 1)

#: North's place if the picture has a talon.
NORTH_BESIDE_TALON = (240, 24, 244, 1, 1)

#: A hand has two rows if it has more than ``ROW`` cards, and if its place allows two rows. With two rows, the
#: name stands higher by ``LIFT``.
ROW = 3
LIFT = 30

#: ``PITCH`` is the distance between the left edges of neighbouring cards. If a row is too narrow for this
#: distance, cards overlap. ``ROW_PITCH`` is the distance between the tops of two rows. ``NAME_GAP`` is the
#: distance from the line of a name to the top of the first row.
PITCH = 43
ROW_PITCH = 59
NAME_GAP = 8

#: Sizes of a card in a hand, and of a card on the table. The first two numbers are the width and the height
#: of the card. The next three are distances from the top of the card to other points: to the line of the
#: rank, to the line of the French suit, and to the top of the German suit. The last two are half the width of
#: the German suit, and its scale.
CARD_IN_HAND = (40, 56, 21, 43, 26, 10, 1.25)
CARD_ON_TABLE = (48, 64, 26, 51, 32, 12, 1.5)

#: The table: x and y of its upper left corner, width and height.
TABLE = (163, 100, 154, 152)

#: Upper left corners of the cards that N E S W have played to the trick.
ON_TABLE = ((216, 104), (265, 144), (216, 184), (167, 144))

#: Words on a table without cards: x and y of their centre, and the maximum width of a line.
WORDS_ON_TABLE = (240, 181, 140)

#: The star of a best card, as an SVG path. Its point (0, 0) lies on the lower edge of the card.
STAR = "M0-8 2-2h7L3 2 5 8 0 5-5 8-3 2-9-2h7Z"

#: ``OUTLINES`` has the outlines of the German suits L H S E as SVG paths, in a square of 16 by 16 units.
#: ``OUTLINE_COLOURS`` has the colours of the outlines in both themes.
OUTLINES = {
    "L": ("M8 1C3 4 2 8 3.6 11c1.2 1.8 3 1.2 3.6.4L7 15h2l-.2-3.6c.6.8 2.4 1.4 3.6-.4C14 8 13 4 8 1Z",),
    "H": ("M8 15C2 10 1 7 1 5a3.5 3.5 0 0 1 7-1 3.5 3.5 0 0 1 7 1c0 2-1 5-7 10Z",),
    "S": ("M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z", "M2 7h12v2H2ZM7 10h2v4H7Z"),
    "E": ("M4 7h8c0 4-2 7-4 8-2-1-4-4-4-8Z", "M3 6c0-3 2-4 4-4V0h2v2c2 0 4 1 4 4Z"),
}
OUTLINE_COLOURS = {
    "L": ("#3f8f3a",), "H": ("#c8342b",), "S": ("#e0a020", "#7a3b12"), "E": ("#d39a2d", "#4f7f2f"),
}  # fmt: skip

#: Colours of each theme: background (paper), text (ink), faint text, the table (felt), and cards.
COLOURS = {
    "light": {
        "paper": "#ffffff", "ink": "#1c1c1c", "faint": "#767676", "felt": "#2c6b52", "card": "#fffdf7",
    },
    "dark": {
        "paper": "#1e1e1e", "ink": "#e8e8e8", "faint": "#9a9a9a", "felt": "#1c4034", "card": "#efece2",
    },
}  # fmt: skip

#: CSS styles by selector. The empty selector is the picture itself. A name after ``fill:`` is a key of
#: ``COLOURS``: the theme's colour replaces it. All other colours are the same in both themes.
STYLES = {
    "": "font:16px system-ui,sans-serif;fill:ink", ".name": "font-weight:600",
    ".turn": "font-weight:600;text-decoration:underline", ".faint": "fill:faint",
    ".cards": "font-size:19px;font-weight:700;text-anchor:middle;fill:#1c211e", ".red": "fill:#b3261e",
    ".table": "font-size:23px", "rect": "stroke:#cfcabb;fill:card", ".paper": "stroke:none;fill:paper",
    ".felt": "stroke:none;fill:felt", ".words": "font-size:15px;text-anchor:middle;fill:#e3eee7",
    ".best": "stroke:#2e8b57;stroke-width:3px;fill:none",
    ".next": "stroke:#f0a500;stroke-width:4px;fill:none",
    ".star": "stroke:#fff;stroke-width:2px;paint-order:stroke;fill:#1f7a4d",
}  # fmt: skip
