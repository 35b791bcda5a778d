"""Learning: self-play games, logistic regression of the weights, training rounds with a gate match, tuning by SPSA.

May import `lab.types`, `lab.jobs` and `lab.matches`; NumPy only in `fit` and `training`.
Must not know how weights and search parameters are used: the core reads the file that is written here; tuned values are a
player spec.
"""
