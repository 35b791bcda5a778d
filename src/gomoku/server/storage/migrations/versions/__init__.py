"""One script per schema change."""
