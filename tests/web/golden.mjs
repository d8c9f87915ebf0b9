// Plays the golden games in the Python of the page: node golden.mjs PARTS GOLDEN... Each GOLDEN is a folder with a module and its files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(String(error.message || error).slice(-2000));
  process.exit(1);
});
const [parts, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(parts, "pyodide/pyodide.mjs")).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(join(parts, "first.zip"))), "zip", { extractDir: "/lab" });
python.runPython('import sys; sys.path.insert(0, "/lab")');
for (const [number, folder] of folders.entries()) {
  python.FS.mkdirTree(`/golden${number}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/golden${number}`);
}
const told = python.runPython(`
import json, sys, hashlib
sys.path += ["/golden0", "/golden1"]
import make as bruges_golden
import burdigala_golden
found = {}
for golden in (bruges_golden, burdigala_golden):
    for plan in golden.PLANS:
        text = plan.file.read_text("utf-8")
        read = golden.read(text)
        found[golden.__name__ + " " + plan.name] = golden.tell(read.replay(), read.header) == text
json.dumps(found)
`);
console.log(told);
process.exit(0);
