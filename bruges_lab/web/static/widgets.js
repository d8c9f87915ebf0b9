// The other end of the widgets: models that mirror those in Python, and views of them. Only the kinds that the explorer is made of:
// boxes, a stack, and anywidgets, whose own script is imported from what Python sends.

const models = new Map();
const scripts = new Map();
const styles = new Set();
let send = () => {};

export function connect(post) {
  send = post;
}

const REFERENCE = "IPY_MODEL_";
const LAYOUT = ["height", "width", "min_height", "min_width", "max_height", "max_width", "flex", "overflow", "display", "margin", "padding"];

function isBytes(value) {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function putBuffers(state, paths, buffers) {
  // Bytes travel beside the state: back to where they belong.
  (paths || []).forEach((path, number) => {
    let spot = state;
    for (const step of path.slice(0, -1)) spot = spot[step];
    const found = buffers[number];
    spot[path[path.length - 1]] = new DataView(found.buffer, found.byteOffset, found.byteLength);
  });
  return state;
}

function takeBuffers(value, path, paths, buffers) {
  if (isBytes(value)) {
    paths.push(path);
    buffers.push(new Uint8Array(value.buffer || value, value.byteOffset || 0, value.byteLength));
    return null;
  }
  if (Array.isArray(value)) return value.map((item, place) => takeBuffers(item, [...path, place], paths, buffers));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, takeBuffers(item, [...path, name], paths, buffers)]));
  }
  return value;
}

class Model {
  constructor(id, state) {
    this.model_id = this.id = id;
    this.state = state;
    this.heard = new Map();
    this.changed = new Set();
    this.views = new Set();
    this.widget_manager = { get_model: async (wanted) => models.get(wanted.replace(REFERENCE, "")) };
    this.ready = state._esm === undefined ? Promise.resolve() : this.wake();
  }

  async wake() {
    const { _esm: text, _css: style } = this.state;
    if (style && !styles.has(style)) {
      styles.add(style);
      const sheet = document.createElement("style");
      sheet.textContent = style;
      document.head.append(sheet);
    }
    if (!scripts.has(text)) {
      const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      scripts.set(text, import(address).then((found) => found.default));
    }
    const made = await scripts.get(text);
    this.script = typeof made === "function" ? await made() : made;
    if (this.script.initialize) await this.script.initialize({ model: this, experimental: {} });
  }

  get(name) {
    return this.state[name];
  }

  set(name, value, settings) {
    const all = typeof name === "string" ? { [name]: value } : name;
    const quiet = (typeof name === "string" ? settings : value)?.silent;
    for (const [one, what] of Object.entries(all)) {
      this.state[one] = what;
      this.changed.add(one);
    }
    if (!quiet) for (const one of Object.keys(all)) this.tell(`change:${one}`, this, all[one]);
  }

  take(state) {
    // From Python: nothing of it goes back.
    const news = Object.entries(state).filter(([name, value]) => this.state[name] !== value);
    Object.assign(this.state, state);
    for (const [name, value] of news) this.tell(`change:${name}`, this, value);
    if (news.length) this.tell("change", this);
  }

  save_changes() {
    const [paths, buffers] = [[], []];
    const state = Object.fromEntries([...this.changed].map((name) => [name, takeBuffers(this.state[name], [name], paths, buffers)]));
    this.changed.clear();
    if (Object.keys(state).length) send({ kind: "comm", comm: this.id, data: { method: "update", state, buffer_paths: paths }, buffers });
  }

  send(content, _callbacks, buffers = []) {
    const found = buffers.map((one) => new Uint8Array(one.buffer || one, one.byteOffset || 0, one.byteLength));
    send({ kind: "comm", comm: this.id, data: { method: "custom", content }, buffers: found });
  }

  on(names, then) {
    for (const name of names.split(" ")) {
      if (!this.heard.has(name)) this.heard.set(name, new Set());
      this.heard.get(name).add(then);
    }
  }

  off(names, then) {
    for (const name of names ? names.split(" ") : [...this.heard.keys()]) {
      if (then) this.heard.get(name)?.delete(then);
      else this.heard.delete(name);
    }
  }

  tell(name, ...what) {
    for (const then of [...(this.heard.get(name) || [])]) then(...what);
  }
}

export function hear(message) {
  const { comm, data, buffers } = message;
  if (message.kind === "comm_open") {
    if (data.state) models.set(comm, new Model(comm, putBuffers(data.state, data.buffer_paths, buffers)));
    return;
  }
  const model = models.get(comm);
  if (!model) return;
  // In their order, and none before the widget's own script listens.
  model.ready = model.ready.then(() => {
    if (message.kind === "comm_close") {
      for (const view of model.views) view.remove();
      models.delete(comm);
    } else if (data.method === "custom") {
      model.tell("msg:custom", data.content, buffers.map((one) => new DataView(one.buffer, one.byteOffset, one.byteLength)));
    } else if (data.method === "update") model.take(putBuffers(data.state, data.buffer_paths, buffers));
  });
}

// Views

const BOXES = { VBoxModel: "widget-vbox", HBoxModel: "widget-hbox", BoxModel: "", StackModel: "widget-stack" };

export async function show(reference) {
  const model = models.get(reference.replace(REFERENCE, ""));
  if (!model) throw new Error("a widget is missing");
  await model.ready;
  const el = document.createElement("div");
  const kind = model.get("_model_name");
  if (kind in BOXES) box(model, el, BOXES[kind]);
  dress(model, el);
  if (model.script && model.script.render) {
    const leave = await model.script.render({ model, el, experimental: {} });
    el.blLeave = typeof leave === "function" ? leave : null;
  }
  const view = { el, remove: () => remove(model, view) };
  model.views.add(view);
  el.blView = view;
  return el;
}

function remove(model, view) {
  model.views.delete(view);
  if (view.el.blLeave) view.el.blLeave();
  view.el.blLeave = null;
  view.el.remove();
}

function dress(model, el) {
  let worn = [];
  const classes = () => {
    el.classList.remove(...worn);
    worn = model.get("_dom_classes") || [];
    el.classList.add(...worn);
  };
  classes();
  model.on("change:_dom_classes", classes);
  const layout = models.get(String(model.get("layout") || "").replace(REFERENCE, ""));
  if (!layout) return;
  const lay = () => {
    for (const name of LAYOUT) el.style.setProperty(name.replace("_", "-"), layout.get(name) || "");
  };
  lay();
  layout.on("change", lay);
}

function box(model, el, kind) {
  el.className = `widget-container widget-box ${kind}`.trim();
  const shown = new Map();
  const stack = kind === "widget-stack";
  function pick() {
    if (stack) [...el.children].forEach((child, place) => (child.style.display = place === model.get("selected_index") ? "" : "none"));
  }
  let drawing = Promise.resolve();
  async function fill() {
    const wanted = model.get("children") || [];
    for (const [name, child] of shown) {
      if (wanted.includes(name)) continue;
      shown.delete(name);
      child.blView.remove();
    }
    for (const name of wanted) if (!shown.has(name)) shown.set(name, await show(name));
    const children = wanted.map((name) => shown.get(name));
    if (children.some((child, place) => el.children[place] !== child) || el.children.length !== children.length) el.replaceChildren(...children);
    pick();
  }
  const again = () => (drawing = drawing.then(fill));
  again();
  model.on("change:children", again);
  model.on("change:selected_index", pick);
}
