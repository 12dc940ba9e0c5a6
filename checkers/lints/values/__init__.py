"""Values of evaluation and their arithmetic: exact reals, symbols for any value, sets, truths."""
