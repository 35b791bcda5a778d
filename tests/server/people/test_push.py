"""Web Push: keys, encryption, where messages may go, and "your turn" at a push service that the test runs itself."""

import asyncio
import contextlib
import hashlib
import hmac
import json
import socket
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from types import SimpleNamespace
from typing import Any

import httpcore
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import make_url

from gomoku.server.http.people.account_api import PUSH_RATE
from gomoku.server.ops.metrics import Metrics
from gomoku.server.ops.settings import Settings
from gomoku.server.people.push import backoff as backoff_rules
from gomoku.server.people.push import sender
from gomoku.server.people.push.backoff import Backoff
from gomoku.server.people.push.encryption import MAX_TEXT, encrypt
from gomoku.server.people.push.endpoints import ForbiddenAddressError, PublicNetwork, is_public, require_endpoint
from gomoku.server.people.push.subscriptions import MAX_SUBSCRIPTIONS, RETENTION, forget_old
from gomoku.server.people.push.vapid import Vapid, base64url, from_base64url, new_key, public_bytes, read_key
from gomoku.server.storage.store import Store, sqlite_url
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import DAY
from tests.server.conftest import ThreadServer
from tests.server.live.test_slow_games import begun, put
from tests.support.waiting import TIMEOUT, wait_until

CONTACT = "mailto:operator@play.example"


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869, for at most one block."""
    drawn = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(drawn, info + b"\x01", hashlib.sha256)[:length]


class Browser:
    """A browser's side of Web Push: its keys, and the decryption of RFC 8291, written anew."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"sixteen bytes ok") -> None:
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth
        self.point = public_bytes(self.key.public_key())

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "key": base64url(self.point), "auth": base64url(self.auth)}

    def decrypt(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        assert len(body) <= size == 4096
        point, text = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
        secret = hkdf(shared, self.auth, b"WebPush: info\0" + self.point + point, 32)
        key = hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        padded = AESGCM(key).decrypt(hkdf(secret, salt, b"Content-Encoding: nonce\0", 12), text, None)
        return padded.rstrip(b"\0").removesuffix(b"\x02")


class PushService:
    """A push service on this machine. It keeps what it is sent, with the path and headers."""

    def __init__(self) -> None:
        received: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        statuses: dict[str, int] = {}
        bodies: dict[str, bytes] = {}
        connections: list[int] = []
        hold = threading.Event()
        hold.set()
        self.received, self.statuses, self.hold = received, statuses, hold
        self.bodies, self.connections = bodies, connections

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                super().setup()
                connections.append(self.client_address[1])

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hold.wait(TIMEOUT)
                self.send_response(statuses.get(self.path, 201))
                answer = bodies.get(self.path, b"")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                with contextlib.suppress(OSError):  # the sender reads no more than it needs
                    self.wfile.write(answer)
                received.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))

    def __enter__(self) -> "PushService":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hold.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture
def push_server(tmp_path) -> Iterator[ThreadServer]:
    """A server with a key, which may send to this machine."""
    key = tmp_path / "push.pem"
    key.write_bytes(new_key())
    settings = Settings(
        sqlite_url(tmp_path / "games.sqlite"),
        engines=1,
        engine_threads=1,
        messages_per_second=100_000,
        requests_per_minute=100_000,
        push_key=str(key),
        push_contact=CONTACT,
        push_local=True,
    )
    with ThreadServer(settings) as running:
        yield running


def verified_claims(header: str) -> dict[str, Any]:
    """The claims of an `Authorization` header, once its signature was checked with the key that it names."""
    token, key = header.removeprefix("vapid t=").split(", k=")
    signed, _, signature = token.rpartition(".")
    r, s = from_base64url(signature)[:32], from_base64url(signature)[32:]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(key))
    der = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    kind, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
    assert kind == {"typ": "JWT", "alg": "ES256"}
    return {**claims, "key": key}


def count(server: ThreadServer) -> int:
    """Number of stored subscriptions."""
    file = make_url(server.app.state.settings.database).database
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM push_subscription").fetchone()[0])


# --- messages ---


def test_the_example_of_rfc_8291():
    """Section 5 of the RFC: keys, salt and message are given there."""

    def private(text: str) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(from_base64url(text), "big"), ec.SECP256R1())

    browser = Browser(private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), from_base64url("BTBZMqHH6r4Tts7J_aSIgg"))
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        browser.point,
        browser.auth,
        private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_every_message_has_its_own_key_and_fits_into_a_record():
    browser, text = Browser(), b"x" * MAX_TEXT
    one, other = (encrypt(text, browser.point, browser.auth) for _ in range(2))
    assert one != other
    assert [browser.decrypt(body) for body in (one, other)] == [text, text]


