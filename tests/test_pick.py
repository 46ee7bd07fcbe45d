from tests.page import read
from ui.pick import pick


def test_each_choice_says_what_it_changes_and_only_the_chosen_one_is_marked() -> None:
    options = [("100", "To 100"), ("", "One round")]
    group = read(pick("arrange.target", "Length", options, ""))
    radios = [one for one in group if one.tag == "input"]
    assert [radio["value"] for radio in radios] == ["100", ""]
    assert ["checked" in radio.attributes for radio in radios] == [False, True]
    assert [radio["id"] for radio in radios] == ["arrange-target-100", "arrange-target-none"]
    assert {radio["data-change"] for radio in radios} == {"arrange.target"}
    assert len({radio["name"] for radio in radios}) == 1
