"""Tests of the data that pages carry (games, texts, the core), and of the bundling of scripts."""
# mypy: no-strict-optional

import base64
import json
import re
from collections import Counter
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kranalyze.core.rules import game_row as packed_row
from kranalyze.games import GAMES
from kranalyze.show.pages import table
from kranalyze.show.pages.frame import bundle, bundles_with_common_part, english_and_german, read_page_file
from kranalyze.show.pages.table import game_facts, table_page
from packed import unpack

JS = Path(table.__file__).with_name("js")


def test_every_word_has_its_german() -> None:
    """Each text differs between English and German, except for names that stay German."""
    same = {"Anrufen", "Bauernschnapsen", "Rufmariasch"}
    for game in GAMES.values():
        facts = game_facts(game)
        words = [facts["name"], facts["unit"], *(o["meaning"] for o in facts["options"])]
        for english, deutsch in words:
            assert english != deutsch or english in same | {"chips"} or "Königrufen" in english, english
        for option in facts["options"]:
            assert option["label"][0] == option["name"] and option["label"][1] != option["name"]
            assert [value for value, _ in option["shown"]] == option["values"]
            for value, deutsch in option["shown"]:
                assert value != deutsch or value.isdigit(), value
                assert "_" not in option["label"][1] + deutsch
            assert not re.search("as_printed|pending|new_deal|dealer", option["meaning"][1])
    assert english_and_german("Simple game") == ["Simple game", "Einfaches Spiel"]


def test_every_contract_has_its_aim() -> None:
    """The aim of a contract has a text in both languages. Only a contract that is won as dealt has no aim."""
    words = json.loads(read_page_file("words.json"))
    for game in GAMES.values():
        for facts in game_facts(game)["contracts"]:
            assert (facts["aim"] is None) == facts["dealt"], facts["id"]
            if facts["aim"]:
                key, numbers, _ = facts["aim"]
                texts = [text.format(**numbers) for text in words[f"{key}_"]]
                assert " 0 " not in f" {texts[1]} " and texts[0] != texts[1], facts["id"]


def test_the_page_names_no_game() -> None:
    """The page knows no rules: no module names a game or a contract."""
    names = {game.id for game in GAMES.values()} | {c.id for game in GAMES.values() for c in game.contracts}
    names -= {"simple", "hundred", "tricks", "gang"}  # these words have other meanings, too
    for path in JS.glob("*.js"):
        found = set(re.findall(r'"([a-z_0-9]+)"', path.read_text()))
        assert not found & names, path.name


@pytest.mark.parametrize("entry", ["main", "worker", "report"])
def test_modules_become_one(entry: str) -> None:
    joined = bundle(entry)
    assert not re.findall(r"^(import|export)\b", joined, re.MULTILINE)
    assert joined.count('"use strict"') == 1
    assert not re.findall(r"^\s*//|^[ \t]", joined, re.MULTILINE)  # neither comments nor indentation


def test_page_and_worker_share_modules() -> None:
    """Every module of an entry is once in the common script or in the entry's own script, never in both."""
    common, *rest = bundles_with_common_part("main", "worker")
    for entry, script in zip(("main", "worker"), rest, strict=True):
        whole = re.findall(r"^(?:async )?(?:function|class) \w+", bundle(entry), re.MULTILINE)
        parts = re.findall(r"^(?:async )?(?:function|class) \w+", common + script, re.MULTILINE)
        assert sorted(parts) == sorted(whole)
        assert common.count('"use strict"') == 1 and '"use strict"' not in script


@pytest.mark.parametrize("path", sorted(JS.glob("*.js")), ids=lambda path: path.name)
def test_modules_are_as_the_bundler_wants_them(path: Any) -> None:
    text = path.read_text()
    assert text.startswith("// ")  # a comment that states the concern of the module
    assert text.count("\n") <= 420
    for line in text.splitlines():
        # Only a line with one long string may be longer than 110 characters.
        assert len(line) <= 110 or re.search(r'^\s*(\w+: \[)?"[^"]{90,}"', line), line
        assert "innerHTML" not in line and "insertAdjacentHTML" not in line and "eval(" not in line
    for imported in re.findall(r"^\s*import\b[^;]*;?", text, re.MULTILINE):
        assert re.fullmatch(r'import \{[^}]*\} from "\./\w+\.js";', imported)
    for template in re.findall(r"`[^`]*`", text):
        assert "\n" not in template  # the bundler would change it: it removes indentation


def test_a_page_holds_everything_and_asks_for_nothing() -> None:
    page = table_page("A </title><script>alert(1)</script>", lang="de")
    assert "<script>alert" not in page
    [start] = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    blocks = re.findall(r'<script type="application/json" id="(?:common|program)">(.*?)</script>', page)
    program = b"".join(unpack(json.loads(block)) for block in blocks)
    digests = [base64.b64encode(sha256(text).digest()).decode() for text in (start.encode(), program)]
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    policy = f"default-src 'none'; script-src {hashes} 'wasm-unsafe-eval'; style-src 'sha256-"
    assert policy in page
    assert not re.findall(r"(?:src|href)=\"(?!data:)", page)
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
    assert data["title"] == "A </title><script>alert(1)</script>" and data["lang"] == "de"
    start = '<script type="application/json" id="solver">'
    solver = json.loads(page.partition(start)[2].partition("</script>")[0])
    assert solver.keys() == {"wasm", "worker"}  # no questions or tasks: the core makes them


