"""Running jobs in parallel: process pools, on this machine or on a Ray cluster, and the resumable logs of their results.

May import `lab.types` and the standard library; Ray only when a cluster is requested.
Must not know what a job does: nothing here names a game, a player or a position.
"""
