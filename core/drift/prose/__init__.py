"""What an informal statement says, read by rules: formulas, the logic of its sentences, and slots of single words."""
