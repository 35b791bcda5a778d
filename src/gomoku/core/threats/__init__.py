"""Searches by threats alone: double threats, victory by continuous fours (VCF) and by continuous threats (VCT).

Included into `_core` like the modules beside this folder. They play on the board of the search and leave it unchanged.
May import the board, the evaluation and the deadline. Must not know the search that asks them.
"""
