"""Scores of proved wins and losses, by distance from the root in plies.

A side that wins n plies from the root scores WIN - n: quicker wins score more, and a loss is the negative of the enemy's win.
"""

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def win_in(ply: cython.int) -> cython.int:
    """Score of a win for the side to move, reached `ply` plies from the root."""
    return WIN - ply


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def loss_in(ply: cython.int) -> cython.int:
    """Score of a loss for the side to move, reached `ply` plies from the root."""
    return ply - WIN


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def is_win(value: cython.int) -> cython.bint:
    """Is the score a proved win for the side to move?"""
    return value > WIN_BOUND


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def is_loss(value: cython.int) -> cython.bint:
    """Is the score a proved loss for the side to move?"""
    return value < -WIN_BOUND
