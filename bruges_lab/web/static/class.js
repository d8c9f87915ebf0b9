// The page of a class: a teacher picks tasks and gets a link; what pupils hand in is collected into a table. Nothing leaves the browser.
// Python reads and writes the links; it is started when it is first needed.

const games = JSON.parse(document.getElementById("bl-tasks").textContent);
const settings = JSON.parse(document.getElementById("bl-settings").textContent);
const root = document.getElementById("bl-class");
const KEPT = "bruges-lab-class";

function language() {
  let wanted = null;
  try {
    wanted = localStorage.getItem("bruges-lab-language");
  } catch {
    // The browser's, then.
  }
  return [wanted, ...(navigator.languages || [])].map((one) => String(one || "").slice(0, 2)).find((one) => one in settings.words) || "en";
}

const lang = language();
document.documentElement.lang = lang;
const say = (name, more = {}) => settings.words[lang][name].replace(/\{\$(\w+)\}/g, (_, one) => more[one] ?? "");
for (const spot of document.querySelectorAll("[data-word]")) spot.textContent = say(spot.dataset.word);

// Python

let worker = null;
let asked = 0;
const waiting = new Map();
let begun = null;

function start() {
  begun ??= new Promise((resolve, reject) => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: message }) => {
      if (message.kind === "progress") state(say(message.step));
      else if (message.kind === "live") resolve(state(""));
      else if (message.kind === "answer") {
        waiting.get(message.number)?.(message.found);
        waiting.delete(message.number);
      } else if (message.kind === "failed") reject(state(`${say("failed")} ${message.what}`));
    });
    worker.postMessage({ kind: "begin", kept: [], settings: { game: "", lang, later: settings.later, address: "", fragment: "", tab: "0".repeat(16) } });
  });
  return begun;
}

async function call(name, given) {
  await start();
  const number = ++asked;
  const found = new Promise((resolve) => waiting.set(number, resolve));
  worker.postMessage({ kind: "call", name, given, number });
  return found;
}

// Elements: everything is put in as text

function make(tag, attributes = {}, ...inside) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) found.setAttribute(name, value === true ? "" : value);
  }
  found.append(...inside.filter((one) => one !== null));
  return found;
}

const status = make("p", { role: "status", class: "bl-soft" });
function state(words) {
  status.textContent = words;
}

// Making a set

const title = make("input", { maxlength: 120, size: 40, "aria-label": say("class.title") });
const game = make("select", { "aria-label": say("class.game"), onchange: list }, ...Object.entries(games).map(([name, one]) => make("option", { value: name }, one.title)));
const tongue = make(
  "select",
  { "aria-label": say("class.lang") },
  make("option", { value: "" }, say("class.own_lang")),
  ...Object.keys(settings.words).map((one) => make("option", { value: one }, settings.names[one])),
);
const tasks = make("div");
const scenario = make("input", { size: 26, "aria-label": say("class.scenario"), placeholder: say("class.scenario"), list: "bl-scenarios" });
const question = make("input", { size: 44, maxlength: 500, "aria-label": say("class.question"), placeholder: say("class.question") });
const questions = make("ul");
let own = [];

function list() {
  const { chapters, tasks: known } = games[game.value];
  own = [];
  questions.replaceChildren();
  tasks.replaceChildren(
    ...[...new Set(known.map((one) => one.chapter))].map((chapter) =>
      make(
        "details",
        {},
        make("summary", {}, chapters[chapter]?.[lang] || chapter),
        ...known
          .filter((one) => one.chapter === chapter)
          .map((one) => make("div", {}, make("label", {}, make("input", { type: "checkbox", value: one.name }), ` ${one.title[lang] || one.title.en}`))),
      ),
    ),
  );
  scenarios.replaceChildren(...games[game.value].scenarios.map((one) => make("option", { value: one })));
}
const scenarios = make("datalist", { id: "bl-scenarios" });

function add() {
  if (!scenario.value.trim() || !question.value.trim()) return;
  const one = [scenario.value.trim(), question.value.trim()];
  own.push(one);
  const row = make("li", {}, `${one[0]}: ${one[1]} `, make("button", { type: "button", onclick: () => (own.splice(own.indexOf(one), 1), row.remove()) }, "×"));
  questions.append(row);
  scenario.value = question.value = "";
}

