// What lies over the whole explorer: while it is there, nothing else takes presses or the keyboard. Escape, × and a press beside it
// close it, and the keyboard goes back to where it came from.

const REACHED = "button, input, select, textarea, summary, a[href], [tabindex]:not([tabindex='-1'])";

function reachable(box) {
  return [...box.querySelectorAll(REACHED)].filter((one) => shown(one) && !one.disabled);
}

function dialog(model, el, root, report) {
  let open = "";
  let leaving = false;
  let watched = null;

  function alone(explorer, on) {
    for (const other of explorer.children) if (other !== el && !other.matches(".bl-tip")) other.inert = on;
    if (watched) watched.disconnect();
    watched = null;
    if (!on) return;
    // After a reload the parts of an explorer come one by one.
    watched = new MutationObserver(() => alone(explorer, Boolean(open)));
    watched.observe(explorer, { childList: true });
  }

  function fit(explorer) {
    // In the middle of the part of the explorer that can be seen.
    const room = visible(explorer);
    const edge = explorer.getBoundingClientRect();
    const apart = (from, to) => `${Math.max(0, to - from) + 10}px`;
    el.style.padding = [
      apart(edge.top, room.top),
      apart(room.right, edge.right),
      apart(room.bottom, edge.bottom),
      apart(edge.left, room.left),
    ].join(" ");
  }

  function enter() {
    leaving = false;
    const first = root.querySelector("[data-first]") || reachable(root)[0];
    if (first) first.focus({ preventScroll: true });
  }

  function leave(explorer) {
    // Closed, the keyboard goes back to what had opened it; after something was chosen it is the game's.
    const from = leaving ? [...explorer.querySelectorAll(`[data-act="${CSS.escape(open)}"]`)] : [];
    const folded = from.map((one) => one.closest("details")?.querySelector("summary") || one);
    (folded.find(shown) || explorer).focus({ preventScroll: true });
  }

  function place() {
    const now = model.get("anchor");
    el.classList.toggle("bl-shown", Boolean(now));
    whenPlaced(el, (explorer) => {
      if (now !== model.get("anchor")) return;
      if (now) fit(explorer);
      if (now === open) return;
      alone(explorer, Boolean(now));
      if (now) enter();
      else leave(explorer);
      open = now;
    });
  }

  function close() {
    if (!model.get("anchor")) return;
    leaving = true;
    report("close_dialog", "");
  }

  function round(event) {
    // Tab goes round inside.
    const all = reachable(root);
    const at = all.indexOf(document.activeElement);
    const to = event.shiftKey ? (at <= 0 ? all.length - 1 : -1) : at === all.length - 1 ? 0 : -1;
    if (to < 0 || !all.length) return;
    event.preventDefault();
    all[to].focus();
  }

  function walk(event, at) {
    // Up and down in a list, and from the field that searches down into what was found.
    const list = at.closest("[data-list]");
    const rows = reachable(list || root.querySelector("[data-list=found]") || root);
    const step = event.key === "ArrowDown" ? 1 : -1;
    if (!list && (step < 0 || at.dataset.down === undefined)) return;
    event.preventDefault();
    const to = list ? rows.indexOf(at) + step : 0;
    if (to < 0) root.querySelector("[data-down]")?.focus();
    else if (rows[to]) rows[to].focus();
  }

  function pressed(event) {
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : el;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") round(event);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") walk(event, at);
  }

  function beside(event) {
    if (event.target === el || event.target === root) {
      event.preventDefault();
      close();
    }
  }

  function crossed(event) {
    if (event.target instanceof Element && event.target.closest("[data-act=close_dialog]")) leaving = true;
  }

  const again = () => model.get("anchor") && place();
  el.addEventListener("keydown", pressed);
  el.addEventListener("pointerdown", beside);
  el.addEventListener("click", crossed, true);
  model.on("change:anchor", place);
  window.addEventListener("resize", again);
  window.addEventListener("scroll", again, true);
  whenPlaced(el, (explorer) => (explorer.blClosers ??= new Set()).add(close));
  return {
    place,
    remove() {
      if (watched) watched.disconnect();
      model.off("change:anchor", place);
      window.removeEventListener("resize", again);
      window.removeEventListener("scroll", again, true);
      const explorer = el.closest(".bl-explorer");
      if (explorer && explorer.blClosers) explorer.blClosers.delete(close);
    },
  };
}
