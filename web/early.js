// What the page can do before any Python is there: light the first lantern, keep clicks for later,
// open the solo settings, and say so when Python can never come. It knows no message by name.

const lodge = { queue: [] };
window.lodge = lodge;

document.querySelector("#lighting .lamp")?.classList.add("on");
document.getElementById("lighting")?.setAttribute("aria-valuenow", 1);

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
});

function fail(notice) {
  if (!lodge.queue || "failed" in document.body.dataset) return;
  document.body.dataset.failed = "";
  document.getElementById(notice)?.removeAttribute("hidden");
}

if (typeof WebAssembly !== "object") fail("no-wasm");
addEventListener("error", (event) => event.target.tagName === "SCRIPT" && fail("load-failed"), true);
addEventListener("unhandledrejection", () => fail("load-failed")); // before the shell: a part is missing

navigator.serviceWorker?.register("sw.js").catch(() => {}); // refused: the page needs the network
