// Begins the brain's worker while the page still reads itself, and compiles Python for it, which
// browsers keep compiled for pages alone; later another one, for the sake of the next visit. It
// knows nothing of what they do.

const BUILD = `lodge-${document.querySelector("meta[name=lodge-build]").content}`; // its cache
// What the worker imports, and what that does: all of it sent for at once.
const WORKER = ["arrival.mjs", "memory.mjs", "pyodide/pyodide.mjs", "interpreter.mjs", "worker.mjs"];
const PlainWorker = window.Worker;
const program = globalThis.WebAssembly && python();

lodge.remember = remember;
lodge.forget = forget;

// A worker begins with the page, and is the one that PyScript gets as soon as it asks.
// Without WebAssembly there is none: the page has said what is wrong.
if (program) {
  const worker = begin({ remembers: false }, hear);
  worker.addEventListener("error", () => lodge.fail("load-failed"));
  window.Worker = class extends PlainWorker {
    constructor(program) {
      worker.postMessage(program);
      return Object.setPrototypeOf(worker, new.target.prototype);
    }
  };
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
  const found = await caches.match("memory", { cacheName: BUILD });
  if (!found) begin({ remembers: true });
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
  program.then(
    (compiled) => port1.postMessage({ program: compiled }),
    (fault) => port1.postMessage({ fault: `${fault}` }),
  );
  return worker;
}

async function python() {
  const { arrived } = await import(new URL("arrival.mjs", document.baseURI));
  return arrived("pyodide/pyodide.asm.wasm", compiled, lodge.askAgain);
}

// While it arrives, unless its host does not know what it is.
async function compiled(found) {
  const known = found.headers.get("Content-Type")?.startsWith("application/wasm");
  return known ? WebAssembly.compileStreaming(found) : WebAssembly.compile(await found.arrayBuffer());
}
