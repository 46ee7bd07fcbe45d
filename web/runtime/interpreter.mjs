// The interpreter for the brain: Pyodide as published, with its library already compiled and
// trimmed, and the app beside it; or as an earlier visit has left it. It knows no module of the app,
// and asks no other host.

import { arrived } from "./arrival.mjs";
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";
import { keep, kept } from "./memory.mjs";
import { compiledProgram } from "./program.mjs";

// Workers here are blobs, so every address starts from this file's own.
const near = (name) => new URL(name, import.meta.url).href;
const pyodide = new URL("./", near("./pyodide/pyodide.mjs")).href;
const library = near("./library.zip");
import(`${pyodide}pyodide.asm.mjs`); // Pyodide asks for it later

export { version };

// The page says of which build it is and what for it wakes us, hands over the compiled program if it
// has one, and is told of each step that is done: ahead.js. The large files come here by themselves: a
// page that still reads itself would hand them on late.
const order = Promise.withResolvers();
const program = Promise.withResolvers();
const archive = arrived("./library.zip", whole, again);
let page;
addEventListener("message", receive, { once: true });

function receive(event) {
  event.stopImmediatePropagation();
  [page] = event.ports;
  page.onmessage = ({ data: { program: compiled, fault } }) => {
    if (fault) program.reject(new Error(fault));
    else program.resolve(compiled ?? compiledProgram(again));
  };
  order.resolve(event.data);
}

function whole(found) {
  return found.arrayBuffer();
}

function again() {
  order.promise.then(() => page.postMessage("again"));
}

// Pyodide would fetch two of them itself.
const { fetch } = globalThis;
globalThis.fetch = (address, ...more) => {
  if (`${address}` === `${pyodide}pyodide.asm.wasm`) return program.promise;
  if (`${address}` === library) return archive.then((bytes) => new Response(bytes));
  return fetch(address, ...more);
};

// Pyodide waits for ever for a part that does not arrive, or that the browser cannot start; we do not.
const lost = Promise.withResolvers();
Promise.all([program.promise, archive]).catch(lost.reject);
addEventListener("unhandledrejection", (event) => lost.reject(event.reason), { once: true });
let memoryIsThere;
WebAssembly.instantiateStreaming = async (compiled, imports) => {
  try {
    const [module] = await Promise.all([compiled, memoryIsThere]);
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  } catch (fault) {
    lost.reject(fault);
    throw fault;
  }
};

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
remember();

export async function loadPyodide({ stdout, stderr }) {
  const python = await woken;
  python.setStdout({ batched: stdout });
  python.setStderr({ batched: stderr });
  return python;
}

async function wake() {
  const { build, remembers } = await order.promise;
  if (remembers) return started({ _makeSnapshot: true });
  try {
    const left = await kept(build);
    if (left) return await restored(left);
  } catch (fault) {
    console.warn(fault);
    await Promise.all([program.promise, archive]); // else it was not the memory's fault
    page.postMessage("spoilt");
    return new Promise(() => {}); // for ever: the page begins again without it
  }
  return started();
}

async function started(more) {
  const app = arrived("./app.marshal", whole, again);
  const [python, bytes] = await Promise.all([loaded(more), app]);
  python.pyimport("bundle").open_bundle(python.toPy(bytes));
  page.postMessage("library");
  return python;
}

async function restored({ memory, there }) {
  memoryIsThere = there; // Pyodide goes by its size until the program starts
  const python = await loaded({ _loadSnapshot: memory });
  python.pyimport("bundle").start_anew();
  page.postMessage("library");
  return python;
}

function loaded(more) {
  const ready = load({
    indexURL: pyodide,
    packageBaseUrl: pyodide,
    stdLibURL: library,
    lockFileContents: { info: "%LOCK%", packages: {} }, // the build writes Pyodide's own here
    env: { HOME: "/home/pyodide" },
    fsInit: () => page.postMessage("interpreter"),
    ...more,
  });
  return Promise.race([ready, lost.promise]);
}

// For visits to come, in a worker that was begun for this alone: a Pyodide that can be copied slows
// what asks JavaScript for something.
async function remember() {
  const { build, remembers } = await order.promise;
  if (!remembers) return;
  try {
    const python = await woken;
    python.pyimport("bundle").import_all();
    await keep(build, python.makeMemorySnapshot());
  } catch (fault) {
    console.warn(fault); // the next visit starts as this one did
  } finally {
    close();
  }
}
