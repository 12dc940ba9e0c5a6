"""Where names, quantifiers and operators reach, and what is known at each place of a statement."""
