// Begins the brain's worker while the page still reads itself; later another one, for the sake of the
// next visit. It knows nothing of what they do.

const BUILD = `lodge-${document.querySelector("meta[name=lodge-build]").content}`; // its cache
// What the worker imports, and what that does: all of it sent for at once.
const WORKER = [
  "arrival.mjs", "program.mjs", "memory.mjs", "pyodide/pyodide.mjs", "interpreter.mjs", "worker.mjs",
];
const PlainWorker = window.Worker;

lodge.remember = remember;
lodge.forget = forget;

// A worker begins with the page, and is the one that PyScript gets as soon as it asks.
// Without WebAssembly there is none: the page has said what is wrong.
if (globalThis.WebAssembly) {
  const worker = begin({ remembers: false }, hear);
  worker.addEventListener("error", () => lodge.fail("load-failed"));
  window.Worker = class extends PlainWorker {
    constructor(program) {
      worker.postMessage(program);
      return Object.setPrototypeOf(worker, new.target.prototype);
    }
  };
}

// PyScript asks for its programs once, and tells nobody where one does not come.
const plainFetch = window.fetch;
window.fetch = (address, ...more) => {
  const isProgram = typeof address === "string" && address.endsWith(".py");
  return isProgram ? programFrom(address) : plainFetch(address, ...more);
};

async function programFrom(address) {
  const { arrived } = await import(new URL("arrival.mjs", document.baseURI));
  try {
    return new Response(await arrived(address, (found) => found.text(), lodge.askAgain));
  } catch (fault) {
    lodge.fail("load-failed");
    throw fault;
  }
}

function hear({ data: step }) {
  if (step === "again") lodge.askAgain();
  else if (step === "spoilt") beginAgain();
  else lodge.light(step);
}

async function beginAgain() {
  if (await forget().catch(() => false)) location.reload();
  else lodge.fail("load-failed");
}

// Once, and where it is refused not at all: leave in the build's cache what a later visit starts from.
async function remember() {
  if (!(await hasMemory())) begin({ remembers: true });
}

async function hasMemory() {
  return Boolean(await caches.match("memory", { cacheName: BUILD }));
}

// Whether there was any.
async function forget() {
  const cache = await caches.open(BUILD);
  return cache.delete("memory");
}

// It is made of a blob, as PyScript's are, for the page's own policy to hold in it too.
function begin(order, hear = null) {
  const imports = WORKER.map((name) => `import "${new URL(name, document.baseURI)}";`);
  const script = new Blob(imports, { type: "text/javascript" });
  const worker = new PlainWorker(URL.createObjectURL(script), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = hear;
  worker.postMessage({ ...order, build: BUILD }, [port2]);
  pythonFor(order).then(
    (compiled) => port1.postMessage({ program: compiled }),
    (fault) => port1.postMessage({ fault: `${fault}` }),
  );
  return worker;
}

// Compiled here where there is a memory, or will be: browsers keep for later what a page compiles.
// Else the worker does it, and keeps no page from answering.
async function pythonFor({ remembers }) {
  if (!remembers && !(await hasMemory().catch(() => false))) return null;
  const { compiledProgram } = await import(new URL("program.mjs", document.baseURI));
  return compiledProgram(lodge.askAgain);
}
