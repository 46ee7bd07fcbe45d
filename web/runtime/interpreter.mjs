// The interpreter for the brain: Pyodide as published, with its library already compiled and
// trimmed, and the app beside it. It knows no module of the app, and asks no other host.

import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

// Workers here are blobs, so every address starts from this file's own.
const near = (name) => new URL(name, import.meta.url).href;
const pyodide = new URL("./", near("./pyodide/pyodide.mjs")).href;
const library = near("./library.zip");

export { version };

// The page has sent for the large parts, hands each over as soon as it is there, and is told of
// each step that is done: ahead.js.
const parts = {};
let page;
for (const name of ["program", "library", "app"]) parts[name] = Promise.withResolvers();
addEventListener("message", receive, { once: true });

function receive(event) {
  event.stopImmediatePropagation();
  [page] = event.ports;
  page.onmessage = ({ data: { name, found, fault } }) => {
    if (found) parts[name].resolve(found);
    else parts[name].reject(new Error(fault));
  };
}

// Pyodide would fetch two of them itself.
const { fetch } = globalThis;
globalThis.fetch = (address, ...more) => {
  if (`${address}` === `${pyodide}pyodide.asm.wasm`) return parts.program.promise;
  if (`${address}` === library) return parts.library.promise.then((bytes) => new Response(bytes));
  return fetch(address, ...more);
};
WebAssembly.instantiateStreaming = async (program, imports) => {
  const module = await program;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

// Pyodide waits for ever for a part that does not arrive; we do not.
const arrived = Promise.all(Object.values(parts).map(({ promise }) => promise));
const lost = new Promise((_, reject) => {
  arrived.catch(reject);
  addEventListener("unhandledrejection", (event) => reject(event.reason), { once: true });
});

// PyScript looks for packages in a database of its own before it starts Python, and stops where the
// browser refuses it one. There are none here: let it find that out without asking the browser.
const answered = (result) => {
  const request = {};
  setTimeout(() => request.onsuccess({ target: { result } }));
  return request;
};
const store = { getAllKeys: () => answered([]) };
const empty = { transaction: () => ({ objectStore: () => store }), close() {} };
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (name, ...more) {
  return name.startsWith("IDBMap/") ? answered(empty) : open.call(this, name, ...more);
};

// Begun before PyScript asks for it, which then only says where output is to go.
const woken = wake();
woken.catch(() => {}); // whoever asks will hear of it

export async function loadPyodide({ stdout, stderr }) {
  const python = await woken;
  python.setStdout({ batched: stdout });
  python.setStderr({ batched: stderr });
  return python;
}

async function wake() {
  const ready = load({
    indexURL: pyodide,
    packageBaseUrl: pyodide,
    stdLibURL: library,
    lockFileContents: { info: "%LOCK%", packages: {} }, // the build writes Pyodide's own here
    env: { HOME: "/home/pyodide" },
    fsInit: () => page.postMessage("interpreter"),
  });
  const python = await Promise.race([ready, lost]);
  const app = await Promise.race([parts.app.promise, lost]);
  python.pyimport("bundle").open_bundle(python.toPy(app));
  page.postMessage("library");
  return python;
}
