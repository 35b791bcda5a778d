"""Commands `gomoku moderate …`: reports, warnings, mutes, bans, closed rooms, and who is a moderator. A running server obeys at once."""

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gomoku.server.storage.cli import DatabaseOption, with_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from gomoku.server.wire.people.social_messages import Case, LogEntry, ModerationRequest

T = TypeVar("T")
PersonArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of a person with a passphrase, or a visitor's id as shown by list.")
]
WhyOption = Annotated[str, typer.Option(metavar="TEXT", help="Reason, which the person reads.")]
HoursOption = Annotated[
    float | None, typer.Option(min=0.02, help="How long it lasts; by default until it is lifted.", show_default=False)
]


def register(app: typer.Typer) -> None:
    """Add `moderate` and its subcommands to the program."""
    moderate = typer.Typer(
        help="Moderate your server: reports, warnings, mutes, bans, rooms, moderators.", no_args_is_help=True
    )
    moderate.command("list")(list_reports)
    moderate.command("show")(show)
    moderate.command("take")(take)
    moderate.command("release")(release)
    moderate.command("warn")(warn)
    moderate.command("mute")(mute)
    moderate.command("unmute")(unmute)
    moderate.command("ban")(ban)
    moderate.command("unban")(unban)
    moderate.command("dismiss")(dismiss)
    moderate.command("rename")(rename)
    moderate.command("close-study")(close_study)
    moderate.command("close-room")(close_room)
    moderate.command("grant")(grant)
    moderate.command("revoke")(revoke)
    moderate.command("log")(show_log)
    app.add_typer(moderate, name="moderate")


def list_reports(
    closed: Annotated[bool, typer.Option("--closed", help="Those that are closed.")] = False,
    database: DatabaseOption = None,
) -> None:
    """List the people with open reports, the latest first."""
    from gomoku.server.people.moderation import reports

    def read(connection: "Connection") -> "list[Case]":
        found: list[Case] = []
        while cases := reports.cases(connection, closed, _now(), offset=len(found)).cases:
            found += cases
        return found

    for case in _read(database, read):
        kinds = ", ".join(sorted({report.reason for report in case.reports}))
        handled = f"  taken by {case.taken.by or 'operator'}" if case.taken else ""
        typer.echo(f"{case.person:16}  {case.name or '(guest)':20}  {len(case.reports):3}  {kinds}{handled}")


def show(person: PersonArgument, database: DatabaseOption = None) -> None:
    """Show the reports about a person, what they wrote, what is in force, and what was done before."""
    from gomoku.server.people.moderation import moderators, reports, sanctions
    from gomoku.server.wire.people.account_messages import SanctionKind

    def read(connection: "Connection") -> list[str]:
        who = _find(connection, person)
        lines = []
        for closed in (False, True):
            for case in reports.cases(connection, closed, _now(), person=who).cases:
                for report in case.reports:
                    lines.append(f"{_when(report.at)}  {report.reason}, by {report.by or 'a guest'}: {report.text}")
                    lines += [f"    {_when(line.at)}  {line.name or 'guest'}: {line.text}" for line in report.chat]
        for found in sanctions.in_force(connection, who, _now()):
            end = "read" if found.kind is SanctionKind.WARNING else _when(found.until)
            lines.append(f"{_when(found.since)}  {found.kind} until {end}: {found.why}")
        return [*lines, *map(_line, moderators.about(connection, who))]

    for line in _read(database, read):
        typer.echo(line)


def take(person: PersonArgument, database: DatabaseOption = None) -> None:
    """Take the reports about a person: moderators see that you handle them."""
    _act(database, "take", person)


def release(person: PersonArgument, database: DatabaseOption = None) -> None:
    """Release the reports about a person, also those that another moderator has taken."""
    _act(database, "release", person)


def warn(person: PersonArgument, why: WhyOption, database: DatabaseOption = None) -> None:
    """Warn a person, who sees it on their next visit. Closes the reports about them.

    \b
    Examples:
      gomoku moderate warn Bram --why "ratings by arrangement are not fair play"
    """
    _act(database, "warn", person, why)


def mute(person: PersonArgument, why: WhyOption, hours: HoursOption = None, database: DatabaseOption = None) -> None:
    """Stop a person from writing anywhere, for some hours or until it is lifted. Closes the reports about them.

    \b
    Examples:
      gomoku moderate mute Goro --hours 72 --why "insults at Sunday table"
    """
    _act(database, "mute", person, why, hours)


def unmute(person: PersonArgument, why: WhyOption = "", database: DatabaseOption = None) -> None:
    """Let a person write again."""
    _act(database, "unmute", person, why)


