"""HTTP routes of accounts: profile, passphrase, signing in and out, leaderboards, slow games, vacations and Web Push."""

from collections.abc import Iterable
from typing import Annotated, Final, cast

from litestar import Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from litestar.params import FromQuery, JSONBody, QueryParameter

from gomoku.rules import PRESETS, RulesError
from gomoku.server.http.middleware import address_of, session_of, visitor_of
from gomoku.server.http.requests import AnyRequest, hub_of, json_response
from gomoku.server.live.clients import RESTARTS, Client
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people import origins
from gomoku.server.people.accounts import Accounts
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.games import level_store, rating_store
from gomoku.server.people.identity import Identity
from gomoku.server.people.push import subscriptions
from gomoku.server.wire import slow_messages
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people import account_messages
from gomoku.server.wire.refusal import Refusal

MAX_BODY_BYTES: Final = 4_096
"""Size of a request body."""


PUSH_RATE: Final = (1 / 60, 30.0)
"""Rate limit of subscriptions to Web Push per address, over all its visitors: per second, and burst."""


def push_limits() -> Buckets:
    """The rate limits of subscriptions, by address."""
    return Buckets(*PUSH_RATE)


def _accounts(request: AnyRequest) -> Accounts:
    return cast(Accounts, request.app.state.accounts)


def _with_cookie(
    request: AnyRequest, visitor: str, profile: account_messages.Profile, dropped: Iterable[Client] = ()
) -> Response[account_messages.Profile]:
    """A profile, with the cookie that makes the browser this visitor.

    Sockets with a cookie that is invalid now are dropped behind the response: earlier, they would reconnect with that cookie, and
    be given one of a new visitor that replaces ours.
    """
    response = json_response(profile)
    identity, epochs = cast(Identity, request.app.state.identity), cast(CookieEpochs, request.app.state.cookie_epochs)
    is_secure = request.scope.get("scheme") in ("https", "wss")
    response.headers["Set-Cookie"] = identity.cookie(visitor, is_secure, epochs.of(visitor))
    response.background = BackgroundTask(_drop, tuple(dropped))
    return response


async def _drop(clients: Iterable[Client]) -> None:
    for client in clients:
        client.drop(RESTARTS, "there is a new cookie")


@get("/api/me")
async def me(request: AnyRequest) -> Response[account_messages.Profile]:
    """The visitor's profile."""
    return json_response(await _accounts(request).profile(visitor_of(request.scope)))


@get("/api/me/level")
async def level(
    request: AnyRequest, rules: Annotated[str, QueryParameter(max_length=400)] = "42"
) -> Response[account_messages.LevelEstimate]:
    """The visitor's strength on the scale of the engine's levels, from finished games against it."""
    visitor, hub = visitor_of(request.scope), hub_of(request)
    now = hub.clock.now()
    try:
        found = await hub.store.read(lambda connection: level_store.estimate(connection, visitor, rules, now))
    except RulesError as error:
        raise Refusal(Reason.BAD_OPTIONS, str(error)) from None
    return json_response(found)


@put("/api/me", request_max_body_size=MAX_BODY_BYTES)
async def rename(
    request: AnyRequest, data: JSONBody[account_messages.NameRequest]
) -> Response[account_messages.Profile]:
    """Change the visitor's name."""
    return json_response(await _accounts(request).rename(visitor_of(request.scope), data.name))


@put("/api/me/motto", request_max_body_size=MAX_BODY_BYTES)
async def set_motto(
    request: AnyRequest, data: JSONBody[account_messages.MottoRequest]
) -> Response[account_messages.Profile]:
    """Change the motto on the visitor's public page."""
    return json_response(await _accounts(request).set_motto(visitor_of(request.scope), data.motto))


