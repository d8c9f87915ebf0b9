// What has just changed on a picture: a ring around it, and by how much. Drawn over the picture, so that no game has to draw it.

const BADGES = [
  ["right", "above"], ["left", "above"], ["middle", "above"], ["right", "below"], ["left", "below"], ["middle", "below"],
  ["after", "middle"], ["before", "middle"],
];

function ringAround(box, words) {
  // A little outside what it marks, unless its line would run through words: then closer.
  const near = words.filter((word) => shared(word, grown(box, 7)));
  const crossed = (by) => near.some((word) => shared(word, grown(box, by)) && shared(word, grown(box, by)) !== shared(word, grown(box, by - 3)));
  return grown(box, [3, 1, 0, 5].find((by) => !crossed(by)) ?? 1);
}

function badgeAt(ring, width, height, edge, taken) {
  // At a corner or a side of the ring where it covers no words; else a little farther out, else where it covers the least.
  const [lap, over] = [6, 6];
  let best = null;
  for (const out of [0, 3, 6, 10, 15]) {
    const across = {
      right: ring.right + over - width,
      left: ring.left - over,
      middle: (ring.left + ring.right - width) / 2,
      after: ring.right - 3 + out,
      before: ring.left + 3 - width - out,
    };
    const down = { above: ring.top - height + lap - out, below: ring.bottom - lap + out, middle: (ring.top + ring.bottom - height) / 2 };
    for (const [x, y] of BADGES) {
      const left = Math.min(Math.max(across[x], edge.left), edge.right - width);
      const top = Math.max(down[y], edge.top - 5);
      const box = { left, top, right: left + width, bottom: top + height };
      const covered = taken.reduce((sum, one) => sum + shared(one, box), 0);
      if (!covered) return box;
      if (!best || covered < best.covered) best = { ...box, covered };
    }
  }
  return best;
}

function changes(model, root) {
  let layer = null;
  function draw() {
    if (layer) layer.remove();
    layer = null;
    stepBack(root);
    const changed = model.get("changes") || {};
    if (!Object.keys(changed).length) return;
    layer = document.createElement("div");
    layer.className = "bl-changes";
    layer.setAttribute("aria-hidden", "true");
    const edge = root.getBoundingClientRect();
    const words = lettering(root);
    const badges = [];
    for (const spot of root.querySelectorAll("[data-target]")) {
      const by = changed[spot.dataset.target];
      if (by === undefined || !shown(spot)) continue;
      const at = spot.getBoundingClientRect();
      if (!at.width || !at.height) continue;
      const around = ringAround(at, words);
      layer.appendChild(mark("bl-ring", around, edge));
      if (by) badges.push([around, by]);
    }
    root.appendChild(layer);
    for (const [around, by] of badges) {
      const badge = mark("bl-badge", around, edge);
      badge.textContent = by;
      badge.style.width = badge.style.height = "";
      layer.appendChild(badge);
      const box = badgeAt(around, badge.offsetWidth, badge.offsetHeight, edge, words);
      badge.style.left = `${box.left - edge.left}px`;
      badge.style.top = `${box.top - edge.top}px`;
      words.push(box);
    }
  }
  function mark(kind, box, edge) {
    const made = document.createElement("div");
    made.className = kind;
    made.style.left = `${box.left - edge.left}px`;
    made.style.top = `${box.top - edge.top}px`;
    made.style.width = `${box.right - box.left}px`;
    made.style.height = `${box.bottom - box.top}px`;
    return made;
  }
  let asked = 0;
  function soon() {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(draw);
  }
  const size = new ResizeObserver(soon);
  size.observe(root);
  model.on("change:changes", soon);
  return {
    draw: soon,
    remove() {
      cancelAnimationFrame(asked);
      size.disconnect();
      model.off("change:changes", soon);
    },
  };
}

function unfold(model, root) {
  // Which players are shown in full: the kernel keeps the list.
  const open = new Set(model.get("unfolded") || []);
  for (const player of root.querySelectorAll("[data-seat]")) player.classList.toggle("bl-open", open.has(player.dataset.seat));
}
