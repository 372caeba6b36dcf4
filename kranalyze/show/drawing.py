"""Sizes, places, colours and styles of pictures of deals and positions. Lengths are in units of the SVG.

The page draws with the same numbers: ``scripts/build_layouts.py`` writes them into a module of the page.
"""

from __future__ import annotations

#: Width of the picture, and its height without lines of text below the table.
WIDTH, HEIGHT = 480, 340

#: Height of a line of text.
LINE = 20

#: Point (x, y) at which the first line of text below the table begins. Each line below the table makes the
#: picture higher by ``LINE``. The first line also adds ``CAPTION_GAP``.
CAPTION = (20, 356)
CAPTION_GAP = 6

#: A picture that a user shares from the page has a title below the table, and a sentence below the title.
#: ``SENTENCE_GAP``: space between the title and the sentence. ``SENTENCE_END``: space below the sentence.
SENTENCE_GAP = 8
SENTENCE_END = 16

#: Upper left corners of the hands N E S W, and of the talon.
CORNERS = ((175, 26), (340, 136), (175, 246), (20, 136))
TALON = (340, 26)

#: The table: x and y of its upper left corner, width and height.
TABLE = (175, 128, 130, 96)

#: Points (x, y) where the cards that N E S W have played to the trick are drawn on the table.
ON_TABLE = ((240, 154), (280, 182), (240, 210), (200, 182))

#: Outlines of the German suits L H S E as SVG paths in a square of 16 by 16 units, and the colours of the
#: outlines in both themes.
OUTLINES = {
    "L": ("M8 1C3 4 2 8 3.6 11c1.2 1.8 3 1.2 3.6.4L7 15h2l-.2-3.6c.6.8 2.4 1.4 3.6-.4C14 8 13 4 8 1Z",),
    "H": ("M8 15C2 10 1 7 1 5a3.5 3.5 0 0 1 7-1 3.5 3.5 0 0 1 7 1c0 2-1 5-7 10Z",),
    "S": ("M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z", "M2 7h12v2H2ZM7 10h2v4H7Z"),
    "E": ("M4 7h8c0 4-2 7-4 8-2-1-4-4-4-8Z", "M3 6c0-3 2-4 4-4V0h2v2c2 0 4 1 4 4Z"),
}
OUTLINE_COLOURS = {
    "L": ("#3f8f3a",), "H": ("#c8342b",), "S": ("#e0a020", "#7a3b12"), "E": ("#d39a2d", "#4f7f2f"),
}  # fmt: skip

#: Where a German suit begins (x, y) and where its text begins (x), both from the point of the line of text:
#: in a hand, and on the table. On the table the text is centred at its point.
SIGN_IN_HAND = (0, -14, 22)
SIGN_ON_TABLE = (-20, -15, 9)

#: Colours of each theme: background (paper), text (ink), red suits, faint text, and table.
COLOURS = {
    "light": {
        "paper": "#ffffff", "ink": "#1c1c1c", "red": "#c62828", "faint": "#8a8a8a", "table": "#e6efe6",
    },
    "dark": {
        "paper": "#1e1e1e", "ink": "#e8e8e8", "red": "#ff7b72", "faint": "#9a9a9a", "table": "#26332a",
    },
}  # fmt: skip

#: CSS styles by selector. A name after ``fill:`` is a key of ``COLOURS``: the theme's colour replaces it.
STYLES = {
    "text": "font:16px system-ui,sans-serif;fill:ink", ".name": "font-weight:600",
    ".turn": "font-weight:600;text-decoration:underline", ".red": "fill:red", ".faint": "fill:faint",
    ".played": "font-size:20px;text-anchor:middle", ".paper": "fill:paper", ".table": "fill:table",
}  # fmt: skip
