"""Deployments described in docs/HOSTING.md: TLS, nginx, systemd, host names and proxies."""

import contextlib
import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from gomoku.cli import app
from gomoku.server.http.middleware import allowed_hosts
from gomoku.server.ops.settings import Settings, available_cores
from gomoku.server.rooms import seating
from gomoku.server.storage.store import sqlite_url
from tests.bot.conftest import BRAIN, Guest, made
from tests.bot.test_bots import token_for
from tests.server.conftest import ThreadServer
from tests.server.page import Page, request
from tests.support.databases import Postgres, Redis, running
from tests.support.waiting import TIMEOUT, free_port, wait_until

ROOT = Path(__file__).parents[2]
NGINX = ROOT / "deploy" / "nginx-gomoku.conf"
UNIT = ROOT / "deploy" / "gomoku.service"
NAME = "play.example"


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "COUNTDOWN", 50)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A self-signed certificate and its key, created by the command in HOSTING.md."""
    folder = tmp_path_factory.mktemp("tls")
    text = (ROOT / "docs" / "HOSTING.md").read_text("utf-8")
    command = re.search(r"^openssl req .*?$(?<!\\)", text, re.M | re.S)
    assert command
    words = shlex.split(command[0].replace("\\\n", " ").replace("gomoku.lan", NAME))
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


def trusting_context(certificate: Path) -> ssl.SSLContext:
    """A client context that trusts only this certificate."""
    return ssl.create_default_context(cafile=str(certificate))


def settings(path: Path, **options: Any) -> Settings:
    return Settings(sqlite_url(path / "games.sqlite"), engines=1, engine_threads=1, **options)


class LocalConnection(http.client.HTTPSConnection):
    """An HTTPS connection to this machine under the server's host name."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__(NAME, port, context=context, timeout=TIMEOUT)

    def connect(self) -> None:
        self.sock = self._context.wrap_socket(  # type: ignore[attr-defined]
            socket.create_connection(("127.0.0.1", self.port), 10), server_hostname=NAME
        )


