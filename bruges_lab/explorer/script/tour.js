// The tour: a bubble that goes from part to part and covers none that it points at. Nothing waits for it: whoever uses the explorer
// has found the way, and the bubble goes. That it was here is all that is kept in the browser.

const TOUR = "bruges-lab:tour:1";

function toured() {
  try {
    return localStorage.getItem(TOUR) !== null;
  } catch {
    return false; // a browser that keeps nothing sees it again
  }
}

function remember() {
  try {
    localStorage.setItem(TOUR, "seen");
  } catch {
    return;
  }
}

function tour(model, el, root, report) {
  let at = -1;
  let led = "";
  let watching = null;
  const ring = document.createElement("div");
  ring.className = "bl-tourring";
  ring.setAttribute("aria-hidden", "true");

  const steps = () => [...root.querySelectorAll(".bl-tourstep")];

  function spotOf(explorer, step) {
    for (const one of step.dataset.spot.split(" | ")) {
      const spot = [...explorer.querySelectorAll(one)].find(shown);
      if (spot) return spot;
    }
    return explorer;
  }

  function show() {
    const explorer = el.closest(".bl-explorer");
    const all = steps();
    if (at < 0 || !explorer || !all[at]) {
      el.classList.remove("bl-shown");
      ring.remove();
      return;
    }
    all.forEach((step, number) => (step.hidden = number !== at));
    const [back, next] = [root.querySelector("[data-tour=back]"), root.querySelector("[data-tour=next]")];
    back.disabled = at === 0;
    const last = at === all.length - 1;
    next.classList.toggle("bl-last", last);
    root.querySelector("[data-tour=end]").hidden = last;
    root.querySelector(".bl-tourcount").textContent = `${at + 1} / ${all.length}`;
    el.classList.add("bl-shown");
    explorer.appendChild(ring);
    beside(explorer, spotOf(explorer, all[at]));
  }

  function beside(explorer, spot) {
    const room = visible(explorer);
    const edge = explorer.getBoundingClientRect();
    const box = spot.getBoundingClientRect();
    const seen = {
      left: Math.max(box.left, room.left),
      top: Math.max(box.top, room.top),
      right: Math.min(box.right, room.right),
      bottom: Math.min(box.bottom, room.bottom),
    };
    const [width, height] = [el.offsetWidth, el.offsetHeight];
    const within = (from, low, high, size) => Math.min(Math.max(from, low + APART), Math.max(low + APART, high - APART - size));
    const across = within((seen.left + seen.right - width) / 2, room.left, room.right, width);
    const along = within((seen.top + seen.bottom - height) / 2, room.top, room.bottom, height);
    const gap = APART + 4;
    const under = [
      { left: across, top: seen.bottom + gap },
      { left: across, top: seen.top - gap - height },
    ];
    const aside = [
      { left: seen.right + gap, top: along },
      { left: seen.left - gap - width, top: along },
    ];
    const tall = seen.bottom - seen.top > (room.bottom - room.top) / 2;
    const ways = tall ? [...aside, ...under] : [...under, ...aside];
    const fits = ({ left, top }) =>
      left >= room.left && top >= room.top && left + width <= room.right && top + height <= room.bottom;
    const way = ways.find(fits) || ways[0];
    // Where nothing fits beside it, it stays inside the window.
    const left = within(way.left, room.left, room.right, width);
    const top = within(way.top, room.top, room.bottom, height);
    const x = (value) => `${value - edge.left - explorer.clientLeft}px`;
    const y = (value) => `${value - edge.top - explorer.clientTop}px`;
    [el.style.left, el.style.top] = [x(left), y(top)];
    // The ring of a part at the edge is drawn inside it.
    const [west, north] = [Math.max(seen.left, room.left + APART), Math.max(seen.top, room.top + APART)];
    const [east, south] = [Math.min(seen.right, room.right - APART), Math.min(seen.bottom, room.bottom - APART)];
    [ring.style.left, ring.style.top] = [x(west), y(north)];
    [ring.style.width, ring.style.height] = [`${Math.max(0, east - west)}px`, `${Math.max(0, south - north)}px`];
  }

  function begin(asked) {
    // Only one on a page, and only where it can be seen.
    if (!asked && (window.blTouring || toured())) return;
    window.blTouring = el;
    remember();
    at = 0;
    show();
    if (asked) root.querySelector("[data-tour=next]").focus({ preventScroll: true });
  }

  function end() {
    if (watching) watching.disconnect();
    watching = null;
    if (at < 0) return;
    const explorer = el.closest(".bl-explorer");
    const inside = root.contains(document.activeElement);
    at = -1;
    if (window.blTouring === el) window.blTouring = null;
    show();
    if (inside && explorer) explorer.focus({ preventScroll: true });
    report("end_tour", "");
  }

  function place() {
    const now = model.get("anchor");
    if (now === led) {
      show();
      return;
    }
    led = now;
    if (!now) {
      at = -1;
      if (window.blTouring === el) window.blTouring = null;
      show();
      return;
    }
    if (now === "first" && toured()) return;
    whenPlaced(el, (explorer) => {
      if (watching) watching.disconnect();
      watching = new IntersectionObserver((found) => {
        if (!found.some((one) => one.isIntersecting) || model.get("anchor") !== now) return;
        watching.disconnect();
        watching = null;
        begin(now !== "first");
      });
      watching.observe(explorer.querySelector(".bl-bar") || explorer);
    });
  }

  function pressed(event) {
    const button = event.target instanceof Element && event.target.closest("[data-tour]");
    if (!button || button.disabled) return;
    const way = button.dataset.tour;
    if (way === "end" || button.matches(".bl-last")) {
      end();
      return;
    }
    at = Math.max(0, at + (way === "next" ? 1 : -1));
    if (at === 0) root.querySelector("[data-tour=next]").focus({ preventScroll: true });
    show();
  }

  function used(event) {
    if (at >= 0 && event.target instanceof Node && !el.contains(event.target)) end();
  }

  const again = () => at >= 0 && show();
  const size = new ResizeObserver(again);
  const life = new AbortController();
  const { signal } = life;
  const elsewhere = (by) => by !== el && end();
  el.addEventListener("click", pressed, { signal });
  model.on("change:anchor", place);
  window.addEventListener("resize", again, { signal });
  window.addEventListener("scroll", again, { capture: true, signal });
  function settled(explorer) {
    (explorer.blClosers ??= new Set()).add(end);
    explorer.blUsed = elsewhere;
    explorer.addEventListener("pointerdown", used, { capture: true, signal });
    size.observe(explorer);
    signal.addEventListener("abort", () => {
      explorer.blClosers.delete(end);
      if (explorer.blUsed === elsewhere) explorer.blUsed = null;
    });
  }
  whenPlaced(el, settled, signal);
  return {
    place,
    remove() {
      if (watching) watching.disconnect();
      if (window.blTouring === el) window.blTouring = null;
      size.disconnect();
      ring.remove();
      model.off("change:anchor", place);
      life.abort();
    },
  };
}
