// The timeline: headings that have no room give way, and whatever stands near the pointer on the line says what it is.

const NEAR = 7;

function timeline(root) {
  function uncrowd() {
    // From the first on, a heading is shown where the one before leaves room for it.
    let free = -Infinity;
    for (const tick of root.querySelectorAll(".bl-tick")) {
      if (tick.textContent.length < 2) continue;
      const at = tick.getBoundingClientRect();
      const crowded = at.left < free;
      tick.classList.toggle("bl-crowded", crowded);
      if (!crowded) free = at.right + 6;
    }
  }
  const size = new ResizeObserver(uncrowd);
  size.observe(root);
  root.addEventListener("pointermove", (event) => {
    // The slider lies over the marks: they cannot be pointed at themselves.
    const explorer = root.closest(".bl-explorer");
    if (!explorer || !explorer.blShowTip || !(event.target instanceof Element) || !event.target.matches(".bl-scrub")) return;
    let [nearest, least] = [null, NEAR];
    for (const mark of root.querySelectorAll(".bl-marks > [data-tip]")) {
      const at = mark.getBoundingClientRect();
      const middle = mark.matches(".bl-tick") ? at.left : at.left + at.width / 2;
      const far = Math.abs(middle - event.clientX);
      if (far < least) [nearest, least] = [mark, far];
    }
    explorer.blShowTip(nearest);
  });
  return { draw: uncrowd, remove: () => size.disconnect() };
}
