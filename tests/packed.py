"""Unpack the compressed parts of a page."""

from __future__ import annotations

import base64
import zlib

#: Base 85 in pages has the digits ``,./`` in place of ``&<>`` (RFC 1924). This table restores ``&<>``.
_DIGITS = str.maketrans(",./", "&<>")


def unpack(text: str) -> bytes:
    """Return the content of a part of a page: base 85 of bytes that zlib compressed."""
    return zlib.decompress(base64.b85decode(text.translate(_DIGITS)))