def test_the_signature_names_the_push_service_and_the_operator():
    vapid = Vapid(read_key(new_key()), CONTACT)
    header = vapid.authorization("https://push.example/some/where?and=what", 1_000_000)
    claims = {"aud": "https://push.example", "exp": 1_043_200, "sub": CONTACT, "key": vapid.public}
    assert verified_claims(header) == claims
    assert verified_claims(vapid.authorization("https://Push.example:443/x", 1_000_000)) == claims, "the same origin"
    token, key = header.split(", k=")
    with pytest.raises(InvalidSignature):
        verified_claims(f"{token}, k={Vapid(read_key(new_key()), CONTACT).public}")
    assert key == vapid.public


# --- where messages may go ---


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "2001:0:102:304::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
    ],
)
def test_addresses_that_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "142.250.185.78", "2a00:1450:4001:82a::200e"])
def test_public_addresses(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://user@push.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https:///x",
        "https://push.example:99999/x",
        "https://push.example/a b",
        "https://push.example/x\r\nHost: other",
        "ftp://push.example/x",
        "nonsense",
        "",
    ],
)
def test_endpoints_are_https_at_public_hosts(endpoint):
    with pytest.raises(Refusal):
        require_endpoint(endpoint)


def test_endpoints_of_push_services():
    for endpoint in ("https://fcm.googleapis.com/fcm/send/a:b_c-d", "https://web.push.apple.com:443/x"):
        require_endpoint(endpoint)


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], []])
def test_a_name_that_leads_into_the_own_network_is_not_connected_to(monkeypatch, addresses):
    def found(host: str, port: int, **_: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    async def connect() -> None:
        network = PublicNetwork()
        try:
            await network.connect_tcp("push.example", 443, timeout=0.001)
        finally:
            network.close()

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(connect())


def test_the_next_address_is_tried_if_one_takes_no_connection(monkeypatch):
    """A machine without a way to IPv6 addresses is given one all the same."""
    tried: list[str] = []

    async def connect() -> Any:
        network = PublicNetwork()

        async def connected(address: str, *_: object) -> str:
            tried.append(address)
            if ":" in address:
                raise httpcore.ConnectError("no route")
            return f"connected to {address}"

        monkeypatch.setattr(network, "_network", SimpleNamespace(connect_tcp=connected))
        try:
            return await network.connect_tcp("push.example", 443)
        finally:
            network.close()

    addresses = ["2a00:1450:4001:82a::200e", "8.8.8.8"]
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port, **_: [(2, 1, 6, "", (each, port)) for each in addresses]
    )
    assert asyncio.run(connect()) == "connected to 8.8.8.8"
    assert tried == addresses


# --- your turn ---


def subscribe(page, browser: Browser, endpoint: str) -> int:
    status: int = page.http("PUT", "/api/me/push", json.dumps(browser.subscription(endpoint)).encode())[0]
    return status


def test_closed_browsers_are_told_whose_turn_it_is(push_server, service):
    with push_server.page() as ann, push_server.page() as bob:
        key = ann.get("/api/me/push")["key"]
        browser, phone = Browser(), Browser()
        assert subscribe(bob, browser, f"{service.origin}/laptop") == 200
        assert subscribe(bob, phone, f"{service.origin}/phone") == 200
        assert subscribe(bob, phone, f"{service.origin}/phone") == 200, "a browser is told once"
        room = begun(ann, bob)
        assert service.received.empty(), "the first move is another's"
        ann.play(room, 7, 7)
        heard = {path: (headers, body) for path, headers, body in (service.received.get(timeout=TIMEOUT) for _ in "ab")}
        for path, its in (("/laptop", browser), ("/phone", phone)):
            headers, body = heard[path]
            assert json.loads(its.decrypt(body)) == {"room": room, "opponent": "Ann"}
            claims = verified_claims(headers["authorization"])
            assert (claims["aud"], claims["sub"], claims["key"]) == (service.origin, CONTACT, key)
            assert time.time() < claims["exp"] <= time.time() + 24 * 3600
            assert headers["content-encoding"] == "aes128gcm"
            assert int(headers["ttl"]) > 0
            assert 0 < len(headers["topic"]) <= 32
        assert heard["/laptop"][0]["topic"] == heard["/phone"][0]["topic"]
        # one's own move, chat and an end of the game tell nobody
        bob.until_state(room, lambda state: state["ply"] == 1)
        bob.play(room, 8, 8)
        bob.command("say", room=room, text="hello")
        bob.command("resign", room=room)
        # a browser that is gone is forgotten
        assert count(push_server) == 2
        service.statuses.update({"/laptop": 410, "/phone": 404})
        room = begun(ann, bob)
        ann.play(room, 7, 7)
        assert sorted(service.received.get(timeout=TIMEOUT)[0] for _ in "ab") == ["/laptop", "/phone"]
        wait_until(lambda: count(push_server) == 0, what="the browsers are not forgotten")
    assert service.received.empty()


