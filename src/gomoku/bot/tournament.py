"""HTTP client for tournaments: joins one, and polls for the bot's next game."""

import json
import logging
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import quote, urlsplit

from gomoku.bot.errors import BotError

log = logging.getLogger("gomoku.bot")

TIMEOUT: Final = 10.0
"""Seconds for a request."""
OVER: Final = ("over", "cancelled")
"""States in which no game follows."""


class TournamentEntry:
    """One bot in one tournament."""

    def __init__(self, url: str, token: str, tournament: str) -> None:
        there = urlsplit(url if "://" in url else f"http://{url}")
        scheme = there.scheme.replace("ws", "http")
        self._address = f"{scheme}://{there.netloc.rpartition('@')[2]}/api/tournaments/{quote(tournament, safe='')}"
        self._token = token

    def join(self, name: str) -> bool:
        """Join the tournament; False if the server cannot be reached now. Raises BotError if it refuses."""
        problem = self._request("/join", {"name": name})
        if problem is None:
            return False
        reason = problem.get("reason")
        if reason not in (None, "no_change"):
            raise BotError(f"it cannot join the tournament: {problem.get('detail') or reason}")
        return True

    def view(self) -> dict[str, Any] | None:
        """The tournament as the server reports it; None if it cannot be reached now. Raises BotError if there is none."""
        found = self._request("")
        if found is not None and found.get("reason") == "unknown_room":
            raise BotError("there is no such tournament")
        return found if found is None or "state" in found else None

    def _request(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any] | None:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self._address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            if error.code in (429, 500, 502, 503, 504):
                return None
            try:
                return dict(json.load(error))
            except ValueError:
                raise BotError(f"the server answers {error.code}") from None
        except (OSError, HTTPException, ValueError) as error:
            log.warning("the server cannot be reached: %s", error)
            return None
