"""Helpers for tests of pages in a browser: act on a page like a user, and return what the page shows."""

from __future__ import annotations

from typing import Any

#: Script that returns the position shown: the number of cards played so far and in all, the worth of each
#: legal card, the card that was played next, the seat to play, the mark of the next card, the words about
#: this card, and the error message.
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


#: Script that goes to another address of the page, and waits until the page shows it.
JUMP = """async (place) => {
  const there = location.hash === place;
  const gone = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  if (there) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = place;
  await gone;
  do await new Promise((done) => setTimeout(done, 0)); while (document.documentElement.dataset.busy);
}"""


def jump(page: Any, place: str) -> None:
    """Go to another game or position by its address, for example ``#g=2&at=4``."""
    page.evaluate(JUMP, place)


def address(page: Any) -> str:
    """Return the address of the position shown. The page updates its address after a short delay."""
    settle(page)
    found: str = page.evaluate("new Promise((done) => setTimeout(() => done(location.hash), 150))")
    return found


def press(page: Any, selector: str) -> None:
    """Click an element by script. A click with the pointer would take longer."""
    page.evaluate("(selector) => document.querySelector(selector).click()", selector)
    settle(page)


def paste(page: Any, text: str) -> list[str]:
    """Paste KPN into an empty table. Return the errors of the KPN, each as ``line:column: message``."""
    page.fill("#kpn", text)
    press(page, "#kpn-read")
    script = """() => [...document.querySelectorAll("#kpn-errors li")].map((li) => {
      const place = li.querySelector(".place").textContent;
      return `${place}:${li.textContent.slice(place.length)}`;
    })"""
    errors: list[str] = page.evaluate(script)
    return errors


def settle(page: Any) -> None:
    """Wait until the page has received all answers that it asked for."""
    page.evaluate("""async () => {
      while (document.documentElement.dataset.busy) await new Promise((done) => setTimeout(done, 0));
    }""")


def seen(page: Any) -> dict[str, Any]:
    """Return the position shown, with the keys of ``SEEN``."""
    settle(page)
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def hands_of(page: Any) -> dict[str, set[str]]:
    """Return the cards of each hand on the table, by seat."""
    script = """() => Object.fromEntries([...document.querySelectorAll(".hand")].map((one) =>
        [one.getAttribute("aria-label"), [...one.querySelectorAll(".tile")].map((t) => t.dataset.card)]))"""
    return {seat: set(cards) for seat, cards in page.evaluate(script).items()}
