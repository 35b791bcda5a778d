"""The laboratory: bench, perft, matches with SPRT, self-play, the fit of the evaluation, and proved tactics.

May import rules, core and engine. Inside: `types` ← `jobs` ← `matches` ← `learning`; `types` ← `tactics`; `cli` imports all.
Must not know the server, the bot or the page.
"""
