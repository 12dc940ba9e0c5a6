"""The side that asks people: the command line and the review app."""
