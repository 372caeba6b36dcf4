"""The progress bar of a batch: records, their rate, and the time left as far as it can be told."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

from kranalyze.read.pieces import Progress


class ProgressBar:
    """A bar on standard error, or nothing at all.

    How many records there are is not known before all inputs have been cut; until then it is reckoned
    from the part that has been.
    """

    def __init__(self, shown: bool, cutting: Progress) -> None:
        self.cutting, self.records = cutting, 0
        self.tqdm: Any = None
        if shown:
            from tqdm import tqdm

            self.tqdm = tqdm(unit="record", file=sys.stderr, dynamic_ncols=True, smoothing=0.05)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.tqdm is not None:
            self.tqdm.close()

    def cut(self, records: int) -> None:
        """Some more records have been found."""
        self.records += records
        share = self.cutting.share
        if self.tqdm is not None and share:
            self.tqdm.total = max(self.records, round(self.records / share))

    def reused(self, records: int) -> None:
        """The shard of these was there: it counts, but not for the rate."""
        if self.tqdm is not None:
            self.tqdm.initial += records
            self.tqdm.n += records
            self.tqdm.refresh()

    def done(self, records: int) -> None:
        """The shard of these has been made."""
        if self.tqdm is not None:
            self.tqdm.update(records)
