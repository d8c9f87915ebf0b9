// The timeline: headings that have no room give way, whatever stands near the pointer on the line says what it is, and the handle
// stays under the mouse that holds it.

const NEAR = 7;

function timeline(root) {
  let asked = 0;
  function uncrowd() {
    // From the first on, a heading is shown where the one before leaves room for it; pointing at its mark tells it all the same.
    // All are measured before any is taken away.
    for (const tick of root.querySelectorAll(".bl-crowded")) tick.textContent = tick.dataset.tip;
    const ticks = [...root.querySelectorAll(".bl-tick")].filter((tick) => tick.textContent.length > 1);
    const places = ticks.map((tick) => tick.getBoundingClientRect());
    let free = -Infinity;
    ticks.forEach((tick, number) => {
      const crowded = places[number].left < free;
      tick.classList.toggle("bl-crowded", crowded);
      if (crowded) tick.textContent = "\u200b";
      else free = places[number].right + 6;
    });
  }
  function soon() {
    // With everything else that is measured before the next frame.
    cancelAnimationFrame(asked);
    if (root.querySelector(".bl-tick")) asked = requestAnimationFrame(uncrowd);
  }
  const size = new ResizeObserver(soon);
  size.observe(root);
  root.addEventListener("pointermove", (event) => {
    // The slider lies over the marks: they cannot be pointed at themselves.
    const explorer = root.closest(".bl-explorer");
    if (!explorer || !explorer.blShowTip || !(event.target instanceof Element) || !event.target.matches(".bl-scrub")) return;
    const near = [...root.querySelectorAll(".bl-marks > [data-tip]")].filter((mark) => {
      const at = mark.getBoundingClientRect();
      return Math.abs((mark.matches(".bl-tick") ? at.left : at.left + at.width / 2) - event.clientX) < NEAR;
    });
    explorer.blShowTip(near[0], near.map((mark) => mark.dataset.tip).join("\n"));
  });
  const life = new AbortController();
  function hold(event) {
    // A header that grew with a longer question would push the line away from under the mouse: until the mouse leaves, it does not.
    const explorer = event.target instanceof Element && event.target.matches(".bl-scrub") ? root.closest(".bl-explorer") : null;
    const header = explorer && explorer.querySelector(":scope > .bl-bar");
    if (!header || header.classList.contains("bl-held")) return;
    header.style.setProperty("--bl-held", `${header.getBoundingClientRect().height}px`);
    header.classList.add("bl-held");
    const held = new AbortController();
    const free = () => {
      header.classList.remove("bl-held");
      held.abort();
    };
    root.addEventListener("pointerleave", (left) => left.buttons || free(), { signal: held.signal });
    window.addEventListener("pointerup", () => root.matches(":hover") || free(), { signal: held.signal });
    life.signal.addEventListener("abort", free);
  }
  root.addEventListener("pointerdown", hold);
  return {
    draw: soon,
    remove() {
      cancelAnimationFrame(asked);
      life.abort();
      size.disconnect();
    },
  };
}
