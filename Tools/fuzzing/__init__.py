"""The parts of Tools/fuzz-api."""
