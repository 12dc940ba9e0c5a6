"""What statements mean: types, typed nodes, and the elaboration of syntax to them."""
