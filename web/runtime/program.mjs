// Python itself, compiled. It knows not where: in a page, or in a worker.

import { arrived } from "./arrival.mjs";

// A module to be run; `again` is told where it is asked for again.
export function compiledProgram(again) {
  return arrived("./pyodide/pyodide.asm.wasm", compiled, again);
}

// While it arrives, unless its host does not know what it is.
async function compiled(found) {
  const known = found.headers.get("Content-Type")?.startsWith("application/wasm");
  return known ? WebAssembly.compileStreaming(found) : WebAssembly.compile(await found.arrayBuffer());
}
