// Light or dark: as the notebook is; on a page of its own as its visitor likes it, which the browser remembers.

const THEMES = ["light", "dark", "auto"];
const REMEMBERED = "bruges-lab-theme";
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");

function ownPage() {
  return document.body.dataset.voila !== undefined;
}

function rememberedTheme() {
  try {
    return ownPage() ? localStorage.getItem(REMEMBERED) : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

function wantedTheme(explorer) {
  // What was chosen here or in Python, what the browser remembers, what the page was started with.
  return [explorer.blTheme, rememberedTheme(), document.body.dataset.blTheme].find((one) => THEMES.includes(one)) || "auto";
}

function wearTheme(explorer) {
  const wanted = wantedTheme(explorer);
  const around = ownPage() ? darkSystem.matches : document.body.dataset.jpThemeLight === "false";
  const dark = wanted === "auto" ? around : wanted === "dark";
  if (ownPage()) {
    document.body.dataset.jpThemeLight = String(!dark);
    document.body.classList.toggle("theme-dark", dark);
    document.body.classList.toggle("theme-light", !dark);
  }
  explorer.classList.toggle("bl-dark", dark);
  explorer.classList.toggle("bl-light", !dark);
  // Where the notebook says nothing of colours, or something else, the explorer brings its own.
  explorer.classList.toggle("bl-owncolours", ownPage() || dark !== around);
  for (const choice of explorer.querySelectorAll("select[data-act=theme]")) choice.value = wanted;
}

function chooseTheme(explorer, wanted) {
  if (!THEMES.includes(wanted)) return;
  explorer.blTheme = wanted;
  try {
    if (ownPage()) localStorage.setItem(REMEMBERED, wanted);
  } catch {
    // It holds until the page is closed.
  }
  wearTheme(explorer);
}

function themes(explorer, signal) {
  // Once per explorer: follow whatever decides.
  const wear = () => wearTheme(explorer);
  function chosen(event) {
    if (event.target instanceof Element && event.target.matches("select[data-act=theme]")) chooseTheme(explorer, event.target.value);
  }
  const around = new MutationObserver(wear);
  if (!ownPage()) around.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  signal.addEventListener("abort", () => around.disconnect());
  darkSystem.addEventListener("change", wear, { signal });
  explorer.addEventListener("change", chosen, { signal });
  wearTheme(explorer);
}
