// A set of tasks beside the explorer: which task is next, how they went, and the answers as a short text to hand in.

const KIND = /^#bl[0-9]+t-/;

export function isSet(fragment) {
  return KIND.test(fragment);
}

function make(tag, attributes = {}, ...inside) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) found.setAttribute(name, value === true ? "" : value);
  }
  found.append(...inside);
  return found;
}

export async function openSet(link, lang, call, say) {
  // The strip stays above the explorer as long as the address names the set.
  document.querySelector(".bl-set")?.remove();
  const shown = await call("show", { link, lang });
  const strip = make("div", { class: "bl-set", role: "region", "aria-label": say("class.tasks") });
  document.body.append(strip);
  document.body.classList.add("bl-hasset");
  if (shown.wrong) {
    strip.append(make("span", { class: "bl-wrong", role: "alert" }, shown.wrong));
    return;
  }
  const said = {};
  let here = 0;
  const marks = { right: "✓", helped: "✓", tried: "…", shown: "✗", "": "" };
  const buttons = make("span", { class: "bl-settasks" });
  const asked = make("span", { class: "bl-setask" });
  const typed = make("input", { size: 30, maxlength: 200, "aria-label": say("class.answer"), placeholder: say("class.answer"), oninput: () => (said[here] = typed.value) });

  function draw(tasks) {
    buttons.replaceChildren(
      ...tasks.map((one, number) =>
        make("button", { type: "button", title: one.title, "aria-current": number === here ? "true" : null, onclick: () => open(number) }, `${number + 1} ${said[number] ? "✎" : (marks[one.fared] ?? "")}`.trim()),
      ),
    );
    asked.replaceChildren(tasks[here].title, ...(tasks[here].open ? [" ", typed] : []));
    typed.value = said[here] || "";
  }

  async function open(number) {
    here = number;
    const found = await call("open", { link, number, lang });
    if (!found.wrong) draw(found.tasks);
  }

  const box = make("dialog", { class: "bl-handin" });
  async function handIn() {
    let name = "";
    try {
      name = localStorage.getItem("bruges-lab-name") || "";
    } catch {
      // It is typed anew.
    }
    const field = make("input", { value: name, maxlength: 40, "aria-label": say("class.name") });
    const text = make("textarea", { readonly: true, rows: 5, cols: 50, "aria-label": say("class.answers") });
    const wrong = make("p", { class: "bl-wrong", role: "alert" });
    async function write() {
      const found = await call("hand_in", { link, name: field.value, said });
      wrong.textContent = found.wrong || "";
      text.value = found.text || "";
      try {
        if (!found.wrong) localStorage.setItem("bruges-lab-name", field.value);
      } catch {
        // It is typed anew.
      }
    }
    const copy = make("button", { type: "button", onclick: () => (text.select(), navigator.clipboard?.writeText(text.value)) }, say("class.copy"));
    box.replaceChildren(
      make("p", {}, make("label", {}, `${say("class.name")} `, field), " ", make("button", { type: "button", onclick: write, id: "bl-write" }, say("class.write"))),
      wrong,
      text,
      make("p", {}, copy, " ", make("button", { type: "button", onclick: () => box.close() }, say("class.close"))),
      make("p", { class: "bl-soft" }, say("class.nothing_else")),
    );
    box.showModal();
    if (name) write();
  }

  strip.append(make("b", {}, shown.title), buttons, asked, make("button", { type: "button", class: "bl-handin-open", onclick: handIn }, say("class.hand_in")), box);
  await open(0);
  // How the tasks go is looked at when something may have changed: after every press.
  document.addEventListener("click", (event) => {
    if (!strip.isConnected || strip.contains(event.target)) return;
    setTimeout(async () => draw((await call("show", { link, lang })).tasks), 600);
  });
}
