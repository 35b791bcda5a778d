"""Visitor identity: a random id in a signed cookie. No account is needed, and ids cannot be forged."""

import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Final

from itsdangerous import BadSignature, Signer

COOKIE: Final = "gomoku_visitor"
MAX_AGE: Final = 400 * 24 * 3600
"""Lifetime of the cookie in seconds, the maximum that browsers allow."""


@dataclass(frozen=True)
class Session:
    """Content of a cookie."""

    visitor: str
    renewed: int
    """Its epoch: cookies of earlier ones are invalid."""
    name: str
    """Identifies the browser among all in which the visitor is signed in; older cookies share one name."""


class Identity:
    """Reads and writes the signed cookie."""

    def __init__(self, secret: str) -> None:
        self._signer = Signer(secret, salt="visitor", sep=".")

    def read(self, cookies: str) -> "Session | None":
        """The session of a `Cookie` header; None without a valid signature."""
        try:
            morsel = SimpleCookie(cookies).get(COOKIE)
            if morsel is None:
                return None
            signed = self._signer.unsign(morsel.value).decode("ascii")
            visitor, renewed, name = [*signed.split("~"), "", ""][:3]
            return Session(visitor, int(renewed or 0), name or signed[:40])
        except (BadSignature, CookieError, ValueError):
            return None

    def new_visitor(self) -> str:
        return secrets.token_urlsafe(12)

    def cookie(self, visitor: str, secure: bool, renewed: int = 0) -> str:
        """`Set-Cookie` header for this visitor and epoch."""
        value = self._signer.sign(f"{visitor}~{renewed}~{secrets.token_urlsafe(12)}").decode("ascii")
        # Lax: the cookie is sent when a link on another site is followed.
        flags = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
        return f"{COOKIE}={value}; Max-Age={MAX_AGE}{flags}"
