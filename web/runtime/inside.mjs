// Runs one Python program inside the very Pyodide that the page uses, with a folder of this
// machine as /stage. Usage: node inside.mjs PROGRAM STAGE [WORDS...]
// With --library FILE first, that archive takes the place of the whole standard library.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";

const words = process.argv.slice(2);
const library = words[0] === "--library" ? words.splice(0, 2)[1] : null;
const [program, stage, ...rest] = words;
const python = await loadPyodide({
  args: [program, ...rest],
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
  ...(library && { stdLibURL: pathToFileURL(library).href }),
});
python.mountNodeFS("/stage", stage);
python.globals.set("WORDS", python.toPy(rest));
try {
  await python.runPythonAsync(await readFile(program, "utf8"), { filename: program });
} catch (fault) {
  console.error(fault.message);
  process.exitCode = 1;
}
