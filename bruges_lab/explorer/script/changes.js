// What has just changed on a picture: a ring around it, and by how much. Drawn over the picture, so that no game has to draw it.

function ringAround(box, words) {
  // A little outside what it marks, unless its line would run through words: then closer.
  const near = words.filter((word) => shared(word, grown(box, 9)));
  const crossed = (by) => near.some((word) => shared(word, grown(box, by + 1)) > shared(word, grown(box, by - 4)));
  return grown(box, [4, 3, 2, 6, 1].find((by) => !crossed(by)) ?? 3);
}

function badgeAt(ring, width, height, edge, words) {
  // At the upper right corner of the ring, or as near to it as it covers no words: along the ring, else a little farther out.
  const near = words.filter((word) => shared(word, grown(ring, width + 24)));
  const home = ring.right + 6 - width;
  const along = [0];
  for (let step = 3; step <= ring.right - ring.left + width; step += 3) along.push(-step);
  for (let step = 3; step <= width; step += 3) along.push(step);
  let best = null;
  for (const out of [0, -3, 3, 6, 10, 15]) {
    for (const y of [ring.top - height + 6 - out, ring.bottom - 6 + out]) {
      for (const step of along) {
        const left = Math.min(Math.max(home + step, edge.left), edge.right - width);
        const top = Math.max(y, edge.top - 5);
        const box = { left, top, right: left + width, bottom: top + height };
        const covered = near.reduce((sum, one) => sum + shared(one, box), 0);
        if (!covered) return box;
        if (!best || covered < best.covered) best = { ...box, covered };
      }
    }
  }
  return best;
}

function changes(model, root) {
  let layer = null;
  function draw() {
    if (layer) layer.remove();
    layer = null;
    const changed = model.get("changes") || {};
    if (!Object.keys(changed).length) return;
    layer = document.createElement("div");
    layer.className = "bl-changes";
    layer.setAttribute("aria-hidden", "true");
    const edge = root.getBoundingClientRect();
    const words = lettering(root);
    const badges = [];
    const spots = [...root.querySelectorAll("[data-target]")].filter((spot) => changed[spot.dataset.target] !== undefined && shown(spot));
    // A count says by how much, unless what has come is shown beside it and says so itself.
    const told = (target) => spots.some((spot) => spot.dataset.target.startsWith(`${target}:`));
    for (const spot of spots) {
      const by = changed[spot.dataset.target];
      const at = spot.getBoundingClientRect();
      if (!at.width || !at.height) continue;
      const around = ringAround(at, words);
      layer.appendChild(mark("bl-ring", around, edge));
      if (by && !told(spot.dataset.target)) badges.push([around, by]);
    }
    root.appendChild(layer);
    for (const [around, by] of badges) {
      const badge = mark("bl-badge", around, edge);
      badge.textContent = by;
      badge.style.width = badge.style.height = "";
      layer.appendChild(badge);
      let box = badgeAt(around, badge.offsetWidth, badge.offsetHeight, edge, words);
      if (box.covered) {
        badge.classList.add("bl-tight");
        box = badgeAt(around, badge.offsetWidth, badge.offsetHeight, edge, words);
      }
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
