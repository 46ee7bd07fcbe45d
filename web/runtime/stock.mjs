// The interpreter as a plain Pyodide page has it, for the bench to compare with: the whole
// library and the app as sources, and the list of all packages fetched.

import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

const near = (name) => new URL(name, import.meta.url).href;

export { version };

export async function loadPyodide(options) {
  const indexURL = new URL("./", near("./pyodide/pyodide.mjs")).href;
  const python = await load({ ...options, indexURL });
  const app = await fetch(near("./app.zip"));
  python.unpackArchive(await app.arrayBuffer(), "zip");
  return python;
}
