// Reads what the check of texts has of words and rules with the Python of the page, so that no visitor waits for it:
// node learn.mjs PYODIDE ARCHIVES FOLDER. What was worked out is kept in the folder as the check keeps it anywhere.

import { mkdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

process.on("uncaughtException", (error) => {
  console.error(String(error.message || error).trim().split("\n").pop());
  process.exit(1);
});
const [pyodide, archives, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
for (const name of ["first.zip", "texts.zip"]) python.unpackArchive(new Uint8Array(readFileSync(join(archives, name))), "zip", { extractDir: "/lab" });
mkdirSync(folder, { recursive: true });
python.FS.mkdirTree("/kept_words");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/kept_words");
python.runPython(`
import os, sys
os.environ["XDG_CACHE_HOME"] = "/kept_words"
sys.path.insert(0, "/lab")
import bruges_lab as bl
from bruges_lab.games import shelf
from bruges_lab.rulebook.texts import languages_of
from bruges_lab.documents.opening import source_of
from pathlib import Path
for manifest in shelf.games():
    if manifest.has("reading") and manifest.reading.by_rule:
        for lang in languages_of(manifest):
            bl.check_translation(source_of(Path("a.md"), b"A text."), language=lang, game=manifest.name)
`);
process.exit(0);
