// Where there are words on a picture, so that no mark covers them.

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