def https_request(
    port: int, context: ssl.SSLContext, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = LocalConnection(port, context)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def open_page(port: int, context: ssl.SSLContext, cookie: str | None = None, **headers: str) -> Page:
    """A WebSocket client over TLS."""
    connection = socket.create_connection(("127.0.0.1", port), 10)
    origin = {"Origin": f"https://{NAME}:{port}"} | headers
    try:
        return Page(
            f"https://{NAME}:{port}", cookie, headers=origin, sock=connection, ssl=context, server_hostname=NAME
        )
    except BaseException:
        connection.close()
        raise


def play_a_game(connect: Callable[..., Page]) -> None:
    """Two clients play a game to its end."""
    with connect() as ann, connect() as bob:
        room = ann.create("me", "open", kind="listed", rules="freestyle;size=15")
        bob.watch(room)
        bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        for each in (ann, bob):
            each.command("ready", room=room, ready=True)
        for each in (ann, bob):
            each.until_state(room, lambda state: state["phase"] == "playing")
        for x in range(5):
            assert ann.play(room, x, 0)["type"] == "done"
            bob.until_state(room, lambda state, x=x: state["ply"] == 2 * x + 1)
            if x < 4:
                assert bob.play(room, x, 5)["type"] == "done"
                ann.until_state(room, lambda state, x=x: state["ply"] == 2 * x + 2)
        assert bob.state(room)["outcome"]["player"] == "P1"


# --- TLS ---


def test_https_and_wss_with_a_certificate(tmp_path, certificate):
    cert, key = certificate
    with ThreadServer(settings(tmp_path, certificate=str(cert), key=str(key), hosts=(NAME,))) as server:
        port = server.listener.getsockname()[1]
        context = trusting_context(cert)
        status, headers, _ = https_request(port, context, "/api/health")
        assert status == 200
        assert "; Secure" in headers["set-cookie"]
        play_a_game(lambda: open_page(port, context))
        with pytest.raises(InvalidStatus):  # the same host over http is another origin
            open_page(port, context, Origin=f"http://{NAME}:{port}")
        with pytest.raises(ssl.SSLError):
            https_request(port, ssl.create_default_context(), "/api/health")
        old = trusting_context(cert)
        with pytest.warns(DeprecationWarning, match="TLSv1_1"):
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        with pytest.raises(ssl.SSLError):
            https_request(port, old, "/api/health")


def test_gomoku_serve_with_tls(tmp_path, certificate):
    """The command-line server prints its HTTPS address."""
    cert, key = certificate
    arguments = [
        "serve",
        "--port",
        "0",
        "--database",
        str(tmp_path / "a.sqlite"),
        "--tls-cert",
        str(cert),
        "--tls-key",
        str(key),
    ]
    with ServerProcess([sys.executable, "-u", "-m", "gomoku", *arguments]) as (line, _):
        found = re.search(r"https://127.0.0.1:(\d+)/", line)
        assert found, line
        status, headers, *_ = https_request(int(found[1]), trusting_context(cert), "/api/health", Host="localhost")
        assert status == 200
        assert headers["strict-transport-security"] == "max-age=31536000"


def test_a_bot_over_tls(tmp_path, monkeypatch):
    """Bots trust the system's certificates and those of SSL_CERT_FILE."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=here"
    options = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([*command.split(), *options], check=True, capture_output=True)
    with ThreadServer(settings(tmp_path, certificate=str(cert), key=str(key))) as server:
        url = f"https://127.0.0.1:{server.listener.getsockname()[1]}"
        token = token_for(tmp_path / "games.sqlite")
        untrusting_bot = Guest(BRAIN, url, token, (), {"create": made()})
        untrusting_bot.end()
        assert "certificate is not trusted" in str(untrusting_bot.error)
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
        bot = Guest(BRAIN, url, token, (), {"create": made()})
        try:
            assert bot.line().startswith(f"waiting at {url}/room/")
            assert bot.line().startswith("sitting at ")
        finally:
            bot.kill()


@pytest.mark.parametrize("wrong", ["missing", "no key", "not a certificate", "another's key"])
def test_unusable_certificates_are_one_error_line(tmp_path, certificate, wrong):
    cert, key = certificate
    text = tmp_path / "text.pem"
    text.write_text("hello")
    other = tmp_path / "other.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", other], check=True, capture_output=True)
    files = {
        "missing": ["--tls-cert", str(tmp_path / "none.pem")],
        "no key": ["--tls-cert", str(cert)],
        "not a certificate": ["--tls-cert", str(text), "--tls-key", str(key)],
        "another's key": ["--tls-cert", str(cert), "--tls-key", str(other)],
    }[wrong]
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--database", str(tmp_path / "a.sqlite"), *files])
    assert result.exit_code == 1
    assert result.stderr.startswith("gomoku: cannot use ")
    assert result.stderr.count("\n") == 1


def test_usage_errors():
    for arguments, word in (
        (("--tls-key", "x"), "--tls-cert"),
        (("--allow-host", "http://x/"), "is not a host name"),
        (("--proxy", "nginx"), "nginx"),
    ):
        result = CliRunner().invoke(app, ["serve", "--port", "0", *arguments])
        assert result.exit_code == 2
        assert word in result.stderr


def test_the_engines_are_chosen_on_the_command_line(monkeypatch):
    chosen = []
    monkeypatch.setattr("gomoku.server.serve.serve", lambda settings, *_: chosen.append(settings))
    arguments = ["--engines", "3", "--engine-threads", "4", "--engine-memory", "64", "--analysis-time", "20"]
    assert CliRunner().invoke(app, ["serve", *arguments]).exit_code == 0
    assert CliRunner().invoke(app, ["serve"]).exit_code == 0
    made = [(each.engines, each.engine_threads, each.engine_memory, each.analysis_time) for each in chosen]
    assert made == [(3, 4, 64, 20), (2, min(2, available_cores()), 32, 3600)]


# --- host names ---


def test_allowed_hosts():
    assert allowed_hosts("127.0.0.1") == frozenset(("localhost", "127.0.0.1", "::1"))
    assert allowed_hosts("0.0.0.0") is None
    assert allowed_hosts("0.0.0.0", ("Play.Example",)) == frozenset(("localhost", "127.0.0.1", "::1", "0.0.0.0", NAME))


def test_foreign_hosts_are_refused(tmp_path):
    with ThreadServer(settings(tmp_path, hosts=(NAME,))) as server:
        for host, status in (
            (NAME, 200),
            (f"{NAME}:8420", 200),
            ("PLAY.EXAMPLE", 200),
            ("localhost", 200),
            ("evil.example", 403),
        ):
            assert request(server.address, "GET", "/api/health", headers={"Host": host})[0] == status, host


# --- nginx ---


class Nginx:
    """nginx with the configuration in `deploy`, on free ports."""

    def __init__(self, folder: Path, certificate: tuple[Path, Path], *backends: int) -> None:
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if program is None:
            pytest.fail("there is no nginx: on Debian, apt install nginx-light")
        self.plain, self.port = free_port(), free_port()
        cert, key = certificate
        changes = {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "    listen [::]:80;\n": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "    listen [::]:443 ssl http2;\n": "",
            "server 127.0.0.1:8420;": " ".join(f"server 127.0.0.1:{port};" for port in backends),
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(cert),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
            "/var/www/acme": str(folder / "acme"),
            # nginx drops a client that is late without a word, and a test on a busy machine may be
            "client_header_timeout 15s;": "client_header_timeout 60s;",
        }
        site = NGINX.read_text("utf-8")
        for before, after in changes.items():
            assert before in site, before
            site = site.replace(before, after)
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(
            f"{'user root;' if os.getuid() == 0 else ''} daemon off; worker_processes 1; pid {folder}/pid; error_log stderr info; events {{}}\n"
            f"http {{ access_log off; {temp_path_directives(folder)} include {folder}/site.conf; }}\n"
        )
        command = [program, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        assert "[warn]" not in checked.stderr.replace('the "user" directive', ""), checked.stderr
        # why a client was dropped is told at this level only; in a file, since a pipe that no one reads would fill up
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stderr=log)
        wait_for_port(self.port)

    def end(self) -> str:
        """Stop nginx; returns its log."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT)
        return self.log.read_text()


def temp_path_directives(folder: Path) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


def wait_for_port(port: int) -> None:
    def listens() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), TIMEOUT).close()
        except OSError:
            return False
        return True

    wait_until(listens, what=f"nothing listens on port {port}")


