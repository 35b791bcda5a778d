"""What was learned from games: the fitted weights, and the networks."""
