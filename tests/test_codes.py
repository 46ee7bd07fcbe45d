from app.links.codes import Code
from relay.envelope import Code as RelayCode


def test_the_page_and_the_relay_number_the_same_ends_alike() -> None:
    ours = {code.name: int(code) for code in Code if code is not Code.NO_WORD}
    assert ours.items() <= {code.name: int(code) for code in RelayCode}.items()
