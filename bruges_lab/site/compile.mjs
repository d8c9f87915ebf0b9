// Compiles the Python of a folder with the Python of the page, so that the page need not: node compile.mjs PYODIDE FOLDER.
// Sources go, but for what the lab looks for by its name.

import { pathToFileURL } from "node:url";
import { join } from "node:path";

process.on("uncaughtException", (error) => {
  console.error(String(error.message || error).trim().split("\n").pop());
  process.exit(1);
});
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.FS.mkdirTree("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/stage");
const left = python.runPython(`
import os, py_compile
left = []
for folder, _, names in os.walk("/stage"):
    for name in names:
        if not name.endswith(".py"):
            continue
        path = os.path.join(folder, name)
        shown = "/lab/" + path.split("/", 3)[3]
        try:
            py_compile.compile(path, cfile=path + "c", dfile=shown, doraise=True,
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        except py_compile.PyCompileError as error:
            left.append(str(error).splitlines()[0])
            continue
        if name != "manifest.py":
            os.remove(path)
left
`);
for (const line of left.toJs()) console.error(line);
process.exit(0);
