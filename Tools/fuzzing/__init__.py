"""What Tools/fuzz-api is made of."""
