"""The command `gomoku bot`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import fail, parse_rules

if TYPE_CHECKING:
    from gomoku.server.wire.messages import Create
    from gomoku.server.wire.values import ClockRule


def register(app: typer.Typer) -> None:
    app.command()(bot)


def bot(
    brain: Annotated[str, typer.Option(help="The brain: a program that speaks the Gomocup protocol.")],
    url: Annotated[str, typer.Option(help="The server's address.")] = "http://127.0.0.1:8420",
    token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File with the token.", show_default="GOMOKU_TOKEN"),
    ] = None,
    room: Annotated[str | None, typer.Option(metavar="LINK", help="Join this room: its address or its id.")] = None,
    create: Annotated[bool, typer.Option("--create", help="Create a room and wait for an opponent.")] = False,
    any_room: Annotated[bool, typer.Option("--any", help="Join any listed room with a waiting opponent.")] = False,
    tournament: Annotated[
        str | None, typer.Option(metavar="LINK", help="Play in this tournament: its address or its id.")
    ] = None,
    rules: Annotated[str, typer.Option(metavar="RULES", help="With --create: the rule set.")] = "freestyle",
    opening: Annotated[str, typer.Option(help="With --create: the opening.")] = "standard",
    clock: Annotated[
        str,
        typer.Option(
            help="With --create: none, 5+3 (minutes + seconds per move), or 5+3x30 (minutes + periods x seconds)."
        ),
    ] = "none",
    private: Annotated[bool, typer.Option("--private", help="With --create: do not list the room.")] = False,
    name: Annotated[str | None, typer.Option(help="Display name of the bot.", show_default="the program's")] = None,
    games: Annotated[int, typer.Option(min=0, help="Number of games to play; 0 means no limit.")] = 1,
    time: Annotated[
        float, typer.Option(min=0.05, max=600, help="Maximum seconds per move, even if the clock allows more.")
    ] = 5.0,
    memory: Annotated[float, typer.Option(min=1, help="Memory limit sent to the brain, in MB.")] = 350,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OFFER", help="Accept offers of undo, draw, restart, hint, pause or cancel; may be repeated."
        ),
    ] = None,
    info: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="Further INFO for the brain; may be repeated.")
    ] = None,
) -> None:
    """Play on a server with a Gomocup brain.

    The token comes from a file or from the environment (GOMOKU_TOKEN); docs/API.md says how to get one. The bot
    reconnects when the server restarts. A brain that crashes is restarted once; after that the game is resigned.

    \b
    Examples:
      gomoku bot --brain ./pbrain-gomoku --token-file bot.token --room http://127.0.0.1:8420/room/ab12
      gomoku bot --brain "./Gomoku brain" --create --rules 42 --clock 5+3 --games 0
      gomoku bot --brain ./pbrain-x --url https://play.example --any --games 10 --accept undo
      gomoku bot --brain ./pbrain-x --url https://play.example --tournament ab12cd --name "X 1.0"
    """
    import asyncio
    import logging

    from gomoku.bot.bot import Bot, BotConfig
    from gomoku.bot.brain_driver import BrainDriver
    from gomoku.bot.errors import BotError
    from gomoku.bot.policy import BotProfile
    from gomoku.server.wire.values import OfferKind

    if (room is not None) + (tournament is not None) + create + any_room != 1:
        raise typer.BadParameter("give one of --room, --tournament, --create and --any", param_hint="--room")
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    called = (Path(brain.split()[0]).stem.removeprefix("pbrain-") if brain.split() else "") if name is None else name
    try:
        granted = [OfferKind(word) for word in accept or ()]
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--accept") from None
    infos = dict(_pair(text) for text in info or ())
    wanted = _room(rules, opening, clock, private, called) if create else None
    try:
        driver = BrainDriver(brain, memory, infos)
        try:
            profile = BotProfile(called[:40], frozenset(granted))
            config = BotConfig(url, _token(token_file), profile, room, wanted, games, time, tournament)
            driver.check()
            tally = asyncio.run(Bot(config, driver, typer.echo).run())
            typer.echo(str(tally))
        finally:
            driver.close()
    except BotError as error:
        fail(str(error), "gomoku bot")


def _token(file: Path | None) -> str:
    import os

    from gomoku.bot.errors import BotError

    if file is None:
        found = os.environ.get("GOMOKU_TOKEN", "").strip()
        if not found:
            raise BotError("there is no token: give --token-file, or set GOMOKU_TOKEN")
        return _checked(found, "GOMOKU_TOKEN")
    try:
        return _checked(file.read_text("utf-8").strip(), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise BotError(f"cannot read {file}: {getattr(error, 'strerror', None) or 'not a text file'}") from None


def _checked(token: str, where: str) -> str:
    from gomoku.bot.errors import BotError

    if not re.fullmatch(r"[A-Za-z0-9_-]{8,100}", token):
        raise BotError(f"{where} does not contain a token")
    return token


def _room(rules: str, opening: str, clock: str, private: bool, name: str) -> "Create":
    from gomoku.rules import OPENINGS
    from gomoku.server.wire import messages
    from gomoku.server.wire.values import Options, RoomKind

    spec = parse_rules(rules).spec()
    if opening not in OPENINGS:
        raise typer.BadParameter(f"it must be one of {', '.join(OPENINGS)}", param_hint="--opening")
    return messages.Create(
        "create",
        Options(rules=spec, opening=opening, clock=_clock(clock)),
        messages.Me(name[:40]),
        messages.OpenSeat(),
        RoomKind.PRIVATE if private else RoomKind.LISTED,
        title=name[:40],
    )


def _clock(text: str) -> "ClockRule":
    from gomoku.server.wire.values import ByoYomi, Fischer, NoClock

    if text == "none":
        return NoClock()
    found = re.fullmatch(r"(\d{1,4}(?:\.\d+)?)\+(?:(\d{1,2})x)?(\d{1,4})", text)
    if found:
        main, periods, seconds = round(60_000 * float(found[1])), found[2], 1000 * int(found[3])
        if periods is None and 1_000 <= main <= 86_400_000 and seconds <= 3_600_000:
            return Fischer(main, seconds)
        if periods is not None and int(periods) and 1_000 <= seconds <= 3_600_000 and main <= 86_400_000:
            return ByoYomi(main, int(periods), seconds)
    raise typer.BadParameter("expected none, minutes+seconds, or minutes+periodsxseconds", param_hint="--clock")


def _pair(text: str) -> tuple[str, str]:
    key, found, value = text.partition("=")
    if not (found and key.strip() and value.strip()) or not text.isprintable():
        raise typer.BadParameter(f"expected KEY=VALUE, not {text!r}", param_hint="--info")
    return key.strip(), value.strip()
