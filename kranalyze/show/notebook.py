"""Display boards in notebooks: a frame with a page, and a small picture with a link to the live board.

A live board is a page on which the user can play cards. A page has several hundred kilobytes of script, which
a notebook should hold only once. So the first live board stores its page in the notebook, and the links below
pictures build their boards from this page. A frame may run the scripts of its page, but do nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from typing import Any

#: Characters that are escaped in a board's data, because they could end the script element around the data.
_UNSAFE = "<>&\u2028\u2029"

#: Script that shows a live board in place of a picture. The script takes the page of another board, which
#: ``_KEEP`` has stored, and replaces the data in this page.
_OPEN = """\
for (const box of document.querySelectorAll("[data-kranalyze='%(name)s']:not([data-bound])")) {
  box.dataset.bound = "1";
  box.querySelector("a").onclick = (event) => {
    event.preventDefault();
    const page = window.kranalyzePage;
    if (!page) {
      box.querySelector("output").textContent = " Show the live board of any object once (live_board()): " +
        "the notebook then has the script that this link needs.";
      return;
    }
    const data = %(data)s;
    const safe = (json) => json.replace(/[<>&\\u2028\\u2029]/g, (sign) =>
      "\\\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = "%(title)s";
    frame.style.cssText = "%(style)s";
    frame.srcdoc = page.replace(/(<script type="application\\/json" id="data">)(.*?)(<\\/script>)/s,
      (whole, before, json, after) =>
        before + safe(JSON.stringify({ ...JSON.parse(json), ...data })) + after);
    box.replaceChildren(frame);
    frame.focus();
  };
}"""

#: Script that stores the page of the first live board in the notebook, in ``window.kranalyzePage``.
_KEEP = """\
for (const frame of document.querySelectorAll("[data-kranalyze-live]"))
  window.kranalyzePage ??= frame.srcdoc;"""


#: Title of the frame that shows a board. Screen readers read the title aloud.
_TITLE = "Live board"


def _frame_style(height: int) -> str:
    """Return the CSS style of a frame. ``height`` is in pixels."""
    return f"width:100%;height:{height}px;border:0"


@dataclass(frozen=True, slots=True)
class Frame:
    """A page that a notebook displays.

    Attributes:
        page: the complete HTML page, which could also be written to a file.
        height: height of the frame, in pixels.
    """

    page: str = field(repr=False)
    height: int = 860

    def _repr_html_(self) -> str:
        style = _frame_style(self.height)
        return (
            f'<iframe sandbox="allow-scripts" title="{_TITLE}" data-kranalyze-live '
            f'style="{style}" srcdoc="{escape(self.page)}"></iframe><script>{_KEEP}</script>'
        )


def picture_with_live_board_link(picture: str, data: Mapping[str, Any], board_height: int = 860) -> str:
    """Return HTML with a picture and a link. A click on the link replaces the picture by the live board.

    Args:
        picture: the picture, as HTML.
        data: the data of the board, as ``board_data`` returns them. Boards differ only in their data.
        board_height: height of the board, in pixels.
    """
    dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in _UNSAFE:
        dumped = dumped.replace(sign, f"\\u{ord(sign):04x}")
    name = sha256(dumped.encode()).hexdigest()[:16]
    script = _OPEN % {"name": name, "data": dumped, "style": _frame_style(board_height), "title": _TITLE}
    return (
        f'<div data-kranalyze="{name}">{picture}<p><a href="#">Live board</a><output></output></p>'
        f"</div><script>{script}</script>"
    )
