"""The built site as it goes over the wire: types, compression, caching; never looks inside a file.

The files are listed once, at the start: after a new build the relay is started again.
"""

import re
from pathlib import Path
from wsgiref.headers import Headers

from servestatic import ServeStaticASGI
from starlette.types import ASGIApp

# The build ends a file's name, or its folder's, with a hash of what is inside
# (`style-1f2e3d4c5b.css`): such a URL never means anything else.
HASHED = re.compile(r"[^/][-.][0-9a-f]{8,64}(?=[./])")
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

TYPES = {
    ".py": "text/x-python",
    ".webmanifest": "application/manifest+json",
}


def serve_site(app: ASGIApp, folder: Path) -> ASGIApp:
    """Serves the files in `folder`; what is not among them goes on to `app`."""
    site = ServeStaticASGI(
        app,
        root=folder,
        max_age=None,
        allow_all_origins=False,
        mimetypes=TYPES,
        immutable_file_test=_never,
        add_headers_function=_add_caching,
    )
    # Not servestatic's own index, which would turn /index.html into a redirection: a service worker
    # may keep either name, and must not answer a navigation with a redirected response.
    site.files["/"] = site.files["/index.html"]
    served: ASGIApp = site
    return served


def caching(url: str) -> str:
    return FOREVER if HASHED.search(url) else ASK_AGAIN


def _add_caching(headers: Headers, _path: str, url: str) -> None:
    headers["Cache-Control"] = caching(url)


def _never(_path: str, _url: str) -> bool:
    return False
