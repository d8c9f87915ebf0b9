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
    const key = active && active.dataset ? active.dataset.key : undefined;
    const typed = active && "value" in active && active.tagName !== "BUTTON" ? active.value : undefined;
    const at = typed !== undefined && active.type !== "number" ? active.selectionStart : null;
    change();
    if (key === undefined) return;
    const next = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!next || next === document.activeElement) return;
    next.focus({ preventScroll: true });
    if (typed !== undefined && "value" in next && next.dataset.keep !== undefined) {
      next.value = typed;
      if (at !== null && next.setSelectionRange) next.setSelectionRange(at, at);
    }
  }

  function fill(name, part) {
    const spot = place(name);
    if (spot) spot.innerHTML = part;
  }

  function all() {
    keeping(() => {
      root.innerHTML = model.get("frame");
      for (const [name, part] of Object.entries(model.get("parts") || {})) fill(name, part);
      enliven();
    });
    name();
  }

  function enliven() {
    // Legal targets glow and can be reached with the keyboard; all others still answer a click with the reason why not.
    const live = new Set(model.get("live") || []);
    for (const spot of root.querySelectorAll("[data-target]")) {
      const now = live.has(spot.dataset.target);
      spot.classList.toggle("bl-live", now);
      if (now) {
        spot.setAttribute("tabindex", "0");
        spot.setAttribute("role", "button");
      } else {
        spot.removeAttribute("tabindex");
        spot.removeAttribute("role");
      }
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

  function typing(element) {
    return element instanceof Element && element.matches("input:not([type=range]), select, textarea");
  }

  root.addEventListener("click", (event) => {
    const found = target(event);
    if (!found || found.matches("input, select, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    press(found);
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
    if (typing(event.target)) {
      event.stopPropagation();
      return;
    }
    const keys = root.querySelector(`[data-hotkey="${CSS.escape(event.key)}"]`);
    if (keys && keys.getAttribute("aria-disabled") !== "true" && !keys.disabled) {
      event.preventDefault();
      event.stopPropagation();
      report(keys.dataset.act, keys.dataset.value);
      return;
    }
    // The notebook has shortcuts of its own (x, d d, Enter): none of them is meant here.
    if (event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
  });

  function heard(message, buffers) {
    if (!message) return;
    if (message.offer !== undefined && buffers && buffers.length && root.isConnected) save(message.offer, buffers[0]);
    if (message.parts) {
      keeping(() => {
        for (const [part, inside] of Object.entries(message.parts)) fill(part, inside);
        enliven();
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

  model.on("change:frame", all);
  model.on("change:live", enliven);
  model.on("change:label", name);
  model.on("change:language", name);
  model.on("msg:custom", heard);
  all();
  return () => {
    model.off("change:frame", all);
    model.off("change:live", enliven);
    model.off("change:label", name);
    model.off("change:language", name);
    model.off("msg:custom", heard);
  };
}

export default { initialize, render };
