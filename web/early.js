// What the page can do before any Python is there: light the first lantern, keep clicks for later,
// let the shell begin, open the solo settings, and say so when Python can never come. It knows no
// message by name.

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin", "click"]; // of somebody
const LOOKS_AROUND = 5_000; // milliseconds
const LOOKS = ["tiles", "contrast", "text", "motion"]; // the settings that are to be seen
const lodge = {
  ...window.lodge, queue: [], stored, store, sendText, whereabouts, copy, share, light, askAgain, fail,
};
window.lodge = lodge;
const done = new Set(); // the steps towards an open lodge

// The shell's way to this browser's storage: MicroPython cannot catch what JavaScript throws.
function stored() {
  try {
    return { ...localStorage };
  } catch {
    return null; // refused
  }
}

function store(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false; // refused, or full
  }
}

// A file's text goes to the brain by itself: it may be more than MicroPython can hold.
async function sendText(file, msg, brain) {
  await brain.send(JSON.stringify({ msg, value: await file.text() }));
}

// Whether this browser can be heard, and says when it may be; whether it lies in a hand that can feel.
function senses() {
  const sound = "AudioContext" in window && "userActivation" in navigator;
  const held = matchMedia("(any-pointer: coarse)").matches;
  return { sound, vibrate: held && "vibrate" in navigator };
}

// Where the page is, and the relay of its friends' tables: ?relay=, the page's setting, or its own.
function whereabouts() {
  const setting = document.querySelector('meta[name="lodge-relay"]')?.content;
  const named = new URLSearchParams(location.search).get("relay") || setting || "./";
  let relay = "";
  try {
    relay = new URL(named.replace(/\/?$/, "/"), location.href).href;
  } catch {
    // No address at all: then no relay answers there.
  }
  return { page: location.href, relay, share: "share" in navigator, language: lodge.asked, ...senses() };
}

// Whether the browser has done it: it may refuse, and only lets a press lead to it.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // refused, or no https
  }
}

async function share(url, title) {
  try {
    await navigator.share({ url, title });
  } catch {
    // Called off by the player.
  }
}

addEventListener("DOMContentLoaded", () => {
  light("page");
  wearSettings();
  if (typeof WebAssembly !== "object") fail("no-wasm");
  else if (looksAround()) startShellSoon();
  else startShell();
});

// What the player has chosen to see, before the brain says so.
function wearSettings() {
  for (const whole of [document.documentElement, document.body]) {
    for (const look of LOOKS) if (lodge.setting(look)) whole.dataset[look] = lodge.setting(look);
  }
}

// Somebody who was never here, whom no link leads on, and who has chosen nothing yet.
function looksAround() {
  const known = Object.keys(stored() ?? {}).some((key) => key.startsWith("lodge."));
  return !known && !location.hash && !lodge.queue.length;
}

// To start Python keeps a page from answering for a moment: the shell waits for a sign of somebody.
function startShellSoon() {
  for (const sign of SIGNS) addEventListener(sign, startShell, { capture: true, once: true });
  setTimeout(startShell, LOOKS_AROUND);
}

function startShell() {
  document.head.append(document.getElementById("shell").content); // empty from then on
}

addEventListener("submit", (event) => event.preventDefault());

addEventListener("click", (event) => {
  const disclosure = event.target.closest('button[aria-controls="solo"][aria-expanded]');
  if (disclosure) {
    const open = disclosure.getAttribute("aria-expanded") !== "true";
    disclosure.setAttribute("aria-expanded", open);
    document.getElementById("solo").hidden = !open;
  }
  const chosen = event.target.closest("[data-msg]");
  if (!chosen || !lodge.queue) return; // the shell takes the queue away when it listens itself
  const form = chosen.closest("form");
  lodge.queue.push({
    msg: chosen.dataset.msg,
    value: chosen.dataset.value ?? "",
    form: form ? Object.fromEntries(new FormData(form)) : {},
  });
  lodge.onKept?.(); // the shell may do something about it
});

// A step is done: one more lantern. The worker and the shell get ready side by side, in no order.
function light(step) {
  done.add(step);
  performance.mark(`lodge-${step}`);
  for (const lighting of document.querySelectorAll(".lighting")) {
    lighting.querySelectorAll(".lamp").forEach((lamp, at) => lamp.classList.toggle("on", at < done.size));
    lighting.setAttribute("aria-valuenow", done.size);
  }
}

// A part of the page is asked for again: the reader is told once.
function askAgain() {
  for (const word of document.querySelectorAll(".asked-again")) word.removeAttribute("hidden");
}

function fail(notice) {
  if (document.readyState === "loading") {
    addEventListener("DOMContentLoaded", () => fail(notice)); // what tells it is not there yet
    return;
  }
  if (!lodge.queue || "failed" in document.body.dataset) return;
  const { screen } = document.body.dataset;
  document.body.dataset.failed = "";
  document.body.dataset.screen = "hearth"; // where it is told
  lodge.queue.length = 0;
  lodge.forget?.().catch(() => {}); // the next try is not to start from it
  const told = document.getElementById(notice);
  told?.removeAttribute("hidden");
  if (screen === "table") told?.querySelector("a").focus();
}

addEventListener("error", (event) => event.target.tagName === "SCRIPT" && fail("load-failed"), true);
addEventListener("unhandledrejection", (event) => {
  // PyScript opens a database that nothing here needs; refused, it rejects with a mere event.
  if (event.reason instanceof Event) event.preventDefault();
  else fail("load-failed"); // before the shell: a part is missing
});
