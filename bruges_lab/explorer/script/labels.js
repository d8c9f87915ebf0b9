// Where there are words on a picture, so that no mark covers them; and labels that step back where they would lie over each other.

function lettering(root) {
  const found = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    if (!walk.currentNode.data.trim()) continue;
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    // The box of a line is higher than its letters.
    const air = box.height * 0.15;
    if (box.width > 1 && box.height > 1) found.push({ left: box.left, top: box.top + air, right: box.right, bottom: box.bottom - air });
  }
  return found;
}

function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function grown(box, by) {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

function stepBack(root) {
  // The labels of the timeline: one that has no room before the next is left out; pointing at its mark still tells it.
  let last = -Infinity;
  for (const tick of root.querySelectorAll(".bl-tick")) {
    if (tick.dataset.said !== undefined) tick.textContent = tick.dataset.said;
    delete tick.dataset.said;
    const words = tick.textContent;
    if (!words.replace("\u200b", "").trim()) continue;
    const box = tick.getBoundingClientRect();
    if (box.left < last + 4) {
      tick.dataset.said = words;
      tick.textContent = "\u200b";
    } else last = box.right;
  }
}
