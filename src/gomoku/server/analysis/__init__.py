"""Engine work: the worker pool, jobs for rooms, analyses, reviews, studies, puzzles and lessons.

Turns questions about positions into engine jobs and their results into messages.
May import wire, rooms and storage. Must not know live rooms or HTTP."""
