import pytest

from ui.button import button


@pytest.mark.parametrize(
    ("class_", "said"),
    [(None, "btn"), ("go big", "btn go big")],
)
def test_a_button_sends_no_form_and_looks_like_one(class_: str | None, said: str) -> None:
    made = button("Ready", class_=class_, data_msg="ready")
    assert made == f'<button type="button" class="{said}" data-msg="ready">Ready</button>'
