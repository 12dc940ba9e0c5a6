"""One file for each kind of drift: a function from the text and the statement to findings."""
