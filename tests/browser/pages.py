"""What a reader of a page sees and does, for tests."""

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


def settle(page: Any) -> None:
    """Waits until the page has the answers it asked for."""
    page.wait_for_selector("html:not([data-busy])", state="attached")


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
