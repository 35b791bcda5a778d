"""The HTTP routes about people: who one is, signing in and out, leaderboards."""

from typing import Annotated, Final, cast

from litestar import Response, get, post, put
from litestar.params import QueryParameter

from gomoku.rules import PRESETS
from gomoku.server.http.middleware import address_of, visitor_of
from gomoku.server.http.requests import AnyRequest, answer, body_of, hub_of
from gomoku.server.live.clients import RESTARTS
from gomoku.server.people import rating_store
from gomoku.server.people.accounts import Accounts
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.identity import Identity
from gomoku.server.wire import people_messages
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal

MOST_BYTES: Final = 4_096


def _accounts(request: AnyRequest) -> Accounts:
    return cast(Accounts, request.app.state.accounts)


def _as(request: AnyRequest, visitor: str, response: Response[bytes]) -> Response[bytes]:
    """The answer that makes the browser's visitor another one."""
    identity, renewals = cast(Identity, request.app.state.identity), cast(CookieEpochs, request.app.state.renewals)
    is_secure = request.scope.get("scheme") in ("https", "wss")
    response.headers["Set-Cookie"] = identity.cookie(visitor, is_secure, renewals.of(visitor))
    return response


@get("/api/me")
async def me(request: AnyRequest) -> Response[bytes]:
    """Who the visitor is."""
    return answer(await _accounts(request).profile(visitor_of(request.scope)))


@put("/api/me", request_max_body_size=MOST_BYTES)
async def rename(request: AnyRequest) -> Response[bytes]:
    """Be called otherwise."""
    wish = await body_of(request, people_messages.NameRequest)
    return answer(await _accounts(request).rename(visitor_of(request.scope), wish.name))


@post("/api/me/passphrase", request_max_body_size=MOST_BYTES, status_code=200)
async def secure(request: AnyRequest) -> Response[bytes]:
    """Set or change the name and passphrase one signs in with. Every other browser is signed out."""
    wish = await body_of(request, people_messages.PassphraseRequest)
    visitor, address = visitor_of(request.scope), address_of(request.scope)
    profile = await _accounts(request).secure(visitor, wish.name, wish.passphrase, wish.current, address)
    await cast(CookieEpochs, request.app.state.renewals).renew(visitor)
    for client in hub_of(request).clients:
        if client.visitor == visitor:  # also this browser's own, which comes back with its new cookie
            client.drop(RESTARTS, "there is a new cookie")
    return _as(request, visitor, answer(profile))


@post("/api/sign-in", request_max_body_size=MOST_BYTES, status_code=200)
async def sign_in(request: AnyRequest) -> Response[bytes]:
    """Become, in this browser, who one is elsewhere."""
    wish = await body_of(request, people_messages.SignIn)
    profile = await _accounts(request).sign_in(wish.name, wish.passphrase, address_of(request.scope))
    return _as(request, profile.id, answer(profile))


@post("/api/sign-out", request_max_body_size=MOST_BYTES, status_code=200)
async def sign_out(request: AnyRequest) -> Response[bytes]:
    """Be somebody new in this browser."""
    identity = cast(Identity, request.app.state.identity)
    profile = people_messages.Profile(identity.new_visitor(), "", False)
    return _as(request, profile.id, answer(profile))


@get("/api/leaderboard")
async def leaderboard(
    request: AnyRequest, rules: Annotated[str, QueryParameter(max_length=40)] = "42"
) -> Response[bytes]:
    """The strongest players of a rule set, and where the visitor stands."""
    if rules not in PRESETS:
        raise Refusal(Reason.BAD_OPTIONS, f"there is no rule set {rules!r}; known are {', '.join(PRESETS)}")
    visitor = visitor_of(request.scope)
    return answer(
        await hub_of(request).store.read(lambda connection: rating_store.leaderboard(connection, rules, visitor))
    )


ROUTES: Final = (me, rename, secure, sign_in, sign_out, leaderboard)