@contextlib.contextmanager
def nginx_in_front_of(folder: Path, certificate: tuple[Path, Path], *servers: ThreadServer) -> Iterator[Nginx]:
    """Run nginx with the configuration in `deploy` in front of these servers."""
    folder.chmod(0o755)
    (folder / "acme").mkdir()
    nginx = Nginx(folder, certificate, *(server.listener.getsockname()[1] for server in servers))
    try:
        yield nginx
    finally:
        print(nginx.end())


@pytest.fixture(scope="module")
def behind_nginx(tmp_path_factory, certificate) -> Iterator[tuple[ThreadServer, Nginx, ssl.SSLContext]]:
    folder = tmp_path_factory.mktemp("nginx")
    with (
        ThreadServer(settings(folder, hosts=(NAME,))) as server,
        nginx_in_front_of(folder, certificate, server) as nginx,
    ):
        yield server, nginx, trusting_context(certificate[0])


def test_a_game_through_nginx(behind_nginx):
    _, nginx, context = behind_nginx
    play_a_game(lambda: open_page(nginx.port, context))


def test_the_server_never_closes_an_idle_connection_before_nginx(behind_nginx):
    """A request on a connection that is just being closed would be lost: nginx does not repeat a POST."""
    server, _, _ = behind_nginx
    found = re.search(r"keepalive_timeout (\d+)s;", NGINX.read_text("utf-8"))
    assert found
    assert server.server.config.timeout_keep_alive > int(found[1]) + 10


