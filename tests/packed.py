"""Unpacks the parts of a page that are compressed."""

from __future__ import annotations

import base64
import zlib

#: Digits that pages have in place of three digits of RFC 1924, and the replaced digits.
_DIGITS = str.maketrans(",./", "&<>")


def unpack(text: str) -> bytes:
    """Return the content of a part of a page: base 85 of bytes that zlib compressed."""
    return zlib.decompress(base64.b85decode(text.translate(_DIGITS)))
