// The page of the explorer: shows the picture that came with it, starts the worker, tells what is being loaded, and puts the explorer
// in place of the picture when it is there. What stands behind the # of the address is given to Python as it is, and judged there.

import { all, keep, tab } from "./kept.js";
import { isSet, openSet } from "./pupil.js";
import { connect, hear, show } from "./widgets.js";

const settings = JSON.parse(document.getElementById("bl-settings").textContent);
const table = document.getElementById("bl-table");
const bar = document.getElementById("bl-bar");
const step = document.getElementById("bl-step");
const began = performance.now();
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const measured = (globalThis.brugesLab = { picture: 0, live: 0, bytes: 0, failed: [] });

function words(name) {
  return settings.words[settings.lang][name];
}

function progress(name, part) {
  step.textContent = words(name);
  bar.style.width = `${Math.round(100 * part)}%`;
  bar.parentElement.setAttribute("aria-valuenow", String(Math.round(100 * part)));
}

connect((message) => worker.postMessage(message));

worker.addEventListener("message", async ({ data: message }) => {
  if (message.kind.startsWith("comm_")) hear(message);
  else if (message.kind === "progress") {
    const loaded = Math.min(1, message.seen / settings.bytes);
    progress(message.step, message.step === "load" ? 0.7 * loaded : message.step === "unpack" ? 0.75 : 0.85);
  } else if (message.kind === "live") {
    progress("start", 1);
    const explorer = await show(message.model);
    table.replaceChildren(explorer);
    document.body.classList.remove("bl-waits");
    measured.live = performance.now() - began;
    measured.bytes = message.seen;
    if (isSet(location.hash)) openSet(location.hash, settings.lang, call, words);
    stay();
  } else if (message.kind === "keep") keep(message.path, message.data);
  else if (message.kind === "later") document.body.classList.toggle("bl-fetches", message.begins);
  else if (message.kind === "answer") {
    waiting.get(message.number)?.(message.found);
    waiting.delete(message.number);
  } else if (message.kind === "failed") failed(message.what);
});
worker.addEventListener("error", (event) => failed(event.message || "worker"));

let asked = 0;
const waiting = new Map();
function call(name, given) {
  const number = ++asked;
  const found = new Promise((resolve) => waiting.set(number, resolve));
  worker.postMessage({ kind: "call", name, given, number });
  return found;
}

function failed(what) {
  measured.failed.push(what);
  if (!document.body.classList.contains("bl-waits")) return;
  step.textContent = `${words("failed")} ${what}`;
  bar.parentElement.classList.add("bl-stopped");
}

function stay() {
  // What this visit needed is kept for the next one, also without a network.
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register(new URL("../../sw.js", import.meta.url))
    .then(() => navigator.serviceWorker.ready)
    .then((found) => {
      const used = performance.getEntriesByType("resource").map((one) => one.name);
      const parts = settings.first.map((name) => new URL(name, import.meta.url).href);
      found.active.postMessage({ keep: [...new Set([location.href.split("#")[0], ...used, ...parts])] });
    })
    .catch(() => {}); // a file, or a browser that does not want one: the next visit loads it again
}

function language() {
  let wanted = null;
  try {
    wanted = localStorage.getItem("bruges-lab-language");
  } catch {
    // It is asked anew every time.
  }
  return [wanted, ...(navigator.languages || [])].map((one) => String(one || "").slice(0, 2)).find((one) => one in settings.words) || "en";
}

settings.lang = language();
document.documentElement.lang = settings.lang;
progress("load", 0);
for (const spot of document.querySelectorAll("[data-word]")) spot.textContent = words(spot.dataset.word);
requestAnimationFrame(() => (measured.picture = performance.now()));
document.addEventListener("change", ({ target }) => {
  // The language of the next visit.
  if (!(target instanceof Element) || !target.matches("select[data-act=language]")) return;
  document.documentElement.lang = target.value;
  try {
    localStorage.setItem("bruges-lab-language", target.value);
  } catch {
    // It is asked anew then.
  }
});
addEventListener("hashchange", () => {
  if (isSet(location.hash)) openSet(location.hash, settings.lang, call, words);
  else worker.postMessage({ kind: "open", fragment: location.hash });
});
all().then((kept) => {
  const { game, lang, later } = settings;
  const address = location.href.split("#")[0];
  const fragment = isSet(location.hash) ? "" : location.hash;
  worker.postMessage({ kind: "begin", kept, settings: { game, lang, later, address, fragment, tab: tab() } });
});
