"""Tournaments as values: pairings, results and tables. Pure, used by the server and by the laboratory.

It may import the standard library and networkx; it must not know games, rooms, databases or clocks.
"""