def ban(person: PersonArgument, why: WhyOption, hours: HoursOption = None, database: DatabaseOption = None) -> None:
    """Stop a person from signing in, creating rooms, sitting down and challenging. Running games are lost. Closes the
    reports about them.

    \b
    Examples:
      gomoku moderate ban Otto --hours 720 --why "computer help"
    """
    _act(database, "ban", person, why, hours)


def unban(person: PersonArgument, why: WhyOption = "", database: DatabaseOption = None) -> None:
    """Lift a ban."""
    _act(database, "unban", person, why)


def dismiss(person: PersonArgument, why: WhyOption = "", database: DatabaseOption = None) -> None:
    """Close the reports about a person: nothing is wrong."""
    _act(database, "dismiss", person, why)


def rename(person: PersonArgument, why: WhyOption, database: DatabaseOption = None) -> None:
    """Give a person a neutral name in place of an offensive one; they read it on their next visit, and may choose another. Closes the
    reports about them.

    \b
    Examples:
      gomoku moderate rename "example.com" --why "advertising"
    """
    _act(database, "rename", person, why)


def close_study(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Id of the study, the end of its address.")],
    why: WhyOption = "",
    database: DatabaseOption = None,
) -> None:
    """Make a study private, which others could see."""
    from gomoku.server.wire.people.social_messages import ModerationRequest, ModeratorAction

    request = ModerationRequest(action=ModeratorAction.CLOSE_STUDY, study=study, why=why)
    _write(database, lambda connection: _moderate(connection, request))


def close_room(
    room: Annotated[str, typer.Argument(metavar="ROOM", help="Id of the room, the end of its address.")],
    why: WhyOption = "",
    database: DatabaseOption = None,
) -> None:
    """Close an online room: its game is cancelled, and it is removed. A running server does so within seconds."""
    from gomoku.server.wire.people.social_messages import ModerationRequest, ModeratorAction

    request = ModerationRequest(action=ModeratorAction.CLOSE_ROOM, room=room, why=why)
    _write(database, lambda connection: _moderate(connection, request))


def grant(person: PersonArgument, database: DatabaseOption = None) -> None:
    """Make a person a moderator, who then sees the page /moderate."""
    _act(database, "grant", person)


def revoke(person: PersonArgument, database: DatabaseOption = None) -> None:
    """Make a moderator an ordinary person again."""
    _act(database, "revoke", person)


def show_log(
    limit: Annotated[int, typer.Option(min=1, help="Number of lines.")] = 50, database: DatabaseOption = None
) -> None:
    """Show what moderators have done, the latest first."""
    from gomoku.server.people.moderation import moderators

    for entry in _read(database, lambda connection: moderators.log(connection, limit, 0)).entries:
        typer.echo(_line(entry))


# --- helpers ---


def _line(entry: "LogEntry") -> str:
    until = f", until {_when(entry.until)}" if entry.until else ""
    why = f": {entry.why}" if entry.why else ""
    return f"{_when(entry.at)}  {entry.by or 'operator'}  {entry.action}  {entry.about or entry.room}{until}{why}"


def _when(moment: int | None) -> str:
    from datetime import datetime

    return "lifted" if moment is None else datetime.fromtimestamp(moment / 1000).strftime("%Y-%m-%d %H:%M")


def _now() -> int:
    import time

    return int(time.time() * 1000)


def _find(connection: "Connection", person: str) -> str:
    """The id of a person with a passphrase, or of a visitor who was reported. Raises Refusal."""
    from sqlalchemy import select

    from gomoku.server.people import profiles
    from gomoku.server.storage.tables import report

    if connection.scalar(select(report.c.about).where(report.c.about == person).limit(1)) is not None:
        return person
    return str(profiles.find(connection, person).id)


def _act(database: str | None, action: str, person: str, why: str = "", hours: float | None = None) -> None:
    from gomoku.server.wire.people.social_messages import ModerationRequest, ModeratorAction

    minutes = None if hours is None else max(1, round(hours * 60))

    def work(connection: "Connection") -> None:
        who = _find(connection, person)
        _moderate(connection, ModerationRequest(action=ModeratorAction(action), person=who, minutes=minutes, why=why))

    _write(database, work)


def _moderate(connection: "Connection", request: "ModerationRequest") -> None:
    from gomoku.server.people.moderation import moderators

    moderators.act(connection, moderators.OPERATOR, request, _now())


def _read(database: str | None, work: "Callable[[Connection], T]") -> "T":
    return with_store(database, lambda store: store.read(work))


def _write(database: str | None, work: "Callable[[Connection], T]") -> "T":
    return with_store(database, lambda store: store.write(work))
