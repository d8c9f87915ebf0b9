// The worker: Python runs here, so that the page stays quick while it thinks. It loads what is needed first and tells how far it is,
// then passes messages between the widgets of the page and those of Python. Everything comes from the folder that it lies in.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL(".", import.meta.url).href;
let python = null;
let worker = null;
let seen = 0;
let told = 0;

// How far it is: every byte that comes is counted, whoever asked for it.
const plainFetch = self.fetch.bind(self);
self.fetch = async (input, settings) => {
  const answer = await plainFetch(input, settings);
  if (!answer.ok || !answer.body) return answer;
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(piece, out) {
        seen += piece.byteLength;
        if (seen - told > 200_000) tell("load");
        out.enqueue(piece);
      },
    }),
  );
  return new Response(counted, { headers: answer.headers, status: answer.status, statusText: answer.statusText });
};

function tell(step) {
  told = seen;
  postMessage({ kind: "progress", step, seen });
}

async function bytes(name) {
  const answer = await fetch(here + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function unpack(data) {
  python.unpackArchive(data, "zip", { extractDir: "/lab" });
}

globalThis.brugesFetch = (name) => {
  // Python waits for a package that it needs now: in a worker that is allowed.
  postMessage({ kind: "later", name, begins: true });
  const asked = new XMLHttpRequest();
  asked.open("GET", here + name, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${name}: ${asked.status}`);
  unpack(new Uint8Array(asked.response));
  postMessage({ kind: "later", name, begins: false });
};
globalThis.brugesPost = (kind, comm, data, buffers) => {
  postMessage({ kind, comm, data: JSON.parse(data), buffers: [...buffers] });
};
globalThis.brugesKeep = (path, data) => {
  postMessage({ kind: "keep", path, data: data ?? null });
};

async function begin(message) {
  const first = bytes("first.zip");
  python = await loadPyodide({ indexURL: `${here}pyodide/` });
  tell("unpack");
  unpack(await first);
  python.runPython('import sys; sys.path.insert(0, "/lab")');
  tell("start");
  worker = python.pyimport("bruges_lab.web.boot").WORKER;
  for (const [path, data] of message.kept) worker.remember(path, data);
  const model = worker.begin(JSON.stringify(message.settings));
  postMessage({ kind: "live", model, seen });
}

// One thing after another, in the order in which it was asked for.
let last = Promise.resolve();
function next(work) {
  last = last.then(work).catch((error) => postMessage({ kind: "failed", what: String(error.message || error).trim().split("\n").pop() }));
}

addEventListener("message", ({ data: message }) => {
  next(async () => {
    if (message.kind === "begin") await begin(message);
    else if (message.kind === "comm") await worker.hear(message.comm, JSON.stringify(message.data), message.buffers);
    else if (message.kind === "open") await worker.open(message.fragment);
    else if (message.kind === "call") {
      const found = await worker.call(message.name, JSON.stringify(message.given));
      postMessage({ kind: "answer", number: message.number, found: JSON.parse(found) });
    }
  });
});
