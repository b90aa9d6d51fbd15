"""Other ways to the same results: rules told otherwise, published values, theorems."""
