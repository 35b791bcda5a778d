"""Who a visitor is: a random id in a signed cookie. No account is needed, and nobody can make up another's id."""

import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Final

from itsdangerous import BadSignature, Signer

COOKIE: Final = "gomoku_visitor"
LASTS: Final = 400 * 24 * 3600
"""Seconds; browsers allow no more."""


class Identity:
    """Reads and makes the cookie."""

    def __init__(self, secret: str) -> None:
        self._signer = Signer(secret, salt="visitor", sep=".")

    def read(self, cookies: str) -> tuple[str, int] | None:
        """The visitor of a `Cookie` header, if it is one of ours, and how often the cookie had been renewed by then."""
        try:
            morsel = SimpleCookie(cookies).get(COOKIE)
            if morsel is None:
                return None
            visitor, _, renewed = self._signer.unsign(morsel.value).decode("ascii").partition("~")
            return visitor, int(renewed or 0)
        except (BadSignature, CookieError, ValueError):
            return None

    def new_visitor(self) -> str:
        return secrets.token_urlsafe(12)

    def cookie(self, visitor: str, secure: bool, renewed: int = 0) -> str:
        """The `Set-Cookie` header that makes somebody this visitor."""
        value = self._signer.sign(f"{visitor}~{renewed}" if renewed else visitor).decode("ascii")
        # lax: who follows a link from elsewhere is still the same visitor
        flags = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
        return f"{COOKIE}={value}; Max-Age={LASTS}{flags}"
