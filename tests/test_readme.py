import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_readmes_example_prints_what_it_says() -> None:
    tried = doctest.testfile(str(README), module_relative=False)
    assert tried.failed == 0
    assert tried.attempted > 5