@pytest.mark.parametrize("entry", ["main", "worker", "report"])
def test_no_two_modules_name_the_same(entry: str) -> None:
    """Modules are joined into one script, so their names at top level share one scope and must differ."""
    top = r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)"
    needed, names = [entry], []
    for module in needed:
        text = (JS / f"{module}.js").read_text()
        names += re.findall(top, text, re.MULTILINE)
        taken_apart = re.findall(r"^(?:export )?const [\[{]([\w, ]+)[\]}] =", text, re.MULTILINE)
        names += [name for some in taken_apart for name in some.split(", ")]
        imports = dict.fromkeys(re.findall(r'from "\./(\w+)\.js"', text))
        needed += [one for one in imports if one not in needed]
    assert sorted(names) == sorted(set(names))


GAP = re.compile(r"\{(\w+)\}(?!\})")


@pytest.mark.parametrize("name", ["words", "messages"])
def test_texts_have_the_same_gaps_in_both_languages(name: str) -> None:
    texts = json.loads((JS.parent / f"{name}.json").read_text(encoding="utf-8"))
    for key, (english, deutsch) in texts.items():
        assert set(GAP.findall(english)) == set(GAP.findall(deutsch)), key


def test_every_message_is_there() -> None:
    """Each key of a message that a module uses has a text, either in messages.json or in the problem texts.

    Each key of messages.json is used.
    """
    messages = json.loads((JS.parent / "messages.json").read_text(encoding="utf-8"))
    problems = table.problem_texts_for_page()["problems"]
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in JS.glob("*.js"))
    before = r"(?:new Refusal|message|refuse|fail|flaw|failCall|wrongValue)\("
    pattern = before + r'(?:[\w.]+\([^()]*\), |[\w.]+, )*"(\w+)"'
    used = set(re.findall(pattern, scripts))
    tags = {"Announce", "Auction", "Contract", "Deal", "Deck", "Game", "Rules", "solve"}
    assert used - tags <= problems.keys() | messages.keys(), used - tags - problems.keys() - messages.keys()
    assert not messages.keys() & problems.keys() and len(used) > 60
    quoted = set(re.findall(r'"(\w+)"', scripts))
    assert messages.keys() <= quoted, messages.keys() - quoted


def test_every_word_and_every_name_of_a_module_is_used() -> None:
    """Each key of words.json occurs in a script, or scripts build the key from parts.

    Each name that a module defines occurs a second time in some script.
    """
    scripts = [path.read_text(encoding="utf-8") for path in JS.glob("*.js") if path.name != "layouts.js"]
    times = Counter(re.findall(r"\w+", "\n".join(scripts)))
    words = json.loads((JS.parent / "words.json").read_text(encoding="utf-8"))
    made = re.compile(r"(french|german)\d|r\w|\w+Role|\w+_")
    assert [key for key in words if not times[key] and not made.fullmatch(key)] == []
    keywords = r"(?:export )?(?:async )?(?:function\*?|const|let|class|  get|  static)"
    names = [name for script in scripts for name in re.findall(rf"^{keywords} (\w+)", script, re.M)]
    assert len(names) > 400 and [name for name in names if times[name] == 1] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_row_under_rules_is_made_of_bytes(game: Any) -> None:
    """The page writes bytes for the values of options into the row of a game.

    The row then equals the row that the core has for these rules.
    """
    facts = game_facts(game)
    plain = base64.b64decode(facts["row"])
    values = [option["values"] or ["1", "7", "65536", "1000000"] for option in facts["options"]]
    for chosen in product(*values):
        row = bytearray(plain)
        for option, value in zip(facts["options"], chosen, strict=True):
            if option["values"]:
                for at, byte in option["puts"][option["values"].index(value)]:
                    row[at] = byte
            else:
                row[option["at"] : option["at"] + 4] = int(value).to_bytes(4, "little")
        rules = {option["name"]: value for option, value in zip(facts["options"], chosen, strict=True)}
        assert bytes(row) == packed_row(game.under(rules)), rules


def test_modules_name_what_the_core_has() -> None:
    """Modules use only fields, codes and places that the C headers have.

    In JavaScript any other name would be ``undefined``, without an error.
    """
    layouts = (JS / "layouts.js").read_text(encoding="utf-8")
    named = {
        block: set(re.findall(r"(\w+):", body))
        for block, body in re.findall(r"export const (KR_\w+) = \{([^}]*)\}", layouts)
    }
    scripts = {path.name: path.read_text(encoding="utf-8") for path in JS.glob("*.js")}
    for name, script in scripts.items():
        for block, field in re.findall(r"\b(KR_\w+)\.(\w+)", script):
            assert field in named[block], (name, block, field)
    facts = set(re.findall(r'facts\.(?:byte|number|mask)\("(\w+)"', "".join(scripts.values())))
    assert len(facts) > 15 and facts <= named["KR_FACTS"], facts - named["KR_FACTS"]
    table_names = set(re.findall(r'"([a-z]+[A-Z]\w*)"', scripts["judged.js"])) - facts
    known = named["KR_PLACE"] | named["KR_PROBLEM_CODE"]
    assert len(table_names) > 20 and table_names <= known, table_names - known


@pytest.mark.parametrize("entry", ["main", "worker", "report", "start"])
def test_modules_of_a_script_share_no_names(entry: str) -> None:
    """Modules are joined into one script, so their names must differ.

    If two modules defined a function of the same name, the second would replace the first.
    """
    modules: dict[str, str] = {}

    def add(name: str) -> None:
        modules[name] = source = read_page_file(f"js/{name}.js")
        for other in re.findall(r'^import \{[^}]*\} from "\./(\w+)\.js";', source, re.MULTILINE):
            if other not in modules:
                add(other)

    add(entry)
    declared = re.compile(r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)", re.MULTILINE)
    names = Counter(name for source in modules.values() for name in declared.findall(source))
    assert [name for name, count in names.items() if count > 1] == []