def test_two_servers_behind_nginx(tmp_path, certificate):
    """Two players on different servers; one server stops, and its player reconnects to the other."""
    with running(Postgres()) as postgres, running(Redis()) as redis, contextlib.ExitStack() as stack:
        both = Settings(postgres.create(), redis=redis.url, engines=1, engine_threads=1, hosts=(NAME,))
        first_stack = stack.enter_context(contextlib.ExitStack())
        first = first_stack.enter_context(ThreadServer(both))
        second = stack.enter_context(ThreadServer(both))
        nginx = stack.enter_context(nginx_in_front_of(tmp_path, certificate, first, second))
        context = trusting_context(certificate[0])
        ann, bob = open_page(nginx.port, context), open_page(nginx.port, context)
        assert [socket_count(server) for server in (first, second)] == [1, 1]
        room = ann.create("me", "open", kind="private", rules="freestyle;size=15")
        bob.watch(room)
        bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        for each in (ann, bob):
            each.command("ready", room=room, ready=True)
        ann.until_state(room, lambda state: state["phase"] == "playing")
        assert ann.play(room, 0, 0)["type"] == "done"
        bob.until_state(room, lambda state: state["ply"] == 1)
        first_stack.close()
        wait_until(lambda: https_request(nginx.port, context, "/api/health")[0] == 200)
        with open_page(nginx.port, context, ann.cookie) as again:
            again.watch(room)
            assert bob.play(room, 0, 5)["type"] == "done"
            again.until_state(room, lambda state: state["ply"] == 2)
            assert again.play(room, 1, 0)["type"] == "done"
            bob.until_state(room, lambda state: state["ply"] == 3)
        for each in (ann, bob):
            each.socket.close()


def socket_count(server: ThreadServer) -> int:
    """Number of open WebSockets, as the server reports it."""
    _, _, body = request(server.address, "GET", "/api/health", headers={"Host": NAME})
    count: int = json.loads(body)["sockets"]
    return count


def test_forwarded_headers_of_nginx(behind_nginx, caplog):
    _, nginx, context = behind_nginx
    _, headers, _ = https_request(
        nginx.port, context, "/api/me", **{"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "http"}
    )
    assert "; Secure" in headers["set-cookie"], "nginx replaces the client's headers"
    assert headers["strict-transport-security"]
    assert "server" not in headers or "/" not in headers["server"]
    with pytest.raises(InvalidStatus) as refused:
        open_page(nginx.port, context, Origin="https://evil.example")
    assert refused.value.response.status_code == 403
    wait_until(lambda: "refused: foreign from 127.0.0.1" in caplog.text)


def test_a_large_import_through_nginx(behind_nginx):
    _, nginx, context = behind_nginx
    body = b"(;FF[4]GM[4]SZ[19]RU[42];B[jj])" + b" " * 3_000_000
    connection = LocalConnection(nginx.port, context)
    connection.request("POST", "/api/import", body, {"Origin": f"https://{NAME}:{nginx.port}"})
    answer = connection.getresponse()
    assert (answer.status, len(json.loads(answer.read())["rooms"])) == (201, 1)
    connection.close()


def test_http_redirects_to_https(behind_nginx):
    _, nginx, _ = behind_nginx
    connection = http.client.HTTPConnection("127.0.0.1", nginx.plain, timeout=TIMEOUT)
    connection.request("GET", "/games?x=1", headers={"Host": NAME})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Location")) == (301, f"https://{NAME}/games?x=1")
    connection.close()


# --- systemd ---


def test_systemd_verifies_the_unit(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.fail("there is no systemd-analyze: on Debian, apt install systemd")
    unit = tmp_path / "gomoku.service"
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/gomoku", str(ROOT)))
    result = subprocess.run([analyze, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    complaints = [line for line in result.stderr.splitlines() if "gomoku" in line]
    assert result.returncode == 0, result.stderr
    assert not complaints, complaints


def test_the_command_of_the_unit_runs(tmp_path):
    line = re.search(r"^ExecStart=(.*)$", UNIT.read_text("utf-8"), re.M)
    assert line
    port = free_port()
    words = shlex.split(line[1].replace("${STATE_DIRECTORY}", str(tmp_path)).replace("8420", str(port)))
    assert words[0] == "/opt/gomoku/Gomoku"
    with ServerProcess([sys.executable, "-u", "-m", "gomoku", *words[1:]]) as (_, process):
        address = f"http://127.0.0.1:{port}"
        assert request(address, "GET", "/api/health", headers={"Host": NAME})[0] == 200
        assert request(address, "GET", "/api/health", headers={"Host": "evil.example"})[0] == 403
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 0
    assert (tmp_path / "games.sqlite").exists()


class ServerProcess:
    """Runs a server process whose first line of output contains its address."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin"},
        )

    def __enter__(self) -> "tuple[str, subprocess.Popen[str]]":
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "is ready" in line, line + self.process.stdout.read()
        return line, self.process

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=TIMEOUT)
