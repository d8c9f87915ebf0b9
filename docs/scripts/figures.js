// Draws the figures of a notebook page, and again in other colours when the theme changes. A figure says which colour becomes which.
const dark = () => document.body.dataset.mdColorScheme === "slate";

function draw(place, figure) {
  let told = JSON.stringify({ data: figure.data, layout: figure.layout });
  if (dark()) {
    for (const [paper, night] of Object.entries(figure.night)) told = told.replaceAll(new RegExp(`"${paper.replace(/[()]/g, "\\$&")}"`, "gi"), `"${night}"`);
  }
  const { data, layout } = JSON.parse(told);
  Plotly.react(place, data, { ...layout, width: undefined, autosize: true }, { responsive: true, displaylogo: false });
}

const figures = [...document.querySelectorAll(".bl-figure")].map((place) => [place, JSON.parse(place.querySelector("script").textContent)]);
for (const [place] of figures) place.replaceChildren();
const redraw = () => figures.forEach(([place, figure]) => draw(place, figure));
new MutationObserver(redraw).observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
redraw();
