// The room an explorer has: never taller than the window, or than the part of it that a notebook leaves. It knows no game.

function whenPlaced(el, then, signal) {
  // A widget is drawn before it is put into the page. One that is gone by then is not waited for.
  let tries = 0;
  function look() {
    if (signal && signal.aborted) return;
    const explorer = el.closest(".bl-explorer");
    if (explorer) then(explorer);
    else if (tries++ < 600) requestAnimationFrame(look);
  }
  look();
}

function settle(explorer, surface, begin) {
  // What is set up once per explorer begins with its first surface and ends with its last; with the next one it begins anew.
  const first = !explorer.blLife;
  if (first) explorer.blLife = Object.assign(new AbortController(), { surfaces: 0 });
  const life = explorer.blLife;
  life.surfaces += 1;
  surface.addEventListener("abort", () => {
    life.surfaces -= 1;
    if (life.surfaces) return;
    explorer.blLife = null;
    life.abort();
  });
  if (first) begin(life.signal);
}

function fitRoom(explorer, signal) {
  // Once per explorer: tell its style sheet how high it may be.
  const frame = explorer.closest(".jp-WindowedPanel-outer, .jp-Notebook:not(body), .jp-MainAreaWidget");
  function measure() {
    const whole = frame ? frame.clientHeight - 36 : window.innerHeight - around(explorer);
    explorer.style.setProperty("--bl-room", `${Math.max(420, whole)}px`);
  }
  const size = new ResizeObserver(measure);
  size.observe(frame || document.documentElement);
  signal.addEventListener("abort", () => size.disconnect());
  window.addEventListener("resize", measure, { signal });
  measure();
}

function around(explorer) {
  // What a page leaves free above and below everything on it.
  let free = 2;
  for (let up = explorer.parentElement; up; up = up.parentElement) {
    const style = getComputedStyle(up);
    free += parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  }
  return free;
}

function visible(explorer) {
  // The part of an explorer that can be seen: what is laid over it stays inside.
  const box = explorer.getBoundingClientRect();
  let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
  for (let up = explorer.parentElement; up; up = up.parentElement) {
    const style = getComputedStyle(up);
    if (style.overflowY === "visible" && style.overflowX === "visible") continue;
    const seen = up === document.documentElement || up === document.body ? null : up.getBoundingClientRect();
    if (!seen) continue;
    left = Math.max(left, seen.left);
    top = Math.max(top, seen.top);
    right = Math.min(right, seen.right);
    bottom = Math.min(bottom, seen.bottom);
  }
  return {
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    right: Math.min(right, window.innerWidth),
    bottom: Math.min(bottom, window.innerHeight),
  };
}

function shown(element) {
  return element.getClientRects().length > 0;
}
