"""Server processes are replaced while a game is on; the page reconnects silently."""

import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.databases import Postgres, Redis, running
from tests.web.serving import Server, built_page
from tests.web.table import Table

WATCH = """
window.seen = [];
new MutationObserver(() => {
    const bar = document.querySelector(".bar-lost");
    if (bar) window.seen.push(bar.textContent);
}).observe(document, { childList: true, subtree: true });
const Real = WebSocket;
window.sockets = 0;
window.WebSocket = class extends Real { constructor(...given) { super(...given); window.sockets++; } };
"""
"""Notes every bar that says that the connection is lost, and counts sockets."""


class Several(Server):
    """Two processes at one address."""

    def __init__(self, postgres: Postgres, redis: Redis) -> None:
        super().__init__(Path())
        self.more = ["--database", postgres.create(), "--redis", redis.url, "--processes", "2"]

    def command(self) -> list[str]:
        return [*super().command()[:-2], *self.more]


def test_processes_are_renewed_under_a_page(browser: Browser) -> None:
    built_page()
    with running(Postgres()) as postgres, running(Redis()) as redis:
        server = Several(postgres, redis)
        server.start()
        try:
            context = browser.new_context(base_url=server.address, service_workers="block")
            context.add_init_script(WATCH)
            table = Table(context.new_page())
            table.start()
            table.play("K10", "L10")
            assert table.page.evaluate("sockets") == 1
            before = {row["id"] for row in postgres.query("SELECT id FROM process", server.more[1])}
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            free = (f"{column}{row}" for column in "ACEGJLNPS" for row in range(1, 19) if f"{column}{row}" != "L10")

            def renewed() -> bool:
                table.play(next(free))  # the game goes on all the while
                living = {row["id"] for row in postgres.query("SELECT id FROM process", server.more[1])}
                return len(living) == 2 and not living & before

            table.until(renewed, "the old processes are still there")
            table.play("T1")
            assert table.page.evaluate("sockets") > 1, "the page was sent from process to process"
            assert table.page.evaluate("seen") == [], "and said nothing about it"
            expect(table.page.locator(".bar-lost")).to_be_hidden()
            table.assert_no_errors()
            context.close()
        finally:
            server.stop()
