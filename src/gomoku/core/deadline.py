"""The time limit of a search, kept on a busy machine as well."""

import cython

if not cython.compiled:
    from time import monotonic as now


@cython.final
@cython.cclass
class Deadline:
    """Time limit of a search that learns how late the scheduler is. Times are on the monotonic clock, in seconds.

    A search polls the clock many times a second. On an overloaded machine it is preempted between two polls, and may be preempted just as
    the answer is due. So it ends earlier by the longest pause between two polls, from the first such pause on.
    """

    moment: cython.double
    """Time at which the search must end; 0 for no limit."""
    pause: cython.double
    """Longest time between two polls of this search; it starts with half the pause of the previous one."""
    last_poll: cython.double
    most: cython.double
    """Upper bound of the time given up: a quarter of the search. A suspended machine makes pauses of any length."""

    def __init__(self):
        self.moment = self.pause = self.last_poll = self.most = 0.0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def begin(self, moment: cython.double) -> cython.void:
        """Begin a search that must end at this moment; 0 for no limit."""
        self.moment = moment
        if moment > 0:
            self.last_poll = now()
            self.most = max(0.0, (moment - self.last_poll) / 4)
            self.pause = min(self.pause, self.most) / 2

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def resume(self) -> cython.void:
        """Restart the pause timer: the time since the last poll was spent outside the search, not preempted."""
        if self.moment > 0:
            self.last_poll = now()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def has_come(self) -> cython.bint:
        """Poll the clock: must the search end now?"""
        time: cython.double
        if self.moment <= 0:
            return False
        time = now()
        self.pause = max(self.pause, time - self.last_poll)
        self.last_poll = time
        return time + min(self.pause, self.most) >= self.moment
