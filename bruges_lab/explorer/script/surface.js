// A surface in the browser: puts parts into the places of the frame, and reports what is pressed. It knows no game.
// Everything shown comes from the kernel; nothing lives only here, so a reloaded page looks the same.

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
    if (old && old.matches("input[type=range]") && spot.childElementCount === 1 && part.startsWith("<input")) {
      // A slider that is being dragged keeps its handle: only what is said of it changes.
      const fresh = document.createElement("template");
      fresh.innerHTML = part;
      const made = fresh.content.firstElementChild;
      for (const { name, value } of made.attributes) if (name !== "value") old.setAttribute(name, value);
      if (!old.matches(":active")) old.value = made.getAttribute("value");
      return;
    }
    spot.innerHTML = part;
  }

  function dress() {
    tipped(root);
    enliven();
    unfold(model, root);
    changed.draw();
    floating.place();
  }

  function all() {
    keeping(() => {
      root.innerHTML = model.get("frame");
      for (const [name, part] of Object.entries(model.get("parts") || {})) fill(name, part);
      dress();
    });
    name();
  }

  function enliven() {
    // Legal targets glow and are in the order of the keyboard; all others still say what they are and why not.
    const live = new Set(model.get("live") || []);
    for (const spot of root.querySelectorAll("[data-target]")) {
      const now = live.has(spot.dataset.target);
      spot.classList.toggle("bl-live", now);
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", now ? "0" : "-1");
    }
  }

  function name() {
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", model.get("label"));
    root.setAttribute("lang", model.get("language"));
  }

  function report(act, value) {
    count += 1;
    waiting = count;
    root.classList.add("bl-busy");
    root.setAttribute("aria-busy", "true");
    model.send({ act, value: String(value === undefined ? "" : value), count });
  }

  function hand(act, name, data) {
    // A file, or a text too long for a field: as bytes. What is too large stays here, and the kernel says so.
    count += 1;
    waiting = count;
    root.classList.add("bl-busy");
    root.setAttribute("aria-busy", "true");
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
    if (found.dataset.act === undefined) report("target", found.dataset.target);
    else report(found.dataset.act, found.dataset.value);
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
    press(found);
  });
  root.addEventListener("dblclick", (event) => {
    // Twice on what has one answer gives it.
    const found = target(event);
    if (found && found.dataset.target !== undefined) report("twice", found.dataset.target);
  });
  root.addEventListener("change", (event) => {
    if (event.target instanceof Element && event.target.dataset.upload !== undefined) {
      take(event.target);
      return;
    }
    const found = target(event);
    if (!found || !found.matches("input, select, textarea") || found.type === "range") return;
    report(found.dataset.act, found.type === "checkbox" ? (found.checked ? "1" : "") : found.value);
  });
  root.addEventListener("input", (event) => {
    const found = target(event);
    if (!found || found.dataset.live === undefined) return;
    // One question at a time: while the kernel works, only the latest value is kept.
    if (root.classList.contains("bl-busy")) later = [found.dataset.act, found.value];
    else report(found.dataset.act, found.value);
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const found = target(event);
    if (found && (event.key === "Enter" || event.key === " ") && !found.matches("input, select, textarea, button, a")) {
      event.preventDefault();
      event.stopPropagation();
      press(found);
      return;
    }
  });

  function heard(message, buffers) {
    if (!message) return;
    if (message.offer !== undefined && buffers && buffers.length && root.isConnected) save(message.offer, buffers[0]);
    if (message.parts) {
      keeping(() => {
        for (const [part, inside] of Object.entries(message.parts)) fill(part, inside);
        dress();
      });
    }
    if (message.done !== undefined && message.done >= waiting) {
      root.classList.remove("bl-busy");
      root.removeAttribute("aria-busy");
      if (later) {
        const [act, value] = later;
        later = null;
        report(act, value);
      }
    }
  }

  const changed = changes(model, root);
  const floating = popover(model, el, root, report);
  const nudged = () => nudge(model, root);
  const folded = () => {
    unfold(model, root);
    changed.draw();
  };
  whenPlaced(el, (explorer) => {
    fitRoom(explorer);
    hotkeys(explorer);
    tips(explorer);
  });
  model.on("change:frame", all);
  model.on("change:unfolded", folded);
  model.on("change:nudges", nudged);
  model.on("change:live", enliven);
  model.on("change:label", name);
  model.on("change:language", name);
  model.on("msg:custom", heard);
  all();
  return () => {
    changed.remove();
    floating.remove();
    model.off("change:unfolded", folded);
    model.off("change:nudges", nudged);
    model.off("change:frame", all);
    model.off("change:live", enliven);
    model.off("change:label", name);
    model.off("change:language", name);
    model.off("msg:custom", heard);
  };
}

export default { initialize, render };
