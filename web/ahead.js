// Sends for the brain's parts while the page still reads itself, and hands them to the worker that
// asks: it is up half a second later. It knows the parts' names, and nothing of what is in them.

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
  const found = await fetch(name);
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

// A worker asks by sending a port, through which it gets each part as soon as that is here. Without
// WebAssembly it gets none: the page has said what is wrong.
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data, ports }) => {
      if (data === "lodge-parts" && globalThis.WebAssembly) hand(ports[0]);
    });
  }
};

function hand(port) {
  for (const [name, part] of Object.entries(parts)) {
    part.then(
      (found) => port.postMessage({ name, found }, found instanceof ArrayBuffer ? [found] : []),
      (fault) => port.postMessage({ name, fault: `${fault}` }),
    );
  }
}
