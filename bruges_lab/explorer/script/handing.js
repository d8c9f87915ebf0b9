// Files that are dropped: a surface with a place for them takes them wherever on it they fall. A file that falls beside it is let
// go: the browser must not open it in place of the page.

const carries = (event) => Boolean(event.dataTransfer) && [...event.dataTransfer.types].includes("Files");

function dropping(root, hand) {
  const place = () => root.querySelector("[data-drop]");
  function over(event) {
    const zone = carries(event) ? place() : null;
    if (!zone) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    zone.classList.add("bl-over");
  }
  function left(event) {
    const zone = place();
    if (zone && !root.contains(event.relatedTarget)) zone.classList.remove("bl-over");
  }
  async function dropped(event) {
    const zone = carries(event) ? place() : null;
    if (!zone) return;
    event.preventDefault();
    event.stopPropagation();
    zone.classList.remove("bl-over");
    const file = event.dataTransfer.files[0];
    if (!file) return;
    // A folder cannot be read: it goes as an empty file, and the kernel says what is wrong with it.
    const data = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
    hand(zone.dataset.drop, file.name, data);
  }
  root.addEventListener("dragenter", over);
  root.addEventListener("dragover", over);
  root.addEventListener("dragleave", left);
  root.addEventListener("drop", dropped);
}

function copying(root) {
  // The text of a field, to wherever such things are pasted from; where the browser does not allow that, it is marked at least.
  root.addEventListener("click", async (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    const field = found && root.querySelector(`[data-copied="${CSS.escape(found.dataset.copy)}"]`);
    if (!field) return;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    found.dataset.copiedNow = "1";
    setTimeout(() => delete found.dataset.copiedNow, 1500);
  });
}

function keepPage(explorer, signal) {
  // Once per explorer; on a page of its own nothing else could want a file.
  const around = document.body.dataset.voila !== undefined ? window : explorer;
  function refuse(event) {
    if (!carries(event) || event.defaultPrevented) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
  for (const kind of ["dragover", "drop"]) around.addEventListener(kind, refuse, { signal });
}
