"""Evaluation: closures, domains of variables, the search for points that tell."""
