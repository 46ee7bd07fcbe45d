"""What Lighthouse says of the page as a phone has it, where Lighthouse is here.

    npm install --prefix .cache/lighthouse lighthouse@12.2.3
    python tests/bench/lighthouse.py [--site DIR]

Exits with 1 if a score is too low.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e import browser as browsers
from e2e import servers
from web.build import build

LIGHTHOUSE = servers.ROOT / ".cache" / "lighthouse" / "node_modules" / ".bin" / "lighthouse"
HOW = "Lighthouse is not here: npm install --prefix .cache/lighthouse lighthouse@12.2.3"
BUILT = servers.ROOT / ".cache" / "bench" / "ours"
AT_LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
TIMES = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, help="a built site; else it is built now")
    site: Path | None = parser.parse_args().site
    if not LIGHTHOUSE.exists():
        print(HOW)
        return 0
    if site is None:
        build(site := BUILT)
    with tempfile.TemporaryDirectory() as room, servers.relay(site, Path(room)) as server:
        report = json.loads(look_at(server.url))
    for time in TIMES:
        print(f"  {time:26} {report['audits'][time]['displayValue']}")
    held = [told(name, report["categories"][name]["score"]) for name in AT_LEAST]
    return 0 if all(held) else 1


def look_at(url: str) -> str:
    """Lighthouse's report of what is there, which throttles as it does for a phone."""
    with sync_playwright() as playwright:
        found = browsers.find(playwright.chromium.executable_path)
    assert found, browsers.NONE_FOUND
    flags = " ".join(["--headless=new", *browsers.ARGUMENTS])
    command = [str(LIGHTHOUSE), url, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    environ = os.environ | {"CHROME_PATH": str(found)}
    return subprocess.run(command, env=environ, check=True, capture_output=True, text=True).stdout


def told(name: str, score: float) -> bool:
    least = AT_LEAST[name]
    over = "" if round(100 * score) >= least else "  <- too little"
    print(f"  {name:26} {100 * score:.0f}   wanted: {least} at least{over}")
    return not over


if __name__ == "__main__":
    sys.exit(main())
