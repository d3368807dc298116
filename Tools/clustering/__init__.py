"""A cluster on one machine: the parts of Tools/cluster."""
