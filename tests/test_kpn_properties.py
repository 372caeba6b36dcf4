"""Round trips of random games in any layout of the file, and a short fuzz run of the reader."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from kpn_games import random_game
from kranalyze.games import GAMES
from kranalyze.kpn import Comment, Data, Entry, Item, Record, Section, Tag, parse_kpn, record_text, write_kpn
from kranalyze.kpn.lexer import escape_tag_value
from running import script

FUZZ = script("fuzz_kpn")

games = st.builds(random_game, st.randoms(use_true_random=False), st.sampled_from(sorted(GAMES)))

CHARACTERS = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff")
LINE = st.text(CHARACTERS, max_size=20)
COMMENT = st.one_of(
    st.builds(Comment, st.just(";"), LINE, st.booleans()),
    st.builds(Comment, st.just("{"), LINE.map(lambda t: t.replace("}", "\n")), st.booleans()),
    st.builds(Comment, st.just("%"), LINE, st.just(True)),
)
MARKS = st.lists(st.sampled_from(["!", "??", "!?", "$3", "$14"]), max_size=3).map(
    lambda marks: tuple(sorted(marks, key=lambda m: m[0] not in "!?"))
)


@settings(max_examples=60)
@given(st.lists(games, min_size=1, max_size=3))
def test_what_is_written_is_read_again(records: list[Record]) -> None:
    text = write_kpn(records)
    file = parse_kpn(text)
    assert file.problems == ()
    assert list(file.records) == records
    assert write_kpn(file) == text
    for record in file.records:
        if record.settlement is not None:
            assert sum(record.settlement) == 0
            scored = f'{record_text(record).rstrip()}\n[Score "{score_text(record)}"]'
            assert parse_kpn(scored).problems == ()


def score_text(record: Record) -> str:
    assert record.settlement is not None
    return " ".join(f"{'NESW'[i]}:{v}" for i, v in enumerate(record.settlement))


# Nothing of a file is lost


@st.composite
def decorated(draw: st.DrawFn) -> list[Item]:
    """Draw the items of a game. Add comments, marks, notes, and unknown tags with rows of text."""
    items: list[Item] = []
    for item in draw(games).items:
        items += draw(st.lists(COMMENT, max_size=1))
        if isinstance(item, Section):
            entries = [
                Entry(e.text, draw(MARKS), tuple(draw(st.lists(COMMENT, max_size=1)))) for e in item.entries
            ]
            before = tuple(draw(st.lists(COMMENT, max_size=2)))
            section = Section(item.name, item.value, tuple(entries), before)
            items += [section, Tag("Note", f"1:{draw(LINE)}")]
        else:
            items.append(item)
        if draw(st.integers(0, 5)) == 0:
            items.append(Tag(f"Unknown{len(items)}", draw(LINE.filter(lambda t: t != "#"))))
            rows = draw(st.lists(LINE.filter(lambda t: t.strip()[:1] not in ("", *"[{;%")), max_size=2))
            items += [Data(row.rstrip(), draw(st.booleans())) for row in rows]
    return items


def layout(rng: random.Random, items: list[Item]) -> str:
    """Return the items as a user may type them: line breaks anywhere, tags side by side, tabs, blanks."""
    out = ""
    columns = 3 if Tag("Game", "anrufen3") in items else 4

    def fresh() -> bool:
        return not out[out.rfind("\n") + 1 :].strip()

    def add(text: str, own_line: bool = False) -> None:
        nonlocal out
        if own_line and not fresh():
            out += "\n"
        out += rng.choice(("", " ", "\t")) if fresh() else rng.choice((" ", "  ", "\t"))
        out += text

    def comment(c: Comment) -> None:
        nonlocal out
        if c.mark == "%":
            out = out[: out.rfind("\n") + 1] if fresh() else out + "\n"
            out += f"{c}\n"
        else:
            add(str(c), c.own_line)
            out += "\n" if c.mark == ";" else ""

    for item in items:
        if isinstance(item, Comment):
            comment(item)
        elif isinstance(item, Tag):
            value = escape_tag_value(item.value)
            add(f'[{item.name}{rng.choice((" ", chr(9)))}"{value}"{rng.choice(("", " "))}]')
            out += rng.choice(("\n", ""))
        elif isinstance(item, Data):
            add(item.text, own_line=True)
            out += "\n"
        else:
            add(f'[{item.name} "{item.value}"]')
            for c in item.comments:
                comment(c)
            for i, entry in enumerate(item.entries):
                begins_row = item.name == "Play" and i % columns == 0
                add(rng.choice(("", " ")).join((entry.text, *entry.marks)), begins_row)
                for c in entry.comments:
                    comment(c)
    return out


def essence(items: list[Item] | tuple[Item, ...]) -> list[object]:
    """Return what the user wrote, without the places of the line breaks."""
    found: list[object] = []
    for item in items:
        if isinstance(item, Comment):
            found.append((item.mark, item.text))
        elif isinstance(item, Data):
            found.append(item.text.strip())
        elif isinstance(item, Section):
            found.append((item.name, item.value))
            found += [(c.mark, c.text) for c in item.comments]
            for e in item.entries:
                found.append((e.text, "".join(e.marks)))
                found += [(c.mark, c.text) for c in e.comments]
        else:
            found.append(item)
    return found


@settings(max_examples=60)
@given(decorated(), st.randoms(use_true_random=False))
def test_nothing_is_lost_however_it_is_laid_out(items: list[Item], rng: random.Random) -> None:
    file = parse_kpn(layout(rng, items))
    assert [str(p) for p in file.errors] == []
    [record] = file.records
    assert essence(record.items) == essence(items)
    written = write_kpn(file)
    again = parse_kpn(written)
    assert again.records == file.records
    assert write_kpn(again) == written


# Fuzz


def test_mutated_files_raise_nothing() -> None:
    texts = FUZZ.seeds()
    assert len(texts) > 20
    for number in range(600):
        FUZZ.check(FUZZ.mutated(texts, number))


def test_mutated_tables_raise_nothing() -> None:
    for form, files in FUZZ.tables().items():
        for number in range(150):
            FUZZ.check_table(FUZZ.mutated_table(files, form, number), form)


@settings(max_examples=120)
@given(st.binary(max_size=200))
def test_any_bytes_raise_nothing(data: bytes) -> None:
    file = parse_kpn(data)
    assert file.records or file.errors


def test_records_of_a_mutated_tag_are_errors_or_other_records() -> None:
    """A changed tag Deal gives an error or another deal: the reader skips nothing that it does not know."""
    rng = random.Random(1)
    for seed in range(150):
        record = random_game(random.Random(seed))
        items = list(record.items)
        place = next(i for i, item in enumerate(items) if isinstance(item, Tag) and item.name == "Deal")
        tag = items[place]
        assert isinstance(tag, Tag)
        at = rng.randrange(2, len(tag.value))
        value = tag.value[:at] + rng.choice("AKQT.5y ") + tag.value[at + 1 :]
        if value == tag.value:
            continue
        items[place] = tag._replace(value=value)
        file = parse_kpn(write_kpn([replace(record, items=tuple(items))]))
        assert file.errors or file.records[0].deal != record.deal
