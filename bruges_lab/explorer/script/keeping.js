// Leaving the page: asked only while the header says that something would be lost (`data-unkept`), and then before anybody ends
// the kernel. Who stays keeps it; who leaves anyway ends it, as always.

function guardLeaving(root) {
  const asks = root.querySelector("[data-unkept]") !== null;
  if (root.blAsks) root.blAsks();
  root.blAsks = asks ? askBeforeLeaving() : null;
}

function askBeforeLeaving() {
  function ask(event) {
    event.preventDefault();
    event.returnValue = "";
    event.stopImmediatePropagation();
  }
  function left() {
    stop();
    window.dispatchEvent(new Event("beforeunload"));
  }
  function stop() {
    window.removeEventListener("beforeunload", ask, true);
    window.removeEventListener("pagehide", left);
  }
  window.addEventListener("beforeunload", ask, true);
  window.addEventListener("pagehide", left);
  return stop;
}
