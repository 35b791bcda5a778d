"""The game server: rooms stored as events in a database, WebSocket clients, engines behind them.

May import rules, library, tournament and engine. Must not know the brain, the laboratory or the bot.
Packages import in one direction: ops ← wire ← rooms ← storage ← people, analysis ← live, tournaments ← cluster ← http.
`app` wires them together, `serve` starts and ends the process."""
