"""Helpers for tests of pages: what a reader sees and does."""

from __future__ import annotations

from typing import Any

#: The position: number of the card, who moves, what each legal card is worth, what is to be played, its mark.
SEEN = """() => ({
  at: Number(document.getElementById("at").dataset.at),
  of: Number(document.getElementById("at").dataset.of),
  worth: Object.fromEntries(
    [...document.querySelectorAll("button.tile")].map((b) => [b.dataset.card, Number(b.dataset.worth)])),
  next: document.querySelector("button.tile.next")?.dataset.card ?? null,
  mover: document.querySelector(".hand.mover")?.getAttribute("aria-label") ?? null,
  mark: document.querySelector(".move.here .mark")?.textContent ?? "",
  played: document.getElementById("played")?.textContent ?? "",
  error: document.querySelector(".panel.error")?.textContent ?? "",
})"""


#: Goes to another place of the page, and waits until it is there.
JUMP = """async (place) => {
  const there = location.hash === place;
  const gone = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  if (there) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = place;
  await gone;
  do await new Promise((done) => setTimeout(done, 0)); while (document.documentElement.dataset.busy);
}"""


def jump(page: Any, place: str) -> None:
    """Another game or position, by its address (``#g=2&at=4``)."""
    page.evaluate(JUMP, place)


def address(page: Any) -> str:
    """The address of what is shown, which follows a moment later."""
    settle(page)
    found: str = page.evaluate("new Promise((done) => setTimeout(() => done(location.hash), 150))")
    return found


def press(page: Any, selector: str) -> None:
    """A click without looking where the pointer is, which takes a browser its time."""
    page.evaluate("(selector) => document.querySelector(selector).click()", selector)
    settle(page)


def paste(page: Any, text: str) -> list[str]:
    """Reads KPN at an empty table; the errors it has, as ``line:column: message``."""
    page.fill("#kpn", text)
    press(page, "#kpn-read")
    script = """() => [...document.querySelectorAll("#kpn-errors li")].map((li) => {
      const place = li.querySelector(".place").textContent;
      return `${place}:${li.textContent.slice(place.length)}`;
    })"""
    errors: list[str] = page.evaluate(script)
    return errors


def settle(page: Any) -> None:
    """Waits until the page has the answers it asked for."""
    page.evaluate("""async () => {
      while (document.documentElement.dataset.busy) await new Promise((done) => setTimeout(done, 0));
    }""")


def seen(page: Any) -> dict[str, Any]:
    """The position as it is shown."""
    settle(page)
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def hands_of(page: Any) -> dict[str, set[str]]:
    """The cards of each hand on the table."""
    script = """() => Object.fromEntries([...document.querySelectorAll(".hand")].map((one) =>
        [one.getAttribute("aria-label"), [...one.querySelectorAll(".tile")].map((t) => t.dataset.card)]))"""
    return {seat: set(cards) for seat, cards in page.evaluate(script).items()}
