"""Learned parameters: the fitted weights, and the networks."""
