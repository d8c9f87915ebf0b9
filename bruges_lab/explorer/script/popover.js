// What opens at the thing that was pressed, and the small tip while something is pointed at: both stay inside what can be seen.

const APART = 8;

function placeAt(explorer, box, anchor, clear = []) {
  // Below the anchor, else above it, else beside it; wherever it is, inside the explorer and the window, and below the question and
  // Next if it fits there. What is to be kept clear may send it further.
  const room = visible(explorer);
  const edge = explorer.getBoundingClientRect();
  box.style.maxHeight = `${Math.max(160, room.bottom - room.top - 2 * APART)}px`;
  const at = anchor.getBoundingClientRect();
  const [width, height] = [box.offsetWidth, box.offsetHeight];
  const bar = explorer.querySelector(".bl-bar");
  const below = bar ? Math.max(room.top, bar.getBoundingClientRect().bottom) : room.top;
  if (at.top >= below && height <= room.bottom - below - 2 * APART) room.top = below;
  let left = at.left + at.width / 2 - width / 2;
  let top = at.bottom + APART;
  if (top + height > room.bottom - APART) {
    const above = at.top - APART - height;
    if (above >= room.top + APART) top = above;
    else {
      // Too high for either: beside the anchor, so that it stays in sight.
      top = Math.max(room.top + APART, room.bottom - APART - height);
      const right = at.right + APART;
      const before = at.left - APART - width;
      if (right + width <= room.right - APART) left = right;
      else if (before >= room.left + APART) left = before;
    }
  }
  const across = (x) => Math.min(Math.max(x, room.left + APART), Math.max(room.left + APART, room.right - APART - width));
  const down = (y) => Math.min(Math.max(y, room.top + APART), Math.max(room.top + APART, room.bottom - APART - height));
  [left, top] = [across(left), down(top)];
  if (clear.length) {
    const level = down(at.top + at.height / 2 - height / 2);
    const spots = [[left, top], [across(at.right + APART), level], [across(at.left - APART - width), level], [across(room.right), level]];
    const covers = ([x, y]) => clear.filter((one) => shared(one, { left: x, top: y, right: x + width, bottom: y + height })).length;
    [left, top] = spots.reduce((best, spot) => (covers(spot) < covers(best) ? spot : best));
  }
  box.style.left = `${left - edge.left - explorer.clientLeft}px`;
  box.style.top = `${top - edge.top - explorer.clientTop}px`;
}

function anchorOf(explorer, target) {
  // Of several places with one target the one that was pressed, else the first that can be seen.
  const all = [...explorer.querySelectorAll(`[data-target="${CSS.escape(target)}"]`)].filter(shown);
  return all.find((one) => one === explorer.blPressed) || all[0] || explorer.querySelector(".bl-bar") || explorer;
}

function popover(model, el, root, report) {
  // A surface with an anchor floats there; without one it is not to be seen.
  let anchored = null;
  let before = null;
  function hide(chosen) {
    // What is hidden cannot keep the keyboard: it goes back to where it came from, after a choice to the explorer, so that Space goes on.
    if (anchored && root.contains(document.activeElement)) refocus(el, chosen ? null : anchored, chosen ? null : before);
    anchored = before = null;
    el.classList.remove("bl-shown");
    whenPlaced(el, (explorer) => light(explorer, ""));
  }
  function place() {
    const target = model.get("anchor");
    if (!target) {
      hide(true);
      return;
    }
    el.classList.add("bl-shown");
    whenPlaced(el, (explorer) => {
      if (!model.get("anchor")) return;
      const anchor = anchorOf(explorer, target);
      light(explorer, target);
      placeAt(explorer, el, anchor, lit(explorer));
      if (anchored !== target) {
        anchored = target;
        before = root.contains(document.activeElement) ? before : document.activeElement;
        const first = ["[data-act=choose]", "[data-act]:not([data-act=close])", "[data-act]"].map((one) => root.querySelector(one)).find(Boolean);
        if (first) first.focus({ preventScroll: true });
      }
    });
  }
  function close() {
    if (!model.get("anchor")) return;
    hide(false);
    report("close", "");
  }
  const again = () => model.get("anchor") && place();
  const life = new AbortController();
  const { signal } = life;
  model.on("change:anchor", place);
  window.addEventListener("resize", again, { signal });
  function settled(explorer) {
    (explorer.blClosers ??= new Set()).add(close);
    explorer.addEventListener("scroll", again, { capture: true, signal });
    signal.addEventListener("abort", () => explorer.blClosers.delete(close));
  }
  whenPlaced(el, settled, signal);
  return {
    place,
    remove() {
      model.off("change:anchor", place);
      life.abort();
    },
  };
}

function refocus(el, target, before) {
  // To the place at which the popover was open, else to what had the keyboard before, else to the explorer, where all keys work.
  const explorer = el.closest(".bl-explorer");
  if (!explorer) return;
  const spots = [...explorer.querySelectorAll(`[data-target="${CSS.escape(target || "")}"][tabindex]`), before];
  const spot = spots.find((one) => one && one.isConnected && explorer.contains(one) && shown(one));
  (spot || explorer).focus({ preventScroll: true });
}

function tips(explorer, signal) {
  // What a thing is and which rule governs it, while it is pointed at or has the keyboard: once per explorer, without the kernel.
  const tip = document.createElement("div");
  tip.className = "bl-tip";
  tip.setAttribute("role", "tooltip");
  explorer.appendChild(tip);
  let waiting = 0;
  function hide() {
    clearTimeout(waiting);
    tip.classList.remove("bl-shown");
  }
  function show(spot, words = spot.dataset.tip) {
    if (!words || !spot.isConnected) return;
    tip.textContent = words;
    if (spot.dataset.rule) {
      const rule = document.createElement("code");
      rule.textContent = spot.dataset.rule;
      tip.append(" ", rule);
    }
    tip.classList.add("bl-shown");
    placeAt(explorer, tip, spot);
  }
  function over(event) {
    const spot = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
    hide();
    if (spot && !spot.closest(".bl-pop")) waiting = setTimeout(() => show(spot), event.type === "focusin" ? 0 : 250);
  }
  explorer.blShowTip = (spot, words) => (spot ? show(spot, words) : hide());
  function reached(event) {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) over(event);
  }
  explorer.addEventListener("pointerover", over, { signal });
  explorer.addEventListener("focusin", reached, { signal });
  for (const kind of ["focusout", "pointerleave"]) explorer.addEventListener(kind, hide, { signal });
  for (const kind of ["pointerdown", "scroll"]) explorer.addEventListener(kind, hide, { capture: true, signal });
  signal.addEventListener("abort", () => {
    hide();
    tip.remove();
  });
}

function tipped(root) {
  // The browser's own tips come late and look like nothing here: a title becomes a name for screen readers and a tip of ours.
  for (const title of root.querySelectorAll("[data-target] > title, [data-tipped] > title")) {
    const spot = title.parentElement;
    spot.dataset.tip = title.textContent;
    spot.setAttribute("aria-label", title.textContent);
    if (!spot.hasAttribute("role")) spot.setAttribute("role", "img");
    title.remove();
  }
}
