"""Draw charts and card diagrams as HTML without scripts: bars, columns, heat maps, stacks, tables, hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kranalyze.cards import SUIT_SYMBOLS, suits_text
from kranalyze.deal import Deal, Seat
from kranalyze.show.pages.frame import escape_html
from kranalyze.show.statstext import percent

#: A chart that has more groups of columns than this can be scrolled on a narrow screen.
_COLUMNS = 8

#: If the share in a cell of a heat map was counted from fewer deals or hands than this, the cell is marked as
#: doubtful.
FEW = 30

#: Symbols of the suits, with their colours. The character U+FE0E after a symbol makes browsers draw plain
#: text instead of a coloured picture.
_SUITS = [(f"{symbol}\ufe0e", "red" if i in (1, 2) else "black") for i, symbol in enumerate(SUIT_SYMBOLS)]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart: a share from 0 to 1, and its confidence interval."""

    share: float | None  # length of the bar; None: nothing was counted, so the bar is not drawn
    low: float | None = None  # lower end of the confidence interval; None: no interval
    high: float | None = None  # upper end of the confidence interval; None: no interval
    title: str = ""  # text that appears when the pointer is over the bar


def colour_legend(entries: Mapping[str, str]) -> str:
    """Make a legend that explains colours. ``entries`` maps each label to the name of its colour."""
    spans = (
        f'<span style="--c:var(--{colour})">{escape_html(name)}</span>' for name, colour in entries.items()
    )
    return f"<p class=key>{''.join(spans)}</p>"


def side_by_side(charts: Iterable[str]) -> str:
    """Put charts side by side, as many as fit into the width of the screen."""
    return f"<div class=maps>{''.join(charts)}</div>"


def _chart_rows(lines: Iterable[tuple[str, str, str]]) -> str:
    """Make the rows of a chart. Each of ``lines`` has a name, bars as HTML, and numbers as HTML."""
    bars = (
        f"<div class=bar><div class=name>{escape_html(name)}</div>{bar}<div class=num>{number}</div></div>"
        for name, bar, number in lines
    )
    return f"<div class=bars>{''.join(bars)}</div>"


def _width(share: float, top: float = 1.0) -> str:
    """Return the CSS length of the bar for a share. The bar for the share ``top`` is 100% long."""
    return f"{100 * share / top:.3g}%"


def bars(rows: Iterable[tuple[str, Sequence[Bar]]], colours: Collection[str]) -> str:
    """Draw rows of bars for shares from 0 to 100%, with confidence intervals.

    Args:
        rows: name and bars of each row.
        colours: names of colours. In each row the first bar has the first colour, and so on.
    """
    lines = []
    for name, lanes in rows:
        drawn, numbers = "", []
        for bar, colour in zip(lanes, colours, strict=False):
            if bar.share is None:
                continue
            inside = f'<i style="width:{_width(bar.share)}"></i>' if bar.share else ""
            if bar.low is not None and bar.high is not None and bar.high > bar.low:
                inside += f'<u style="left:{_width(bar.low)};width:{_width(bar.high - bar.low)}"></u>'
            lane = f'<div class=lane style="--c:var(--{colour})" title="{escape_html(bar.title)}">'
            drawn += f"{lane}{inside}</div>"
            numbers.append(escape_html(percent(bar.share)))
        number = "".join(numbers[:1]) + "".join(f" <small>{other}</small>" for other in numbers[1:])
        lines.append((name, f"<div class=lanes>{drawn}</div>", number))
    return _chart_rows(lines)


def signed_bars(rows: Sequence[tuple[str, float]]) -> str:
    """Draw a bar for each named amount: gains to the right of zero, losses to the left."""
    top = max((abs(amount) for _, amount in rows), default=0) or 1
    lines = []
    for name, amount in rows:
        side, colour = ("left", "main") if amount > 0 else ("right", "bad")
        bar = f'<i style="{side}:50%;width:{_width(abs(amount), 2 * top)}"></i>' if amount else ""
        lane = f'<div class="lane signed" style="--c:var(--{colour})">{bar}</div>'
        lines.append((name, f"<div class=lanes>{lane}</div>", f"{amount:+.1f}"))
    return _chart_rows(lines)


def stacks(rows: Iterable[tuple[str, Sequence[int]]], shades: Mapping[str, str]) -> str:
    """Draw bars that are divided into coloured parts. The length of a part shows its count.

    Args:
        rows: for each bar its name and the counts of its parts.
        shades: name of the colour of each part, by the name of the part.
    """
    lines = []
    for name, counts in rows:
        pieces = "".join(
            f'<i style="flex:{count};--c:var(--{colour})" title="{escape_html(f"{title}: {count}")}"></i>'
            for count, (title, colour) in zip(counts, shades.items(), strict=True)
            if count
        )
        lines.append((name, f"<div class=stack>{pieces}</div>", f"{sum(counts):,}"))
    return _chart_rows(lines)


