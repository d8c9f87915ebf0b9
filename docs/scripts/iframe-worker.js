// Pages that are opened as files may not start workers. The search then runs in a hidden frame, which gets the same messages
// and script; the theme's search script knows the name and looks for its own address there.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (data) => this.hear(this, data);
      this.inside.importScripts = (...scripts) => scripts.reduce((before, one) => before.then(() => this.load(one)), Promise.resolve());
      this.load(new URL(address, location.href).href).then(() => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
    }

    hear(target, data) {
      target.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
    }

    load(address) {
      return new Promise((done, failed) => {
        const script = this.inside.document.createElement("script");
        script.src = address;
        script.onload = done;
        script.onerror = () => failed(new Error(`cannot load ${address}`));
        this.inside.document.head.append(script);
      });
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.hear(this.inside, data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
