"""Web Push in the browser: notices are switched on, and the service worker shows one and opens its game."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.server.page import Page
from tests.support.waiting import wait_until
from tests.web.accessibility import assert_accessible
from tests.web.serving import Server, require_built_page

ENDPOINT: Final = "https://push.example/this-browser"
KEYS: Final = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Keys of the example in RFC 8291."""
PUSH_MANAGER: Final = """
let made = null;
const { endpoint, keys } = $BROWSER;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly) throw new Error("a notice must be shown");
    const text = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
    const options = { applicationServerKey: Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer };
    const unsubscribe = async () => { made = null; return true; };
    made = { endpoint, options, toJSON: () => ({ keys }), unsubscribe };
    return made;
};
""".replace("$BROWSER", json.dumps({"endpoint": ENDPOINT, "keys": KEYS}))
"""A browser's push service, which the tests cannot reach."""
SHOW: Final = """
self.shown = [];
self.looked = 0;
const matchAll = clients.matchAll.bind(clients);
clients.matchAll = async (options) => { const found = await matchAll(options); looked += 1; return found; };
ServiceWorkerRegistration.prototype.showNotification = async (title, options) => { shown.push({ title, ...options }); };
"""
"""Notices as a list, since the headless browser shows none, and how often the worker has looked for open pages."""


class PushServer(Server):
    """`gomoku serve` with a key for Web Push."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "games.sqlite")
        self.key = folder / "push.pem"
        subprocess.run([sys.executable, "-m", "gomoku", "push-key", str(self.key)], check=True, capture_output=True)

    def arguments(self) -> list[str]:
        return [*super().arguments(), "--push-key", str(self.key), "--push-contact", "mailto:me@play.example"]

    def endpoints(self) -> list[str]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return [row[0] for row in connection.execute("SELECT endpoint FROM push_subscription")]


@pytest.fixture
def push_server(tmp_path: Path) -> Iterator[PushServer]:
    require_built_page()
    server = PushServer(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def context(browser: Browser, push_server: PushServer) -> Iterator[BrowserContext]:
    """A browser with the service worker, which allows notices."""
    context = browser.new_context(base_url=push_server.address, locale="de-DE")
    context.grant_permissions(["notifications"])
    context.add_init_script(PUSH_MANAGER)
    yield context
    context.close()


def test_notices_reach_a_browser_whose_page_is_closed(push_server: PushServer, context: BrowserContext) -> None:
    with Page(push_server.address) as ann, Page(push_server.address) as bob:
        room = ann.create(kind="listed", second="open", rules="freestyle", clock={"type": "correspondence", "days": 2})
        bob.watch(room)
        bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        assert bob.cookie
        name, value = bob.cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": push_server.address}])
    page = context.new_page()
    page.goto("/rooms")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.mouse.move(5, 5)
    page.get_by_role("button", name="Urlaub und Benachrichtigungen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Auch wenn diese Seite geschlossen ist.")
    assert_accessible(page)
    notices = dialog.get_by_role("switch")
    notices.click()
    wait_until(lambda: push_server.endpoints() == [ENDPOINT], what="the browser has not subscribed")
    expect(notices).to_be_checked()
    # the worker alone, without a page of the site
    devtools = context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda found: registrations.extend(each["registrationId"] for each in found["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("true") and bool(registrations), what="the worker is not found")
    message = {
        "origin": push_server.address,
        "registrationId": registrations[0],
        "data": json.dumps({"room": room, "opponent": "Ann $& <b>"}),
    }
    (worker,) = context.service_workers
    worker.evaluate(f"() => {{ {SHOW} }}")
    devtools.send("ServiceWorker.deliverPushMessage", message)
    wait_until(lambda: worker.evaluate("looked") == 1, what="the worker has not heard")
    page.goto("about:blank")  # the page that was seen says so itself
    devtools.send("ServiceWorker.deliverPushMessage", message)
    wait_until(lambda: bool(worker.evaluate("shown.length")), what="no notice is shown")
    (notice,) = worker.evaluate("shown")
    assert (notice["title"], notice["body"], notice["tag"]) == ("Du bist am Zug", "Gegen Ann $& <b>", room)
    opened = worker.evaluate(
        """(data) => {
            const opened = new Promise((done) => { clients.openWindow = async (path) => done(path); });
            const click = new Event("notificationclick");
            self.dispatchEvent(Object.assign(click, { waitUntil() {}, notification: { data, close() {} } }));
            return opened;
        }""",
        notice["data"],
    )
    assert opened == f"/room/{room}"
    # switched off: nothing is sent any more
    page.goto("/rooms")
    page.mouse.move(5, 5)
    page.get_by_role("button", name="Urlaub und Benachrichtigungen").click()
    expect(notices).to_be_checked()
    subscribed = (
        "() => navigator.serviceWorker.ready.then((worker) => worker.pushManager.getSubscription()).then(Boolean)"
    )
    page.wait_for_function(subscribed)
    notices.click()
    wait_until(lambda: push_server.endpoints() == [], what="the browser is still subscribed")
