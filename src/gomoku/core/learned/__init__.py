"""Learned parameters: the fitted weights, and the networks.

May import `rules` and the constants of the core. Must not know the board or the search.
"""
