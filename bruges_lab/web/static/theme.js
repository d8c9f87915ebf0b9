// What the visitor chose before, or the system's colours, before anything is drawn.
(() => {
  let wanted = "auto";
  try {
    wanted = localStorage.getItem("bruges-lab-theme") || wanted;
  } catch {
    // The system's, then.
  }
  const dark = wanted === "dark" || (wanted === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.body.dataset.jpThemeLight = String(!dark);
  document.body.dataset.blTheme = "auto";
})();
