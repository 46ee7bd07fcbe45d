// Sends for the brain's parts while the page still reads itself, and hands them to the worker that
// asks: it is up half a second later. It knows the parts' names, and nothing of what is in them.

const parts = {
  program: globalThis.WebAssembly?.compileStreaming(fetch("pyodide/pyodide.asm.wasm")),
  library: content("library.zip"),
  app: content("app.marshal"),
};

async function content(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: expected 200, got ${answer.status}`);
  return answer.arrayBuffer();
}

// A worker asks by sending a port, through which it gets each part as soon as that is here. Without
// WebAssembly it gets none: the page has said what is wrong.
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data, ports }) => {
      if (data === "lodge-parts" && parts.program) hand(ports[0]);
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