@post("/api/me/passphrase", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def secure(
    request: AnyRequest, data: JSONBody[account_messages.PassphraseRequest]
) -> Response[account_messages.Profile]:
    """Set or change the name and passphrase to sign in with. All other browsers are signed out."""
    visitor, address = visitor_of(request.scope), address_of(request.scope)
    profile = await _accounts(request).secure(visitor, data.name, data.passphrase, data.current, address)
    await cast(CookieEpochs, request.app.state.cookie_epochs).renew(visitor)
    await hub_of(request).store.write(lambda connection: subscriptions.remove_session(connection, visitor, None))
    # this browser's socket as well: it reconnects with the new cookie
    dropped = [client for client in hub_of(request).clients if client.visitor == visitor]
    return _with_cookie(request, visitor, profile, dropped)


@post("/api/sign-in", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def sign_in(request: AnyRequest, data: JSONBody[account_messages.SignIn]) -> Response[account_messages.Profile]:
    """Sign in: this browser gets the cookie of the account."""
    profile = await _accounts(request).sign_in(data.name, data.passphrase, address_of(request.scope))
    return _with_cookie(request, profile.id, profile)


@post("/api/sign-out", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def sign_out(request: AnyRequest, everywhere: FromQuery[bool] = False) -> Response[account_messages.Profile]:
    """Sign out: this browser becomes a new visitor, and its cookie is invalid. `everywhere`: so are those of all others."""
    identity, epochs = cast(Identity, request.app.state.identity), cast(CookieEpochs, request.app.state.cookie_epochs)
    visitor, session = visitor_of(request.scope), session_of(request.scope)
    if everywhere:
        await epochs.renew(visitor)
    elif session:
        await epochs.end(session)
    await hub_of(request).store.write(
        lambda connection: subscriptions.remove_session(connection, visitor, None if everywhere else session)
    )
    dropped = [
        client
        for client in hub_of(request).clients
        if client.visitor == visitor and (everywhere or client.session == session)
    ]
    profile = account_messages.Profile(identity.new_visitor(), "", False)
    return _with_cookie(request, profile.id, profile, dropped)


@get("/api/leaderboard")
async def leaderboard(
    request: AnyRequest, rules: Annotated[str, QueryParameter(max_length=40)] = "42"
) -> Response[account_messages.Leaderboard]:
    """The strongest players of a rule set, and the visitor's place."""
    if rules not in PRESETS:
        raise Refusal(Reason.BAD_OPTIONS, f"there is no rule set {rules!r}; known are {', '.join(PRESETS)}")
    visitor, hub = visitor_of(request.scope), hub_of(request)
    now = hub.clock.now()
    return json_response(
        await hub.store.read(lambda connection: rating_store.leaderboard(connection, rules, visitor, now))
    )


@get("/api/seeks")
async def seeks(request: AnyRequest) -> Response[account_messages.SeekList]:
    """The open seeks: who is looking for which game."""
    return json_response(await hub_of(request).matchmaker.waiting())


@get("/api/me/notices")
async def notices(request: AnyRequest) -> Response[account_messages.Notices]:
    """The visitor's notices, which every screen shows."""
    return json_response(await hub_of(request).notices.of(visitor_of(request.scope)))


@delete("/api/me/warning")
async def warning_read(request: AnyRequest) -> None:
    """Mark a moderator's warning as read."""
    await hub_of(request).notices.warning_read(visitor_of(request.scope))


@get("/api/me/slow")
async def slow_games(request: AnyRequest) -> Response[slow_messages.SlowGames]:
    """The visitor's slow games, those that wait for their move first, and the vacation."""
    return json_response(await hub_of(request).slow.games(visitor_of(request.scope)))


@put("/api/me/vacation", request_max_body_size=MAX_BODY_BYTES)
async def take_vacation(
    request: AnyRequest, data: JSONBody[slow_messages.VacationRequest]
) -> Response[slow_messages.VacationState]:
    """Stop the clocks of the visitor's slow games for some days."""
    return json_response(await hub_of(request).slow.take_vacation(visitor_of(request.scope), data.days))


@delete("/api/me/vacation")
async def end_vacation(request: AnyRequest) -> None:
    """Come back from a vacation: the clocks run again."""
    await hub_of(request).slow.end_vacation(visitor_of(request.scope))


@get("/api/me/push")
async def push_key(request: AnyRequest) -> Response[slow_messages.PushKey]:
    """The server's key for Web Push."""
    return json_response(slow_messages.PushKey(hub_of(request).push.key))


@put("/api/me/push", request_max_body_size=MAX_BODY_BYTES)
async def subscribe(
    request: AnyRequest, data: JSONBody[slow_messages.PushSubscription]
) -> Response[slow_messages.PushKey]:
    """Subscribe this browser to Web Push about the visitor's turns in slow games, which arrives even if it is closed."""
    hub, visitor, session = hub_of(request), visitor_of(request.scope), session_of(request.scope)
    browser, now = hub.push.checked(data), hub.clock.now()
    limits = cast(Buckets, request.app.state.push_limits)
    if not limits.take(origins.network_of(address_of(request.scope))):
        raise Refusal(Reason.TOO_FAST, "too many browsers at this address", wait=limits.interval)
    await hub.store.write(lambda connection: subscriptions.add(connection, visitor, session, browser, now))
    return json_response(slow_messages.PushKey(hub.push.key))


@delete("/api/me/push")
async def unsubscribe(request: AnyRequest, endpoint: Annotated[str, QueryParameter(max_length=1000)]) -> None:
    """Unsubscribe a browser from Web Push."""
    visitor = visitor_of(request.scope)
    await hub_of(request).store.write(lambda connection: subscriptions.remove(connection, endpoint, visitor))


ROUTES: Final = (
    me,
    level,
    rename,
    set_motto,
    secure,
    sign_in,
    sign_out,
    leaderboard,
    seeks,
    notices,
    warning_read,
    slow_games,
    take_vacation,
    end_vacation,
    push_key,
    subscribe,
    unsubscribe,
)