const made = make("div");
async function makeSet() {
  add();
  const chosen = [...tasks.querySelectorAll("input:checked")].map((one) => one.value);
  const page = new URL(`${game.value}.html`, location.href).href.split("#")[0];
  const found = await call("make", { tasks: [...chosen, ...own], title: title.value, lang: tongue.value, game: game.value, page });
  if (found.wrong) {
    made.replaceChildren(make("p", { class: "bl-wrong", role: "alert" }, found.wrong));
    return;
  }
  const link = make("input", { readonly: true, value: found.link, size: 70, "aria-label": say("class.link") });
  const copy = make("button", { type: "button", onclick: () => (link.select(), navigator.clipboard?.writeText(link.value)) }, say("class.copy"));
  const file = make("a", { href: URL.createObjectURL(new Blob([`${found.link}\n`], { type: "text/plain" })), download: "tasks.txt" }, say("class.file"));
  const code = make("div", { class: "bl-classcode" });
  if (found.code) code.append(new DOMParser().parseFromString(found.code.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '), "image/svg+xml").documentElement);
  made.replaceChildren(make("p", {}, say("class.made")), make("p", {}, link, " ", copy, " ", file), code);
  set.value = found.link;
  keep();
}

// Collecting

const set = make("input", { size: 70, "aria-label": say("class.link"), placeholder: say("class.link"), oninput: keep });
const texts = make("textarea", { "aria-label": say("class.texts"), placeholder: say("class.texts"), oninput: keep });
const table = make("div");

async function collect() {
  const found = await call("collect", { link: set.value, texts: texts.value, lang });
  if (found.wrong) {
    table.replaceChildren(make("p", { class: "bl-wrong", role: "alert" }, found.wrong));
    return;
  }
  const mark = { right: "✓", helped: "✓ ½", tried: "✗", shown: "✗", "": "–" };
  const cell = ([fared, said]) => make("td", { title: said.join(" · ") }, mark[fared] ?? "–", said.length ? make("div", { class: "bl-soft" }, said.join(" · ")) : null);
  const rows = found.rows.map(([name, ...cells]) => make("tr", {}, make("th", { scope: "row" }, name), ...cells.map(cell)));
  const wrong = make("tr", {}, make("th", { scope: "row" }, say("class.wrong")), ...found.wrong_answers.map((one) => make("td", {}, one.map(([said, count]) => `${count} × ${said}`).join("; ") || "–")));
  const solved = make("tr", {}, make("th", { scope: "row" }, say("class.solved")), ...found.solved.map((one) => make("td", {}, `${one} / ${found.rows.length}`)));
  const head = make("tr", {}, make("th", {}, say("class.name")), ...found.tasks.map((one) => make("th", { scope: "col" }, one)));
  table.replaceChildren(
    make("div", { class: "bl-wide" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows, solved, wrong))),
    ...found.problems.map((one) => make("p", { class: "bl-wrong" }, one)),
    make("p", { class: "bl-soft" }, say("class.marks")),
  );
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify([set.value, texts.value]));
  } catch {
    // It lasts as long as the page.
  }
}

try {
  [set.value, texts.value] = JSON.parse(localStorage.getItem(KEPT) || '["", ""]');
} catch {
  // Nothing was kept.
}

function busy(work) {
  return async (event) => {
    event.target.disabled = true;
    try {
      await work();
    } finally {
      event.target.disabled = false;
    }
  };
}

root.append(
  make("h1", {}, say("class")),
  make("p", {}, say("class.about")),
  make("h2", {}, say("class.make")),
  make("p", {}, game, " ", tongue, " ", make("label", {}, `${say("class.title")} `, title)),
  tasks,
  make("p", {}, scenario, " ", question, " ", make("button", { type: "button", onclick: add }, say("class.add"))),
  scenarios,
  questions,
  make("p", {}, make("button", { type: "button", onclick: busy(makeSet), id: "bl-make" }, say("class.make_link"))),
  status,
  made,
  make("h2", {}, say("class.collect")),
  make("p", {}, set),
  texts,
  make("p", {}, make("button", { type: "button", onclick: busy(collect), id: "bl-collect" }, say("class.show"))),
  table,
);
list();
