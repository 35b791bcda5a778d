"""Matches between two players: engines, baselines and Gomocup brains; openings, paired games, Elo and SPRT, reports.

May import `lab.types` and `lab.jobs`.
Must not know the purpose of a match: training, tuning and the ladder are callers.
"""
