"""Charts as HTML: bars with intervals, columns, heat maps, stacks, tables. Real text, no script."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from kranalyze.frozen import frozen
from kranalyze.show.pages.frame import text
from kranalyze.survey.readout import percent

#: More columns than these scroll on a narrow screen.
_COLUMNS = 8

#: So few units make a cell of a heat map doubtful.
FEW = 30


@frozen
class Bar:
    """A share with its interval; the share is None where there is none."""

    share: float | None
    low: float | None = None
    high: float | None = None
    title: str = ""


@frozen
class Cell:
    """A cell of a heat map: a share of so many units."""

    share: float
    units: int


def key(entries: Mapping[str, str]) -> str:
    """What the colours stand for: names and the names of colours."""
    spans = (f'<span style="--c:var(--{colour})">{text(name)}</span>' for name, colour in entries.items())
    return f"<p class=key>{''.join(spans)}</p>"


def maps(drawn: Iterable[str]) -> str:
    """Charts side by side, as many as the screen has room for."""
    return f"<div class=maps>{''.join(drawn)}</div>"


def _line(name: str, drawn: str, number: str) -> str:
    """A row of a chart: what it is of, what is drawn, and that in numbers."""
    return f"<div class=bar><div class=name>{text(name)}</div>{drawn}<div class=num>{number}</div></div>"


def _width(share: float, top: float = 1.0) -> str:
    return f"{100 * share / top:.3g}%"


def bars(rows: Iterable[tuple[str, Sequence[Bar]]], colours: Collection[str]) -> str:
    """Bars from the left, 0 to 100%, several to a row, each with its interval."""
    lines = []
    for name, lanes in rows:
        drawn, numbers = [], []
        for bar, colour in zip(lanes, colours, strict=False):
            if bar.share is None:
                continue
            whisker = ""
            if bar.low is not None and bar.high is not None and bar.high > bar.low:
                whisker = f'<u style="left:{_width(bar.low)};width:{_width(bar.high - bar.low)}"></u>'
            fill = f'<i style="width:{_width(bar.share)}"></i>' if bar.share else ""
            drawn.append(
                f'<div class=lane style="--c:var(--{colour})" title="{text(bar.title)}">{fill}{whisker}</div>'
            )
            numbers.append(percent(bar.share))
        first, *others = numbers or [""]
        more = "".join(f" <small>{text(n)}</small>" for n in others)
        lines.append(_line(name, f"<div class=lanes>{''.join(drawn)}</div>", f"{text(first)}{more}"))
    return f"<div class=bars>{''.join(lines)}</div>"


def signed(rows: Sequence[tuple[str, float]], colours: tuple[str, str]) -> str:
    """Bars to both sides of nothing: gains to the right in the first colour, losses to the left."""
    top = max((abs(amount) for _, amount in rows), default=0) or 1
    lines = []
    for name, amount in rows:
        side, colour = ("left", colours[0]) if amount > 0 else ("right", colours[1])
        bar = f'<i style="{side}:50%;width:{_width(abs(amount), 2 * top)}"></i>' if amount else ""
        lane = f'<div class="lane signed" style="--c:var(--{colour})">{bar}</div>'
        lines.append(_line(name, f"<div class=lanes>{lane}</div>", f"{amount:+.1f}"))
    return f"<div class=bars>{''.join(lines)}</div>"


def columns(groups: Sequence[tuple[str, Sequence[float]]], shades: Mapping[str, str]) -> str:
    """Columns over an axis; each group has one of each shade (names and the names of colours)."""
    top = max((share for _, shares in groups for share in shares), default=0) or 1
    drawn = []
    for label, shares in groups:
        each = "".join(
            f'<i style="height:{_width(share, top)};--c:var(--{colour})" '
            f'title="{text(f"{label}, {name}: {percent(share)}")}"></i>'
            for share, (name, colour) in zip(shares, shades.items(), strict=True)
        )
        drawn.append(f"<div>{each}</div>")
    axis = "".join(
        f"<span><b>{text(label)}</b>{''.join(f'<br>{text(percent(s))}' for s in shares)}</span>"
        for label, shares in groups
    )
    dense = " dense" if len(groups) > _COLUMNS else ""
    inside = f"<div class=columns>{''.join(drawn)}</div><div class=axis>{axis}</div>"
    return f'<div class="chart{dense}"><div>{inside}</div></div>'


def heat(
    caption: str, axes: tuple[str, str], rows: Sequence[int], across: Sequence[int],
    cells: Mapping[tuple[int, int], Cell], labels: tuple[Sequence[str], Sequence[str]] = ((), ()),
    of: str = "hands",
) -> str:  # fmt: skip
    """A heat map: a table whose cells are the darker the larger the share.

    Args:
        caption: plain text.
        axes: what the rows are, what the columns are; nothing where the labels say it.
        labels: HTML for the rows and the columns where their numbers do not speak for themselves.
        of: what the units of a cell are.
    """
    down = labels[0] or [str(value) for value in rows]
    along = labels[1] or [str(value) for value in across]
    head = "".join(f"<th scope=col>{label}</th>" for label in along)
    lines = []
    for row, label in zip(rows, down, strict=True):
        drawn = []
        for column in across:
            cell = cells.get((row, column))
            if cell is None:
                drawn.append("<td class=none><span>·</span></td>")
                continue
            classes = " ".join(["on"] * (cell.share > 0.55) + ["few"] * (cell.units < FEW))
            mark = f' class="{classes}"' if classes else ""
            title = f"{percent(cell.share)} of {cell.units:,} {of}"
            drawn.append(
                f'<td{mark} style="--o:{cell.share:.2f}" title="{text(title)}">'
                f"<span>{text(_short(cell.share))}</span></td>"
            )
        lines.append(f"<tr><th scope=row>{label}</th>{''.join(drawn)}</tr>")
    corner = f"<th class=axes>{text(axes[0])} ↓<br>{text(axes[1])} →</th>" if all(axes) else "<th></th>"
    return (
        f"<table class=heat><caption>{text(caption)}</caption>"
        f"<thead><tr>{corner}{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    )


def _short(share: float) -> str:
    """A share in the narrow cell of a map."""
    if 0 < share < 0.01:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{share:.0%}"


def stacks(rows: Iterable[tuple[str, Sequence[int]]], shades: Mapping[str, str]) -> str:
    """Parts of a whole, a row each, with the whole as a number; of each part its name and colour."""
    lines = []
    for name, counts in rows:
        pieces = "".join(
            f'<i style="flex:{count};--c:var(--{colour})" title="{text(f"{title}: {count}")}"></i>'
            for count, (title, colour) in zip(counts, shades.items(), strict=True)
            if count
        )
        lines.append(_line(name, f"<div class=stack>{pieces}</div>", f"{sum(counts):,}"))
    return f"<div class=bars>{''.join(lines)}</div>"


def numbers(head: Iterable[str], rows: Iterable[Iterable[object]], summary: str) -> str:
    """A table that opens when it is asked for; it scrolls in itself where the screen is narrow."""
    top = "".join(f"<th scope=col>{text(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    table = f"<table class=numbers><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f"<details><summary>{text(summary)}</summary><div class=wide>{table}</div></details>"
