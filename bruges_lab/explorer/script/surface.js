// A surface in the browser: puts parts into the places of the frame, and reports what is pressed. It knows no game.
// Everything shown comes from the kernel; nothing lives only here, so a reloaded page looks the same.

const PATIENCE = 5000;

function initialize({ model }) {
  // Once for all views of a model: keep its copy of the parts up to date, so that a second view starts from what is shown.
  model.on("msg:custom", (message) => {
    if (message && message.parts) {
      const parts = { ...model.get("parts") };
      for (const [name, part] of Object.entries(message.parts)) {
        if (part === "") delete parts[name];
        else parts[name] = part;
      }
      model.set("parts", parts, { silent: true });
    }
  });
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "bl-surface";
  el.appendChild(root);
  let count = 0;
  let waiting = 0;
  let later = null;
  let paused = 0;
  let first = false;
  let asked = 0;

  function place(name) {
    return root.querySelector(`[data-part="${CSS.escape(name)}"]`);
  }

  function keeping(change) {
    // What has the keyboard keeps it, and what is being typed is not lost, when the part around it is drawn again.
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const key = active && active.dataset ? active.dataset.key || active.dataset.target : undefined;
    const typed = active && "value" in active && active.tagName !== "BUTTON" ? active.value : undefined;
    const at = typed !== undefined && active.type !== "number" ? active.selectionStart : null;
    change();
    if (!active || active.isConnected) return;
    const named = key === undefined ? "" : CSS.escape(key);
    const next = key === undefined ? null : root.querySelector(`[data-key="${named}"], [data-target="${named}"]`);
    if (!next) {
      // What had the keyboard is gone: it stays with the explorer, so that the keys go on working.
      const explorer = el.closest(".bl-explorer");
      if (explorer) explorer.focus({ preventScroll: true });
      return;
    }
    next.focus({ preventScroll: true });
    if (typed !== undefined && "value" in next && next.dataset.keep !== undefined) {
      next.value = typed;
      if (at !== null && next.setSelectionRange) next.setSelectionRange(at, at);
    }
  }

  function fill(name, part) {
    const spot = place(name);
    if (!spot) return;
    const old = spot.firstElementChild;
    if (old && old.matches("[data-still]") && old.contains(document.activeElement) && part.includes("data-still")) {
      // A field that is being typed in stays as it is; the buttons beside it may change.
      still(old, part);
      return;
    }
    if (old && old.matches("input[type=range]") && spot.childElementCount === 1 && part.startsWith("<input")) {
      // A slider that is being dragged keeps its handle: only what is said of it changes.
      const fresh = document.createElement("template");
      fresh.innerHTML = part;
      const made = fresh.content.firstElementChild;
      for (const { name, value } of made.attributes) if (name !== "value") old.setAttribute(name, value);
      // Nor does the answer to an earlier place move it back, when it was let go of farther on.
      if (!old.matches(":active") && !later) old.value = made.getAttribute("value");
      return;
    }
    spot.innerHTML = part;
  }

  function still(old, part) {
    const fresh = document.createElement("template");
    fresh.innerHTML = part;
    if (old.querySelector(":scope > button:focus")) {
      old.replaceWith(fresh.content);
      return;
    }
    for (const button of old.querySelectorAll(":scope > button")) button.remove();
    for (const button of [...fresh.content.firstElementChild.querySelectorAll(":scope > button")].reverse()) old.prepend(button);
  }

  function dress() {
    tipped(root);
    enliven();
    unfold(model, root);
    changed.draw();
    line.draw();
    floating.place();
    const explorer = el.closest(".bl-explorer");
    if (explorer) relight(explorer);
    if (explorer && explorer.blLife && root.querySelector("[data-act=theme]")) wearTheme(explorer);
  }

  function all() {
    keeping(() => {
      root.innerHTML = model.get("frame");
      for (const [name, part] of Object.entries(model.get("parts") || {})) fill(name, part);
      dress();
    });
    name();
    bring();
  }

  let looked = null;
  function bring() {
    // What has just been said is brought into sight, if it is new; what was there from the first stays where it is.
    const spot = root.querySelector("[data-sight]");
    const now = spot ? spot.dataset.sight : "";
    if (spot && looked !== null && now !== looked) {
      spot.scrollIntoView({ block: "nearest" });
      // Where something is to be answered, whoever is here already can do so at once.
      const field = root.querySelector("[data-focus]");
      const explorer = el.closest(".bl-explorer");
      if (field && explorer && explorer.contains(document.activeElement)) field.focus({ preventScroll: true });
    }
    looked = now;
  }

  function enliven() {
    // Legal targets glow and are in the order of the keyboard; all others still say what they are and why not.
    const live = new Set(model.get("live") || []);
    for (const spot of root.querySelectorAll("[data-target]")) {
      const now = live.has(spot.dataset.target);
      spot.classList.toggle("bl-live", now);
      if (!now) spot.classList.remove("bl-nudge");
      // A house with somebody in it is two things to press: to a screen reader a button has nothing inside.
      spot.setAttribute("role", spot.querySelector("[data-target]") ? "group" : "button");
      spot.setAttribute("tabindex", now ? "0" : "-1");
      // What the keyboard had come to can no longer be chosen: Space is to go on, not to open it.
      if (!now && spot === document.activeElement && spot.matches(":focus-visible")) whenPlaced(el, (explorer) => explorer.focus({ preventScroll: true }));
    }
  }

  function name() {
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", model.get("label"));
    root.setAttribute("lang", model.get("language"));
  }

  function begin() {
    const explorer = el.closest(".bl-explorer");
    if (explorer && explorer.blUsed) explorer.blUsed(el);
    count += 1;
    waiting = count;
    asked = performance.now();
    root.classList.add("bl-busy");
    root.setAttribute("aria-busy", "true");
  }

  function report(act, value) {
    begin();
    model.send({ act, value: String(value === undefined ? "" : value), count });
  }

  function hand(act, name, data) {
    // A file, or a text too long for a field: as bytes. What is too large stays here, and the kernel says so.
    begin();
    const most = 5 * 1024 * 1024;
    model.send({ act, value: String(name).slice(0, 200), count }, undefined, data.byteLength <= most ? [data] : []);
  }

  async function take(found) {
    if (found.type !== "file") {
      if (found.value.trim()) hand(found.dataset.upload, found.dataset.name || "text", new TextEncoder().encode(found.value).buffer);
      return;
    }
    const file = found.files[0];
    if (file) hand(found.dataset.upload, file.name, await file.arrayBuffer());
    found.value = "";
  }

  function save(name, data) {
    // The browser asks where, or puts it where it puts such things.
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  function press(found) {
    const field = found.dataset.takes && root.querySelector(`[data-key="${CSS.escape(found.dataset.takes)}"]`);
    if (field && field.value.trim()) take(field);
    else if (found.dataset.act === undefined) report("target", found.dataset.target);
    else report(found.dataset.act, found.dataset.value);
  }

  function ask(found) {
    // An answer that never came is not waited for.
    paused = 0;
    if (root.classList.contains("bl-busy") && performance.now() - asked < PATIENCE) later = [found.dataset.act, found.value];
    else report(found.dataset.act, found.value);
  }

  function target(event) {
    const found = event.target instanceof Element ? event.target.closest("[data-act], [data-target]") : null;
    return found && root.contains(found) && found.getAttribute("aria-disabled") !== "true" ? found : null;
  }

  root.addEventListener("click", (event) => {
    const found = target(event);
    if (!found || found.matches("input, select, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    if (paused) {
      // What was typed a moment ago is not asked any more: something else was pressed.
      clearTimeout(paused);
      paused = 0;
    }
    press(found);
  });
  root.addEventListener("dblclick", (event) => {
    // Twice on what has one answer gives it.
    const found = target(event);
    if (found && found.dataset.target !== undefined) report("twice", found.dataset.target);
  });
  root.addEventListener("change", (event) => {
    if (event.target instanceof Element && event.target.dataset.upload !== undefined) {
      if (event.target.type === "file") take(event.target); // a text waits until its button is pressed
      return;
    }
    const found = target(event);
    if (!found || !found.matches("input, select, textarea") || found.type === "range") return;
    if (found.dataset.into !== undefined) return; // it was reported while it was typed
    report(found.dataset.act, found.type === "checkbox" ? (found.checked ? "1" : "") : found.value);
  });
  root.addEventListener("input", (event) => {
    const found = target(event);
    if (!found || found.dataset.live === undefined) return;
    // One question at a time: while the kernel works, only the latest value is kept. Some fields wait until the typing pauses.
    clearTimeout(paused);
    const pause = Number(found.dataset.live);
    paused = pause ? setTimeout(ask, pause, found) : 0;
    if (!pause) ask(found);
  });
  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && event.target.dataset.asked !== undefined) {
      const taker = root.querySelector(`[data-takes="${CSS.escape(event.target.dataset.key)}"]`);
      if (taker) taker.click();
      return;
    }
    if (event.key === "Enter" && event.target.dataset.into !== undefined && (paused || later || root.classList.contains("bl-busy"))) {
      // What was typed last is not answered yet: the first of the list is pressed when it is.
      first = true;
      return;
    }
    if (alongList(root, event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const found = target(event);
    if (found && event.key === "Enter" && found.dataset.enter !== undefined) report(found.dataset.enter, found.value);
    if (found && (event.key === "Enter" || event.key === " ") && !found.matches("input, select, textarea, button, a")) {
      event.preventDefault();
      event.stopPropagation();
      press(found);
      return;
    }
  });

  function heard(message, buffers) {
    if (!message) return;
    if (message.offer !== undefined && buffers && buffers.length && root.isConnected) {
      if (message.dots) asDots(buffers[0]).then((made) => save(message.offer, made));
      else save(message.offer, buffers[0]);
    }
    if (message.parts) {
      keeping(() => {
        for (const [part, inside] of Object.entries(message.parts)) fill(part, inside);
        dress();
      });
      bring();
    }
    if (message.done !== undefined && message.done >= waiting) {
      root.classList.remove("bl-busy");
      root.removeAttribute("aria-busy");
      if (later) {
        const [act, value] = later;
        later = null;
        report(act, value);
      } else if (first && !paused) {
        first = false;
        firstOfList(root);
      }
    }
  }

  dropping(root, hand);
  copying(root);
  const changed = changes(model, root);
  const line = timeline(root);
  const floating = ({ dialog, tour }[model.get("manner")] || popover)(model, el, root, report);
  const nudged = () => nudge(model, root);
  const folded = () => {
    unfold(model, root);
    changed.draw();
  };
  const turned = () => whenPlaced(el, (explorer) => chooseTheme(explorer, model.get("theme")));
  const life = new AbortController();
  function settled(explorer) {
    settle(explorer, life.signal, (signal) => {
      for (const once of [fitRoom, keepPage, themes, hotkeys, tips, lights]) once(explorer, signal);
    });
    if (model.get("theme")) turned();
  }
  whenPlaced(el, settled, life.signal);
  const followed = [
    ["change:theme", turned],
    ["change:frame", all],
    ["change:unfolded", folded],
    ["change:nudges", nudged],
    ["change:live", enliven],
    ["change:label", name],
    ["change:language", name],
    ["msg:custom", heard],
  ];
  for (const [event, then] of followed) model.on(event, then);
  all();
  return () => {
    life.abort();
    changed.remove();
    line.remove();
    floating.remove();
    for (const [event, then] of followed) model.off(event, then);
  };
}

export default { initialize, render };
