"""One script per schema change.

A script may import SQLAlchemy and Alembic. It must not know `tables`, which describe the latest schema only.
"""
