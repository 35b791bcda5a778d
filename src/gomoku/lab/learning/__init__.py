"""Learning the evaluation: self-play games, logistic regression of the weights, and training rounds with a gate match.

May import `lab.types`, `lab.jobs` and `lab.matches`; NumPy only in `fit` and `training`.
Must not know how weights are used: the core reads the file that is written here.
"""
