"""Draws the icons that devices want as pixels, from the one that is kept as a drawing.

python -m e2e.icons
"""

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e import browser as browsers

ART = Path(__file__).parent.parent / "web" / "art"
NIGHT = "#121b24"
ICONS = {  # name -> pixels a side, how much of it is drawn on, what lies behind
    "icon-192": (192, 1.0, "transparent"),
    "icon-512": (512, 1.0, "transparent"),
    "icon-maskable": (512, 0.8, NIGHT),  # devices cut off all but the middle four fifths
    "icon-apple": (180, 1.0, NIGHT),
}


def main() -> None:
    """Write each icon beside the drawing."""
    drawing = base64.b64encode((ART / "icon.svg").read_bytes()).decode()
    with sync_playwright() as playwright:
        found = browsers.find(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS)
        for name, (side, part, behind) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(
                f'<body style="margin:0;display:grid;place-items:center;height:100vh;'
                f'background:{behind}"><img style="width:{part:.0%}" '
                f'src="data:image/svg+xml;base64,{drawing}">'
            )
            page.locator("img").evaluate("image => image.decode()")
            page.screenshot(path=ART / f"{name}.png", omit_background=behind == "transparent")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
