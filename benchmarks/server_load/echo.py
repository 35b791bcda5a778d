"""Echo server on the server's WebSocket stack: answers each message with one of the size of an update. Usage: python -m … PORT."""

import asyncio
import sys
from typing import Any, Final

import uvicorn
from litestar import Litestar, WebSocket, websocket

from gomoku.server.http.transport.listener import listen
from gomoku.server.http.transport.uvicorn_server import config_of
from gomoku.server.ops.settings import Settings

SIZE: Final = 2300
"""Bytes of a typical update in the middle of a game."""
REPLY: Final = b'{"type":"echo","detail":"' + b"x" * (SIZE - 27) + b'"}'


@websocket("/ws")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while True:
        message: Any = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await socket.send_data(REPLY, mode="text")


def main() -> None:
    listener = listen("127.0.0.1", int(sys.argv[1]))
    print(f"ready at http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    app = Litestar([echo], openapi_config=None, logging_config=None)
    app.state.settings = Settings("")
    asyncio.run(uvicorn.Server(config_of(app)).serve([listener]))


if __name__ == "__main__":
    main()