def test_a_slow_push_service_delays_no_game_and_is_given_up(push_server, service, monkeypatch):
    monkeypatch.setattr(sender, "TIMEOUT", 0.2)
    service.hold.clear()
    with push_server.page() as ann, push_server.page() as bob:
        assert subscribe(bob, Browser(), f"{service.origin}/slow") == 200
        room = begun(ann, bob)
        assert ann.play(room, 7, 7)["type"] == "done"
        failed = 'gomoku_push_messages_total{result="failed"} 1.0'
        wait_until(lambda: failed in exposed(push_server.app.state.metrics), what="it is not given up")
        assert count(push_server) == 1, "it may be faster next time"


def test_a_push_service_that_does_not_answer_is_left_alone_for_longer_and_longer():
    backoff = Backoff()
    for _ in range(backoff_rules.FREE):
        backoff.failed("slow.example", 0)
        assert not backoff.pauses("slow.example", 0)
    for pause in (60, 120, 240):
        backoff.failed("slow.example", 0)
        assert backoff.pauses("slow.example", pause - 1)
        assert not backoff.pauses("slow.example", pause)
        assert not backoff.pauses("push.example", 0), "others are not affected"
    for _ in range(100):
        backoff.failed("slow.example", 0)
    assert not backoff.pauses("slow.example", backoff_rules.LONGEST)
    backoff.answered("slow.example")
    backoff.failed("slow.example", 0)
    assert not backoff.pauses("slow.example", 0)


def test_hosts_that_fail_are_not_tried_again_at_once(push_server, service, monkeypatch):
    """Their names are resolved by threads, and their connections held by senders, which others need."""
    tried: list[str] = []

    def found(host: str, *_: object, **__: object) -> list[Any]:
        tried.append(host)
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    with push_server.page() as ann, push_server.page() as bob:
        assert subscribe(bob, Browser(), "https://slow.example/x") == 200
        assert subscribe(bob, Browser(), f"{service.origin}/x") == 200
        real = socket.getaddrinfo
        monkeypatch.setattr(
            socket, "getaddrinfo", lambda host, *a, **k: (found if host == "slow.example" else real)(host, *a, **k)
        )
        room = begun(ann, bob)
        turns = backoff_rules.FREE + 3
        for number in range(turns):
            ann.until_state(room, lambda state: ann.me in state["acts"])
            ann.play(room, 2 * number, 0)
            assert service.received.get(timeout=TIMEOUT)[0] == "/x"
            bob.until_state(room, lambda state: bob.me in state["acts"])
            bob.play(room, 2 * number, 5)
        dropped = 'gomoku_push_messages_total{result="dropped"} 2.0'
        wait_until(lambda: dropped in exposed(push_server.app.state.metrics), what="it is tried again and again")
        assert tried.count("slow.example") == backoff_rules.FREE + 1


def test_one_connection_serves_many_messages_and_a_body_without_an_end_is_not_read(push_server, service):
    with push_server.page() as ann, push_server.page() as bob:
        assert subscribe(bob, Browser(), f"{service.origin}/x") == 200
        room = begun(ann, bob)
        for number in range(4):
            ann.until_state(room, lambda state: ann.me in state["acts"])
            ann.play(room, 2 * number, 0)
            service.received.get(timeout=TIMEOUT)
            bob.until_state(room, lambda state: bob.me in state["acts"])
            bob.play(room, 2 * number, 5)
            wait_until(partial(has_sent, push_server, number + 1), what="it was not sent")
            assert len(service.connections) == (1 if number < 3 else 2)
            service.bodies["/x"] = b"x" * 1_000_000 if number == 1 else b""


def has_sent(server: ThreadServer, count: int) -> bool:
    return f'gomoku_push_messages_total{{result="sent"}} {count}.0' in exposed(server.app.state.metrics)


def exposed(metrics: Metrics) -> str:
    from prometheus_client import generate_latest

    return generate_latest(metrics.registry).decode()


