// Begins the brain's worker while the page still reads itself, and sends for the parts that it
// needs. It knows the parts' names, and nothing of what is in them.

const PAUSES = [500, 1500, 4000]; // ms before a part is asked for again
const parts = {
  program: arrived(() => globalThis.WebAssembly && compiled("pyodide/pyodide.asm.wasm")),
  library: arrived(() => content("library.zip")),
  app: arrived(() => content("app.marshal")),
};

async function content(name) {
  return (await answer(name)).arrayBuffer();
}

// While it arrives, unless its host does not know what it is.
async function compiled(name) {
  const found = await answer(name);
  const known = found.headers.get("Content-Type")?.startsWith("application/wasm");
  return known ? WebAssembly.compileStreaming(found) : WebAssembly.compile(await found.arrayBuffer());
}

async function answer(name) {
  const found = await fetch(name, { priority: "low" }); // before it comes what is painted
  if (!found.ok) throw new Error(`${name}: expected 200, got ${found.status}`);
  return found;
}

// A part that is refused or breaks off is asked for again, and by itself: the others stay.
async function arrived(part) {
  for (const pause of PAUSES) {
    try {
      return await part();
    } catch {
      lodge.askAgain();
      await new Promise((go) => setTimeout(go, pause));
    }
  }
  return part();
}

// A worker begins with the page, and is the one that PyScript gets as soon as it asks. It is made of
// a blob, as PyScript's are, for the page's own policy to hold in it too.
// Without WebAssembly there is none: the page has said what is wrong.
if (globalThis.WebAssembly) {
  const worker = begin("worker.mjs");
  window.Worker = class extends Worker {
    constructor(program) {
      worker.postMessage(program);
      return Object.setPrototypeOf(worker, new.target.prototype);
    }
  };
}

function begin(name) {
  const program = new Blob([`import ${JSON.stringify(new URL(name, document.baseURI))};`], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(program), { type: "module" });
  worker.addEventListener("error", () => lodge.fail("load-failed"));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: step }) => lodge.light(step);
  worker.postMessage("parts", [port2]);
  for (const [name, part] of Object.entries(parts)) {
    part.then(
      (found) => port1.postMessage({ name, found }, found instanceof ArrayBuffer ? [found] : []),
      (fault) => port1.postMessage({ name, fault: `${fault}` }),
    );
  }
  return worker;
}
