"""``frozen`` makes the same classes as frozen dataclasses with slots."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from kranalyze.frozen import frozen


@frozen
class Point:
    """Two numbers, a note that does not count, numbers of its own, and what follows."""

    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)
    more: list[int] = field(default_factory=list)
    sum: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sum", self.x + self.y)


def test_as_a_dataclass() -> None:
    one, other = Point(1), Point(1, note="hello")
    assert one == other != Point(2) and one.more is not other.more
    assert one != (1, 2)  # type: ignore[comparison-overlap]
    assert repr(one) == "Point(x=1, y=2, more=[], sum=3)" and replace(one, y=5).sum == 6
    assert Point.__match_args__ == ("x", "y", "note", "more") and not hasattr(one, "__dict__")
    assert [each.name for each in fields(Point)] == ["x", "y", "note", "more", "sum"]
    assert list(inspect.signature(Point).parameters) == ["x", "y", "note", "more"]
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(other)) == one == copy.deepcopy(one)


def test_frozen() -> None:
    one = Point(1)
    for name in ("x", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, 3)
    with pytest.raises(FrozenInstanceError):
        del one.x
    assert hash(Point(1, more=())) == hash(Point(1, note="hello", more=()))  # type: ignore[arg-type]
