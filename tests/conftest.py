"""How every test here runs: the same examples for everyone, and no deadline on a busy machine."""

from hypothesis import settings

settings.register_profile("lodge", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("lodge")
