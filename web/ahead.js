// Sends for the brain's parts while the page still reads itself, and has them kept by the browser:
// the worker that needs them is up half a second later. It knows their names, not what is in them.

const PARTS = [
  "pyodide/pyodide.asm.wasm",
  "pyodide/pyodide.asm.mjs",
  "library.zip",
  "app.marshal",
  "interpreter.mjs",
  "pyodide/pyodide.mjs",
];

// On later visits the service worker has them all at hand.
if (!navigator.serviceWorker?.controller) {
  for (const part of PARTS) {
    fetch(part)
      .then((answer) => answer.arrayBuffer())
      .catch(() => {}); // who needs it asks again, and says what is wrong
  }
}
