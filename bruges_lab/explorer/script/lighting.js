// What belongs to the thing pointed at is shown while it is: a part with `data-with` names the targets and choices it belongs to.

function meantBy(spot) {
  // A target by its name, a choice by its notation.
  if (!spot) return "";
  return spot.dataset.act === "choose" ? spot.dataset.value : spot.dataset.target || "";
}

function relight(explorer) {
  const now = explorer.blHovered || explorer.blAnchored || "";
  for (const part of explorer.querySelectorAll("[data-with]")) {
    part.classList.toggle("bl-lit", Boolean(now) && part.dataset.with.split(" ").includes(now));
  }
}

function light(explorer, target) {
  // What a popover is open at stays lit while nothing else is pointed at.
  explorer.blAnchored = target;
  relight(explorer);
}

function lit(explorer) {
  // Where something is lit now: what is laid over the explorer keeps clear of it.
  return [...explorer.querySelectorAll(".bl-lit")].map((part) => part.getBoundingClientRect());
}

function lights(explorer, signal) {
  // Once per explorer, without the kernel.
  function point(event) {
    const spot = event.target instanceof Element ? event.target.closest("[data-target], [data-act=choose]") : null;
    const now = event.type === "focusin" && !event.target.matches(":focus-visible") ? "" : meantBy(spot);
    if (now === (explorer.blHovered || "")) return;
    explorer.blHovered = now;
    relight(explorer);
  }
  function leave() {
    explorer.blHovered = "";
    relight(explorer);
  }
  for (const kind of ["pointerover", "focusin"]) explorer.addEventListener(kind, point, { signal });
  for (const kind of ["pointerleave", "focusout"]) explorer.addEventListener(kind, leave, { signal });
}