def test_a_browser_belongs_to_who_used_it_last_until_they_sign_out(push_server, service):
    with push_server.page() as ann, push_server.page() as bob:
        browser, endpoint = Browser(), f"{service.origin}/shared"
        for page in (bob, ann):
            assert subscribe(page, browser, endpoint) == 200
        assert count(push_server) == 1
        assert bob.http("DELETE", f"/api/me/push?endpoint={endpoint}")[0] == 204
        assert count(push_server) == 1, "it is another's"
        assert ann.http("DELETE", f"/api/me/push?endpoint={endpoint}")[0] == 204
        assert count(push_server) == 0
        subscribe(ann, browser, endpoint)
        subscribe(bob, browser, f"{endpoint}/bob")
        assert ann.http("POST", "/api/sign-out", b"")[0] == 200
        assert count(push_server) == 1
        for number in range(MAX_SUBSCRIPTIONS + 3):
            assert subscribe(bob, browser, f"{service.origin}/{number}") == 200
        assert count(push_server) == MAX_SUBSCRIPTIONS, "the oldest are forgotten"
        # as are browsers that have not come back, and no address can fill the database with visitors
        later = push_server.app.state.hub.clock.now() + RETENTION + DAY
        asyncio.run(forget(push_server, later))
        assert count(push_server) == 0
        answers = [subscribe(ann, browser, f"{service.origin}/{number}") for number in range(int(PUSH_RATE[1]))]
        assert answers[-1] == 429


async def forget(server: ThreadServer, now: int) -> None:
    store = await Store.open(server.app.state.settings.database)
    await store.write(lambda connection: forget_old(connection, now))
    await store.close()


def test_what_cannot_be_a_browser_is_refused(push_server):
    good = Browser().subscription("https://push.example/x")
    with push_server.page() as ann:
        assert put(ann, "/api/me/push", {**good, "endpoint": "https://10.0.0.1/x"})[0] == 400
        assert put(ann, "/api/me/push", {**good, "endpoint": "https://push.example/" + "x" * 1000})[0] == 400
        for key in ("", "AAAA", "not base64!", base64url(b"\x04" + bytes(64)), base64url(public_bytes(other_curve()))):
            assert put(ann, "/api/me/push", {**good, "key": key})[0] == 400
        assert put(ann, "/api/me/push", {**good, "auth": base64url(b"short")})[0] == 400
    assert count(push_server) == 0


def other_curve() -> ec.EllipticCurvePublicKey:
    return ec.generate_private_key(ec.SECP384R1()).public_key()


def test_without_a_key_nothing_is_sent_nor_stored(server, ann):
    assert ann.get("/api/me/push") == {"key": ""}
    status, refused = put(ann, "/api/me/push", Browser().subscription("https://push.example/x"))
    assert (status, refused["reason"]) == (400, "not_here")


def test_the_turns_told_to_one_visitor_are_limited(push_server, service):
    """Browsers name the addresses: without a limit a visitor could keep all senders busy."""
    with push_server.page() as ann, push_server.page() as bob:
        subscribe(bob, Browser(), f"{service.origin}/x")
        room = begun(ann, bob)
        for number in range(int(sender.RATE[1]) + 3):
            x, y = 2 * (number % 7), 4 * (number // 7)  # no two in a row
            ann.until_state(room, lambda state: ann.me in state["acts"])
            ann.play(room, x, y)
            bob.until_state(room, lambda state: bob.me in state["acts"])
            bob.play(room, x + 1, y + 2)
        dropped = 'gomoku_push_messages_total{result="dropped"}'
        assert dropped in exposed(push_server.app.state.metrics)


# --- the key ---


def test_the_command_makes_a_key_that_only_its_owner_reads(run_cli, tmp_path):
    file = tmp_path / "push.pem"
    code, out, _ = run_cli("push-key", str(file))
    assert code == 0
    assert Vapid(read_key(file.read_bytes()), "").public in out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    code, _, err = run_cli("push-key", str(file))
    assert (code, len(err.splitlines())) == (1, 1)
    assert file.read_bytes() == before, "a key is never overwritten"


def test_a_server_refuses_what_is_no_key(run_cli, tmp_path):
    file = tmp_path / "push.pem"
    other = ec.generate_private_key(ec.SECP384R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    for key in (None, b"nonsense", other):
        file.unlink(missing_ok=True)
        if key is not None:
            file.write_bytes(key)
        code, _, err = run_cli("serve", "--port", "0", "--push-key", str(file), "--push-contact", CONTACT)
        assert (code, len(err.splitlines())) == (1, 1), err
        assert "Web Push" in err
    assert run_cli("serve", "--push-key", str(file))[0] == 2
    assert run_cli("serve", "--push-key", str(file), "--push-contact", "me")[0] == 2
