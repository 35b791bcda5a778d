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

    def visitor_of(self, cookies: str) -> str | None:
        """The visitor of a `Cookie` header, if it is one of ours."""
        try:
            morsel = SimpleCookie(cookies).get(COOKIE)
            return self._signer.unsign(morsel.value).decode("ascii") if morsel else None
        except (BadSignature, CookieError, UnicodeDecodeError):
            return None

    def new_visitor(self) -> str:
        return secrets.token_urlsafe(12)

    def cookie(self, visitor: str, secure: bool) -> str:
        """The `Set-Cookie` header that makes somebody this visitor."""
        value = self._signer.sign(visitor).decode("ascii")
        # lax: who follows a link from elsewhere is still the same visitor
        flags = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
        return f"{COOKIE}={value}; Max-Age={LASTS}{flags}"
