"""Constants of Lean's library whose value is junk without a companion hypothesis, and names with another meaning."""
