// What has just changed on a picture: a ring around it, and by how much. Drawn over the picture, so that no game has to draw it.

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
    for (const spot of root.querySelectorAll("[data-target]")) {
      const by = changed[spot.dataset.target];
      if (by === undefined || !shown(spot)) continue;
      const at = spot.getBoundingClientRect();
      if (!at.width || !at.height) continue;
      const ring = document.createElement("div");
      ring.className = "bl-ring";
      ring.style.left = `${at.left - edge.left - 3}px`;
      ring.style.top = `${at.top - edge.top - 3}px`;
      ring.style.width = `${at.width + 6}px`;
      ring.style.height = `${at.height + 6}px`;
      if (by) {
        const badge = document.createElement("span");
        badge.textContent = by;
        ring.appendChild(badge);
      }
      layer.appendChild(ring);
    }
    root.appendChild(layer);
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
