"""The laboratory: benches, matches, SPRT, self-play and the fit of the evaluation."""
