"""What a page was told by its worker, and which tiles any text gives away; judges nothing."""

import re
from typing import Any

from playwright.sync_api import Page

Names = frozenset[str]

LISTEN = r"""
(() => {
  const heard = [];
  Object.defineProperty(window, "__heard", { value: heard });
  const bytes = (view) => {
    const raw = new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength);
    const wide = raw.slice(0, raw.length & ~1);
    return new TextDecoder("latin1").decode(raw) + "\n" + new TextDecoder("utf-16le").decode(wide);
  };
  const spelled = (value, seen = new Set()) => {
    if (typeof value === "string") return value;
    if (value === null || typeof value !== "object") return String(value);
    if (seen.has(value)) return "";
    seen.add(value);
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return bytes(value);
    if (typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer)
      return bytes(new Uint8Array(value).slice());
    if (value instanceof Map) return spelled([...value], seen);
    if (value instanceof Set) return spelled([...value], seen);
    if (value instanceof Error) return `${value.message} ${value.stack}`;
    const parts = Object.entries(value).map(([k, v]) => `${k}: ${spelled(v, seen)}`);
    return Array.isArray(value) ? `[${parts.map((p) => p.replace(/^\d+: /, "")).join(", ")}]`
                                : `{${parts.join(", ")}}`;
  };
  const listened = new WeakSet();
  const listen = (source) => {
    if (listened.has(source)) return;
    listened.add(source);
    source.addEventListener("message", (event) => {
      heard.push(spelled(event.data));
      for (const port of event.ports ?? []) listen(port);
    });
  };
  for (const name of ["Worker", "SharedWorker", "BroadcastChannel"]) {
    if (!window[name]) continue;
    window[name] = new Proxy(window[name], {
      construct(target, given, newTarget) {
        const made = Reflect.construct(target, given, newTarget);
        listen(made);
        if (made.port) listen(made.port);
        return made;
      },
    });
  }
  window.MessageChannel = new Proxy(window.MessageChannel, {
    construct(target, given, newTarget) {
      const made = Reflect.construct(target, given, newTarget);
      listen(made.port1);
      listen(made.port2);
      return made;
    },
  });
  // Whoever reads a message that came another way is heard here.
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
  const known = new WeakSet();
  Object.defineProperty(MessageEvent.prototype, "data", {
    ...data,
    get() {
      const value = data.get.call(this);
      if (!listened.has(this.target) && !known.has(this)) {
        known.add(this);
        heard.push(spelled(value));
      }
      return value;
    },
  });
})();
"""
"""Put before any script of the page: keeps, as text, all that arrives from elsewhere."""

EVERYWHERE = r"""
() => {
  const drawn = new Set("d viewBox transform points x y cx cy class href".split(" "));
  const said = [];
  for (const element of document.querySelectorAll("body, body *")) {
    for (const { name, value } of element.attributes) if (!drawn.has(name)) said.push(value);
    for (const node of element.childNodes) if (node.nodeType !== 1) said.push(node.data);
  }
  for (const region of ["table-screen", "dialog", "status"])
    said.push(document.getElementById(region).outerHTML);
  for (const store of [localStorage, sessionStorage])
    for (const [key, text] of Object.entries(store)) said.push(key, text);
  const seen = new Set();
  const own = (value, depth) => {
    if (typeof value === "string") said.push(value);
    if (value === null || typeof value !== "object" || seen.has(value) || depth > 4) return;
    if (value instanceof Node || value === window || value === window.__heard) return;
    if (ArrayBuffer.isView(value)) return; // the shell's own memory: what it was told, it may hold
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      said.push(String(key));
      own(Object.getOwnPropertyDescriptor(value, key)?.value, depth + 1);
    }
  };
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const usual = new Set(Reflect.ownKeys(frame.contentWindow));
  frame.remove();
  for (const key of Reflect.ownKeys(window))
    if (!usual.has(key) && key !== "__heard") {
      said.push(String(key));
      own(Object.getOwnPropertyDescriptor(window, key)?.value, 0);
    }
  said.push(document.title, location.href, document.cookie, JSON.stringify(history.state) ?? "");
  return said;
}
"""
"""All that the page itself holds where a script could find it."""

_SPELLINGS = (
    re.compile(r"(?<![\d.])(\d)-(\d)(?![\d.])"),  # its name
    re.compile(r"\ba(\d) b(\d)\b"),  # its inks
    re.compile(r'#[ns](\d)"(?:[^#]*#r[vh]")?[^#]*#[ns](\d)"'),  # its drawing
    re.compile(r"\[\s*(\d)\s*,\s*(\d)\s*\]"),
    re.compile(r"(?:low|left)\W+(\d)\W+(?:high|right)\W+(\d)\b"),
)


def tiles_named(text: str) -> Names:
    """Every tile that `text` spells or draws, the lower value first; the path of a line is none."""
    plain = re.sub(r'\bd="[^"]*"', "", text.replace('\\"', '"'))
    pairs = (pair for spelling in _SPELLINGS for pair in spelling.findall(plain))
    return frozenset("-".join(sorted(pair)) for pair in pairs)


def normal(name: str) -> str:
    return "-".join(sorted(name.split("-")))


def heard(page: Page) -> list[str]:
    """All that has arrived so far, in order."""
    told: list[Any] = page.evaluate("window.__heard.splice(0)")
    return [str(each) for each in told]


def held_by_page(page: Page) -> Names:
    said: list[str] = page.evaluate(EVERYWHERE)
    return tiles_named("\n".join(filter(None, said)))