def grouped_column_chart(groups: Sequence[tuple[str, Sequence[float]]], shades: Mapping[str, str]) -> str:
    """Draw groups of columns above an axis. The height of a column shows a share.

    Args:
        groups: for each group its label and the shares of its columns.
        shades: name of the colour of each column in a group, by the name of the column.
    """
    top = max((share for _, shares in groups for share in shares), default=0) or 1
    drawn, axis = "", ""
    for label, shares in groups:
        bars = "".join(
            f'<i style="height:{_width(share, top)};--c:var(--{colour})" '
            f'title="{escape_html(f"{label}, {name}: {percent(share)}")}"></i>'
            for share, (name, colour) in zip(shares, shades.items(), strict=True)
        )
        drawn += f"<div>{bars}</div>"
        numbers = "".join(f"<br>{escape_html(percent(share))}" for share in shares)
        axis += f"<span><b>{escape_html(label)}</b>{numbers}</span>"
    dense = " dense" if len(groups) > _COLUMNS else ""
    inside = f"<div class=columns>{drawn}</div><div class=axis>{axis}</div>"
    return f'<div class="chart{dense}"><div>{inside}</div></div>'


def heat_map(
    caption: str, corner: str, down: Mapping[int, str], across: Mapping[int, str],
    cells: Mapping[tuple[int, int], tuple[float, int]], of: str = "hands",
) -> str:  # fmt: skip
    """Draw a heat map: a table in which larger shares have darker cells.

    Args:
        caption: caption of the table.
        corner: HTML of the upper left cell, which names the axes. Empty: the axes have no names.
        down: labels of the rows, as HTML.
        across: labels of the columns, as HTML.
        cells: for each row and column the share (0 to 1), and how many units were counted for the share.
        of: name of the counted units, for example ``hands``.
    """
    head = "".join(f"<th scope=col>{label}</th>" for label in across.values())
    body = ""
    for row, label in down.items():
        body += f"<tr><th scope=row>{label}</th>"
        for column in across:
            if (row, column) not in cells:
                body += "<td class=none><span>·</span></td>"
                continue
            share, units = cells[row, column]
            classes = " ".join(["on"] * (share > 0.55) + ["few"] * (units < FEW))
            mark = f' class="{classes}"' if classes else ""
            short = f"{share:.0%}"  # text of the cell on a narrow screen
            if 0 < share < 0.01 or 0.995 <= share < 1:
                short = "<1%" if share < 0.01 else ">99%"
            title = escape_html(f"{percent(share)} of {units:,} {of}")
            body += f'<td{mark} style="--o:{share:.2f}" title="{title}">'
            body += f"<span>{escape_html(short)}</span></td>"
        body += "</tr>"
    head = f"<tr><th{' class=axes' if corner else ''}>{corner}</th>{head}</tr>"
    parts = f"<caption>{escape_html(caption)}</caption><thead>{head}</thead><tbody>{body}</tbody>"
    return f"<table class=heat>{parts}</table>"


def folded_table(
    head: Iterable[str], rows: Iterable[Iterable[object]], summary: str, is_open: bool = False
) -> str:
    """Make a table of numbers that a click on ``summary`` opens. On a narrow screen the table scrolls.

    Args:
        head: titles of the columns.
        rows: rows of cells.
        summary: text above the table.
        is_open: whether the table is open from the start.
    """
    top = "".join(f"<th scope=col>{escape_html(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape_html(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    table = f"<table class=numbers><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    begin = "<details open>" if is_open else "<details>"
    return f"{begin}<summary>{escape_html(summary)}</summary><div class=wide>{table}</div></details>"


def coloured_suits(words: str) -> str:
    """Convert a text to HTML with coloured suit symbols."""
    shown = escape_html(words)
    for symbol, colour in _SUITS:
        shown = shown.replace(symbol[0], f"<span class={colour}>{symbol}</span>")
    return shown


def hand_diagram_html(mask: int, order: str = "K") -> str:
    """Draw a hand with a line for each suit, high cards first. A suit without cards has a dash."""
    return "".join(
        f"<div class=suit><b class={colour}>{symbol}</b>{' '.join(held) or '–'}</div>"
        for (symbol, colour), held in zip(_SUITS, suits_text(mask, order=order), strict=True)
    )


def deal_diagram_html(deal: Deal, seats: int, declarer: int | None = None, order: str = "K") -> str:
    """Draw the hands of a deal around a table, with the talon in the middle.

    Args:
        deal: the deal.
        seats: number of players (3 or 4).
        declarer: seat whose name is coloured. None: no seat.
        order: order of the ranks. ``K`` is A K Q J T 9, ``T`` is A T K Q J 9.
    """
    parts = ""
    for seat in list(Seat)[:seats]:
        mark = " declarer" if seat == declarer else ""
        hand = hand_diagram_html(deal.mask(seat), order)
        parts += f'<div class="{seat.name.lower()}{mark}"><h4>{escape_html(seat.title)}</h4>{hand}</div>'
    if deal.talon_mask:
        parts += f"<div class=t><h4>Talon</h4>{hand_diagram_html(deal.talon_mask, order)}</div>"
    return f"<div class=compass>{parts}</div>"
