// Plays the golden games in the Python of the page: node golden.mjs PARTS TESTS FOLDER... In each folder of the tests are a module and its files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(String(error.message || error).slice(-2000));
  process.exit(1);
});
const [parts, tests, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(parts, "pyodide/pyodide.mjs")).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(join(parts, "first.zip"))), "zip", { extractDir: "/lab" });
python.runPython('import sys; sys.path.insert(0, "/lab")');
python.FS.mkdirTree("/tests");
python.FS.mount(python.FS.filesystems.NODEFS, { root: tests }, "/tests");
python.globals.set("folders", python.toPy(["/tests", ...folders.map((folder) => `/tests/${folder}`)]));
const told = python.runPython(`
import json, sys, hashlib
sys.path += folders
import golden_text
import make as bruges_golden
import burdigala_golden
found = {}
for golden in (bruges_golden, burdigala_golden):
    for plan in golden.PLANS:
        text = plan.file.read_text("utf-8")
        read = golden_text.read(text)
        found[golden.__name__ + " " + plan.name] = golden.tell(golden.replay(read), read.header) == text
json.dumps(found)
`);
console.log(told);
process.exit(0);
