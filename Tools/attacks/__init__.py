"""The attacks of Tools/attack."""
