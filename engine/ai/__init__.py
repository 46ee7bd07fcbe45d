"""The regulars' minds: each decides from a View, and from nothing else."""
