// Keys work wherever the keyboard is inside an explorer, except where something is typed. Every key is an element that could be
// pressed instead: it bears the key in `data-hotkey`, several with a space between.

const TYPED = "input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=file]), select, textarea, [contenteditable=true]";
const NAMED = { " ": "Space" };
const PAGES = { ArrowDown: 0.1, ArrowUp: -0.1, PageDown: 0.9, PageUp: -0.9 };

function hotkeys(explorer, signal) {
  // Once per explorer.
  explorer.setAttribute("tabindex", "-1");
  // The notebook has shortcuts of its own (x, d d, Enter): none of them is meant in here.
  explorer.setAttribute("data-lm-suppress-shortcuts", "true");

  function pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at && at.matches(TYPED)) {
      if (event.key === "Escape") at.blur();
      event.stopPropagation();
      return;
    }
    if (event.key === "Escape") {
      for (const menu of explorer.querySelectorAll("details.bl-menu[open]")) menu.open = false;
      for (const close of explorer.blClosers || []) close();
      event.stopPropagation();
      return;
    }
    // Whoever came to a button by the keyboard means that button; after a click, Space means Next again.
    const button = at && at !== explorer && at.matches("button, a, summary, [role=button], [role=tab]");
    const reached = button && at.matches(":focus-visible, .bl-tour *, .bl-dialog *");
    // What Next has pointed at is chosen by Enter: whoever goes on pressing Space has not read the question yet.
    const pointed = event.key === " " && at === explorer.blPointedAt;
    if (reached && !pointed && (event.key === " " || event.key === "Enter")) return;
    const key = NAMED[event.key] || event.key;
    const over = explorer.querySelector(":scope > .bl-dialog.bl-shown"); // nothing else can be meant while a dialog is open
    const all = [...(over || explorer).querySelectorAll(`[data-hotkey~="${CSS.escape(key)}"]`)].filter((one) => shown(one) && !one.disabled);
    const found = all.find((one) => one.closest(".bl-dialog, .bl-pop")) || all[0];
    if (found && found.getAttribute("aria-disabled") !== "true") {
      event.preventDefault();
      event.stopPropagation();
      if (found.matches("summary")) found.parentElement.open = !found.parentElement.open;
      else found.click();
      return;
    }
    if (event.key !== "Tab") event.stopPropagation();
    if (at && PAGES[event.key] && !at.matches("input")) {
      event.preventDefault();
      leaf(explorer, at, PAGES[event.key]);
    }
  }
  function pressedAround(event) {
    if (event.target === document.body && explorer.isConnected) pressed(event);
  }
  explorer.addEventListener("keydown", pressed, { signal });
  // On a page of its own nothing else could be meant.
  if (document.body.dataset.voila !== undefined) document.body.addEventListener("keydown", pressedAround, { signal });

  function touched(event) {
    const at = event.target instanceof Element ? event.target : null;
    if (!at) return;
    for (const menu of explorer.querySelectorAll("details.bl-menu[open]")) if (!menu.contains(at)) menu.open = false;
    const spot = at.closest("[data-target]");
    explorer.blPressed = spot;
    if (!at.closest(".bl-pop, .bl-dialog, .bl-tour") && !spot) for (const close of explorer.blClosers || []) close();
    // What takes no keyboard itself leaves it with the explorer, so that the keys go on working.
    if (!at.closest("button, input, select, textarea, summary, a, [tabindex]:not(.bl-explorer)")) {
      setTimeout(() => {
        if (!explorer.contains(document.activeElement)) explorer.focus({ preventScroll: true });
      });
    }
  }
  explorer.addEventListener("pointerdown", touched, { signal });
  function chosen(event) {
    // A menu closes when something in it was chosen; the keyboard stays at it.
    const at = event.target instanceof Element ? event.target : null;
    const menu = at && at.closest("details.bl-menu[open]");
    if (!menu || !at.closest("button[data-act]")) return;
    menu.querySelector("summary").focus({ preventScroll: true });
    menu.open = false;
  }
  explorer.addEventListener("click", chosen, { capture: true, signal }); // a surface keeps clicks to itself
}

function leaf(explorer, at, share) {
  // Up and down move the pane that has the keyboard, else the board; never the notebook around them.
  let pane = at;
  while (pane !== explorer && !(pane.scrollHeight > pane.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(pane).overflowY)))
    pane = pane.parentElement;
  if (pane === explorer) pane = explorer.querySelector(".bl-board");
  if (pane) pane.scrollBy({ top: share * pane.clientHeight });
}

function nudge(model, root) {
  // Next was pressed although somebody has to decide: what can be pressed says so, and takes the keyboard.
  const live = [...root.querySelectorAll(".bl-live")].filter(shown);
  for (const spot of live) {
    spot.classList.remove("bl-nudge");
    void spot.getBoundingClientRect();
    spot.classList.add("bl-nudge");
  }
  const explorer = root.closest(".bl-explorer");
  const foremost = (model.get("live") || []).map((target) => live.find((spot) => spot.dataset.target === target)).find(Boolean);
  const first = foremost || (explorer && explorer.querySelector(".bl-bar [data-act=choose]"));
  if (first) first.focus({ preventScroll: false });
  if (explorer) explorer.blPointedAt = first;
}
