"""Rolling restart during a game: the page reconnects without a notice."""

import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.databases import Postgres, Redis, running
from tests.web.serving import Server, require_built_page
from tests.web.table import Table

RECORD_RECONNECTS = """
window.notices = [];
new MutationObserver(() => {
    const bar = document.querySelector(".bar-lost");
    if (bar) window.notices.push(bar.textContent);
}).observe(document, { childList: true, subtree: true });
const Real = WebSocket;
window.sockets = 0;
window.WebSocket = class extends Real { constructor(...given) { super(...given); window.sockets++; } };
"""
"""Records every lost-connection notice and counts the WebSockets opened."""


class TwoProcessServer(Server):
    """`gomoku serve` with two processes, PostgreSQL and Redis."""

    def __init__(self, postgres: Postgres, redis: Redis) -> None:
        super().__init__(Path())
        self.cluster_options = ["--database", postgres.create(), "--redis", redis.url, "--processes", "2"]

    def command(self) -> list[str]:
        return [*super().command(), *self.cluster_options]


def test_a_page_survives_a_rolling_restart(browser: Browser) -> None:
    require_built_page()
    with running(Postgres()) as postgres, running(Redis()) as redis:
        server = TwoProcessServer(postgres, redis)
        server.start()
        try:
            context = browser.new_context(base_url=server.address, service_workers="block")
            context.add_init_script(RECORD_RECONNECTS)
            table = Table(context.new_page())
            table.start()
            table.play("K10", "L10")
            assert table.page.evaluate("sockets") == 1
            before = {row["id"] for row in postgres.query("SELECT id FROM process", server.cluster_options[1])}
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            free = (f"{column}{row}" for column in "ACEGJLNPS" for row in range(1, 19) if f"{column}{row}" != "L10")

            def is_restarted() -> bool:
                table.play(next(free))  # the game continues during the restart
                living = {row["id"] for row in postgres.query("SELECT id FROM process", server.cluster_options[1])}
                return len(living) == 2 and not living & before

            table.until(is_restarted, "the old processes are still running")
            table.play("T1")
            assert table.page.evaluate("sockets") > 1, "the page reconnected"
            assert table.page.evaluate("notices") == [], "without a notice"
            expect(table.page.locator(".bar-lost")).to_be_hidden()
            table.assert_no_errors()
            context.close()
        finally:
            server.stop()
