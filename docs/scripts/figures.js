// Draws the figures of a notebook page, and again in other colours when the theme changes. A figure says which colour becomes which.
const COLOUR = /#[0-9a-f]{6}\b|rgba\(255, ?253, ?248,[0-9. ]+\)/gi;
const dark = () => document.body.dataset.mdColorScheme === "slate";

function draw(place, figure) {
  let told = JSON.stringify({ data: figure.data, layout: figure.layout });
  if (dark()) told = told.replaceAll(COLOUR, (colour) => figure.night[colour.toLowerCase()] ?? colour);
  const { data, layout } = JSON.parse(told);
  Plotly.react(place, data, { ...layout, width: undefined, autosize: true }, { responsive: true, displaylogo: false });
}

const figures = [...document.querySelectorAll(".bl-figure")].map((place) => {
  const figure = JSON.parse(place.querySelector("script").textContent);
  const inside = document.createElement("div");
  place.replaceChildren(inside);
  return [inside, figure];
});
const redraw = () => figures.forEach(([place, figure]) => draw(place, figure));
new MutationObserver(redraw).observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
redraw();
