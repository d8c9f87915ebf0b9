// A plotly figure in the browser. Plotly's own bundle is several megabytes: it is asked for once a page and shared by all figures,
// where each would otherwise bring, parse and keep a copy of its own. A figure wears the colours of the theme around it.

const shelf = (globalThis.brugesLabPlotly ??= { module: null, asked: 0, waiting: [] });
const PATIENCE = 15000;
const COLOUR = /#[0-9a-f]{6}\b|rgba\(255, ?253, ?248,[0-9. ]+\)/gi;
const DRAWING = { width: 24, height: 24, path: "M10.5 2h3v9h4.5L12 17L6 11h4.5ZM3 16h3v3h12v-3h3v6H3Z" };

function bundle(model) {
  if (shelf.module) return shelf.module;
  function heard(message, buffers) {
    if (message && message.bundle && !shelf.module) {
      const address = URL.createObjectURL(new Blob([buffers[0]], { type: "text/javascript" }));
      shelf.module = import(/* webpackIgnore: true */ address);
      for (const arrived of shelf.waiting.splice(0)) arrived(shelf.module);
    }
  }
  const found = new Promise((resolve) => {
    shelf.waiting.push((module) => {
      model.off("msg:custom", heard);
      resolve(module);
    });
  });
  model.on("msg:custom", heard);
  // Who asked first may have been closed before the answer came.
  if (Date.now() - shelf.asked > PATIENCE) {
    shelf.asked = Date.now();
    model.send({ bundle: true });
  }
  return found;
}

function isDark(el) {
  const explorer = el.closest(".bl-explorer");
  if (explorer && explorer.matches(".bl-dark, .bl-light")) return explorer.classList.contains("bl-dark");
  return document.body.dataset.jpThemeLight === "false";
}

function recoloured(value, night) {
  if (typeof value === "string") return value.replace(COLOUR, (colour) => night[colour.toLowerCase()] ?? colour);
  if (Array.isArray(value)) return value.map((one) => recoloured(one, night));
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, recoloured(one, night)]));
}

function saveDrawing(figure) {
  // Plotly's own tool saves in the format that is set: here once in another.
  const usual = figure._context.toImageButtonOptions;
  figure._context.toImageButtonOptions = { ...usual, format: "svg" };
  try {
    figure.querySelector(".modebar-btn").click();
  } finally {
    figure._context.toImageButtonOptions = usual;
  }
}

function dressed(model, dark, heard) {
  // The model as one view sees it: in the colours of the theme, and with what it listens to written down.
  return new Proxy(model, {
    get(target, name) {
      if (name === "get")
        return (trait) => {
          const value = target.get(trait);
          if (trait === "_config") {
            const added = { name: "drawing", title: target.get("drawing"), icon: DRAWING, click: saveDrawing };
            return { ...value, modeBarButtonsToAdd: [added] };
          }
          return dark && (trait === "_widget_data" || trait === "_widget_layout") ? recoloured(value, target.get("night") || {}) : value;
        };
      if (name === "on")
        return (event, then) => {
          heard.push([event, then]);
          target.on(event, then);
        };
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function drawn(model, context, dark) {
  const heard = [];
  const found = (await bundle(model)).default();
  const model_ = dressed(model, dark, heard);
  await found.initialize({ model: model_ });
  const remove = await found.render({ ...context, model: model_ });
  return () => {
    if (remove) remove();
    for (const [event, then] of heard) model.off(event, then);
  };
}

function named(el) {
  // The tools are links without an address: the keyboard and screen readers shall find them all the same.
  for (const tool of el.querySelectorAll(".modebar-btn:not([role])")) {
    tool.setAttribute("role", "button");
    tool.setAttribute("tabindex", "0");
    tool.setAttribute("aria-label", tool.dataset.title || "");
  }
}

export default () => ({
  initialize({ model }) {
    // Asked for early, and not awaited here: messages, and the bundle is one, wait until a widget has been initialised.
    bundle(model);
  },
  async render(context) {
    const { model, el } = context;
    let dark = isDark(el);
    let remove = await drawn(model, context, dark);
    // As wide as its place, also where that was not known, or not shown, when the figure was drawn.
    let width = 0;
    const fit = new ResizeObserver(() => {
      themed();
      const now = el.clientWidth;
      if (now && now !== width && el._responsiveChartHandler) {
        width = now;
        el._responsiveChartHandler();
      }
    });
    fit.observe(el);
    let turning = Promise.resolve();
    function themed() {
      if (!el.isConnected || isDark(el) === dark) return;
      dark = !dark;
      turning = turning.then(async () => {
        remove();
        remove = await drawn(model, context, dark);
        width = 0;
      });
    }
    const theme = new MutationObserver(themed);
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    const placed = new MutationObserver(() => named(el));
    placed.observe(el, { childList: true, subtree: true });
    named(el);
    function press(event) {
      if ((event.key === "Enter" || event.key === " ") && event.target.matches(".modebar-btn")) {
        event.preventDefault();
        event.stopPropagation();
        event.target.click();
      }
    }
    el.addEventListener("keydown", press);
    let tries = 0;
    function look() {
      // The explorer around it may be told its theme by itself; the figure is drawn before it is put there.
      const explorer = el.closest(".bl-explorer");
      if (explorer) theme.observe(explorer, { attributes: true, attributeFilter: ["class"] });
      if (explorer || !el.isConnected) themed();
      if (!explorer && tries++ < 100) requestAnimationFrame(look);
    }
    look();
    return () => {
      fit.disconnect();
      theme.disconnect();
      placed.disconnect();
      el.removeEventListener("keydown", press);
      remove();
    };
  },
});
