// A plotly figure in the browser. Plotly's own bundle is several megabytes: it is asked for once a page and shared by all figures,
// where each would otherwise bring, parse and keep a copy of its own.

const shelf = (globalThis.brugesLabPlotly ??= { module: null, asked: 0, waiting: [] });
const PATIENCE = 15000;

function bundle(model) {
  if (shelf.module) return shelf.module;
  const found = new Promise((resolve) => shelf.waiting.push(resolve));
  model.on("msg:custom", (message, buffers) => {
    if (message && message.bundle && !shelf.module) {
      const address = URL.createObjectURL(new Blob([buffers[0]], { type: "text/javascript" }));
      shelf.module = import(/* webpackIgnore: true */ address);
      for (const resolve of shelf.waiting.splice(0)) resolve(shelf.module);
    }
  });
  // Who asked first may have been closed before the answer came.
  if (Date.now() - shelf.asked > PATIENCE) {
    shelf.asked = Date.now();
    model.send({ bundle: true });
  }
  return found;
}

export default () => {
  let figure;
  async function made(model) {
    const found = (await bundle(model)).default();
    await found.initialize({ model });
    return found;
  }
  return {
    initialize({ model }) {
      // Not awaited here: messages, and the bundle is one, wait until a widget has been initialised.
      figure = made(model);
    },
    async render(context) {
      const remove = await (await figure).render(context);
      // As wide as its place, also where that was not known, or not shown, when the figure was drawn.
      let width = 0;
      const fit = new ResizeObserver(() => {
        const now = context.el.clientWidth;
        if (now && now !== width && context.el._responsiveChartHandler) {
          width = now;
          context.el._responsiveChartHandler();
        }
      });
      fit.observe(context.el);
      return () => {
        fit.disconnect();
        if (remove) remove();
      };
    },
  };
};
