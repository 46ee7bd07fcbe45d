// The interpreter for the brain: Pyodide as published, with its library already compiled and
// trimmed, and the app beside it. It knows no module of the app, and asks no other host.

import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

// Workers here are blobs, so every address starts from this file's own.
const near = (name) => new URL(name, import.meta.url).href;
const pyodide = new URL("./", near("./pyodide/pyodide.mjs")).href;
const steps = new BroadcastChannel("lodge-steps");
const app = fetch(near("./app.marshal")).then((answer) => {
  if (!answer.ok) throw new Error(`app.marshal: expected 200, got ${answer.status}`);
  return answer.arrayBuffer();
});

export { version };

// Pyodide waits for ever for a part that does not arrive; we do not.
const lost = new Promise((_, reject) => {
  addEventListener("unhandledrejection", (event) => reject(event.reason), { once: true });
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...given) => {
    const compiled = instantiateStreaming(...given);
    compiled.catch(reject);
    return compiled;
  };
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

export async function loadPyodide(options) {
  const ready = load({
    ...options,
    indexURL: pyodide,
    packageBaseUrl: pyodide,
    stdLibURL: near("./library.zip"),
    lockFileContents: { info: "%LOCK%", packages: {} }, // the build writes Pyodide's own here
    env: { HOME: "/home/pyodide" },
    fsInit: () => steps.postMessage("interpreter"),
  });
  const python = await Promise.race([ready, lost]);
  const bundle = python.pyimport("bundle");
  bundle.open_bundle(python.toPy(await app));
  steps.postMessage("library");
  return python;
}
