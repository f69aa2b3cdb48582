// One map on a page: drawing, zoom, pointer, keys, words.
//
// Python builds the figure and says what there is to see as short rows; the map fills the
// figure's data sources with them, and sends taps and keys back.

class MapView {
  constructor(model, el) {
    this.model = model;
    this.ended = false;
    this.pixels = 0;
    this.shown = {}; // the rows last drawn, by layer
    // Bokeh takes data in at once but paints in the time of the next frame. Painting before
    // that, as soon as the data is in, lets the frame be done sooner; Bokeh then has no more to do.
    this.soon = new MessageChannel();
    this.soon.port1.onmessage = () => this.plot && this.figure.paint();
    this.build(el);
    this.controls = new AbortController();
    this.listen();
    const { signal } = this.controls;
    const changed = () => this.changed();
    model.on("change", changed);
    signal.addEventListener("abort", () => model.off("change", changed));
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this.canvas);
    this.words();
    this.ready = this.start().catch((error) => this.fail(error));
  }

  // ---- the page ----

  build(el) {
    const number = (window.__skylibViews = (window.__skylibViews ?? 0) + 1);
    const make = (tag, kind, attributes = {}) => {
      const node = document.createElement(tag);
      if (kind) node.className = `skylib-${kind}`;
      for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
      return node;
    };
    this.root = make("div", "map");
    this.pad = make("div", "board", {
      tabindex: "0", role: "application", "aria-roledescription": "hex map",
      "aria-describedby": `skylib-help-${number}`,
    });
    this.canvas = make("div", "canvas", { "aria-hidden": "true", inert: "" }); // no tab stop
    this.cover = make("div", "cover");
    this.tip = make("div", "tip", { "aria-hidden": "true", hidden: "" });
    this.pad.append(this.canvas, this.cover, this.tip);
    const bar = make("div", "bar");
    this.status = make("div", "status", { role: "status", "aria-live": "polite" });
    const buttons = make("div", "buttons");
    for (const [text, label, act] of [
      ["+", "Zoom in", () => this.zoom(1.5)],
      ["−", "Zoom out", () => this.zoom(1 / 1.5)],
      ["⟲", "Show the whole map, or the close-up again", () => this.reset()],
    ]) {
      const names = { type: "button", "aria-label": label, title: label };
      const button = make("button", "button", names);
      button.textContent = text;
      button.addEventListener("click", act);
      buttons.append(button);
    }
    bar.append(this.status, buttons);
    this.alert = make("div", "alert", { role: "alert" });
    this.legend = make("div", "legend");
    const help = make("div", "help", { id: `skylib-help-${number}` });
    help.textContent =
      "Arrow keys move a cursor from hex to hex, and Enter chooses its hex; where an aircraft " +
      "is to fly, they fly it, and x changes between flying and the cursor. Escape puts away " +
      "what was begun. " +
      "Plus and minus zoom, zero shows the whole map, Shift with an arrow key moves the view. " +
      "Tab leaves the map.";
    this.root.append(this.pad, bar, this.alert, this.legend, help);
    el.classList.add("skylib-host");
    el.append(this.root);
  }

  words() {
    const { model } = this;
    const set = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    const label = model.get("label") || "Map";
    if (this.pad.getAttribute("aria-label") !== label) this.pad.setAttribute("aria-label", label);
    this.speak(model.get("status"), model.get("spoken"));
    set(this.alert, model.get("error"));
    if (this.parts && this.legendShown !== model.get("legend")) this.explain();
  }

  // Screen readers speak a change; the same words again are made one by a blank at the end.
  speak(words, spoken) {
    if (this.spoken === spoken) return;
    // Our own words begin with a capital, see style.css; what was typed keeps its spelling.
    this.status.classList.toggle("skylib-quoted", /^['"]/.test(words));
    const again = this.spoken !== undefined && words && this.status.textContent === words;
    this.spoken = spoken;
    this.status.textContent = again ? `${words}\u00a0` : words;
  }

  explain() {
    const items = (this.legendShown = this.model.get("legend"));
    const { pictures } = this.parts;
    const list = document.createElement("ul");
    list.setAttribute("aria-label", "Legend");
    for (const [picture, name] of items) {
      const item = document.createElement("li");
      item.innerHTML = pictures[picture] ?? ""; // our own pictures, see legend.py
      item.append(name);
      list.append(item);
    }
    this.legend.replaceChildren(...(items.length ? [list] : []));
  }

  fail(error) {
    console.error(error);
    this.alert.textContent = `The map cannot be drawn: ${error.message ?? error}`;
  }

  // ---- drawing ----

  async start() {
    this.parts = await loadParts(this.model);
    this.library = this.parts.library;
    if (this.ended) return;
    this.explain();
    await this.draw();
  }

  // Bokeh draws only what is on the page; a cell may be built, or scrolled away, without being.
  async embed() {
    for (;;) {
      while (!this.canvas.isConnected && !this.ended) {
        await new Promise((woken) => { this.woken = woken; });
      }
      if (this.ended) return null;
      try {
        return await this.library.embed.embed_item(structuredClone(this.parts.figure), this.canvas);
      } catch (error) {
        if (this.canvas.isConnected) throw error; // else it went while Bokeh drew: once more
      }
    }
  }

  async draw() {
    const { model } = this;
    const table = model.get("board");
    this.takeDown();
    if (!table.frame) return; // nothing to show yet
    this.board = new Board(table);
    this.painter = new Painter(this.board, this.parts);
    const [west, north, east, south] = table.frame;
    const width = model.get("width") || table.width;
    this.root.parentElement?.style.setProperty("--skylib-width", `${width}px`);
    this.pad.style.aspectRatio = `${east - west} / ${south - north}`;
    const [svg, shown] = await Promise.all([unpack(model.get("ground")), this.embed()]);
    this.manager = shown;
    if (this.ended) return this.takeDown();
    const [figure] = [...shown];
    this.svg = svg;
    this.picture = null;
    this.figure = figure;
    this.plot = figure.model;
    this.document = this.plot.document;
    // Bokeh has the page laid out anew at each paint, for elements of its parts that are empty.
    for (const part of figure.computed_renderer_views ?? []) part.update_position = () => {};
    this.slots = {};
    this.pixels = 0;
    this.closeIn();
    await this.drawGround();
  }

  // The ground as bitmaps of just the size that is needed: the whole board as it lies on the
  // page, and when zoomed in, what is on screen once more, so that it stays sharp.
  async drawGround() {
    const drawing = (this.drawing = {});
    const [west, north, east, south] = this.board.table.frame;
    const ratio = window.devicePixelRatio || 1;
    const whole = this.canvas.clientWidth / (east - west);
    const parts = [[west, north, east, south, whole]];
    const view = this.window();
    if (view.wide < east - west - 1e-9) {
      const { west: w, north: n, wide, tall } = view;
      parts.push([w, n, w + wide, n + tall, this.pixels]);
    }
    const data = { url: [], x: [], y: [], w: [], h: [] };
    const half = 0.5 / this.pixels; // Bokeh draws half a pixel off, which would blur a bitmap
    this.picture ??= await decode(this.svg);
    for (const [w, n, e, s, scale] of parts) {
      if (this.drawing !== drawing || !this.plot) return this.forget(data.url);
      // Lines between hexes grow no thicker when the reader comes nearer, and a close-up
      // has numbers of its own.
      const near = scale / whole;
      const thin = Math.min(1.5, Math.max(0.7, 0.03 * scale)) / near;
      const picture = near === 1 ? this.picture : await decode(
        this.svg
          .replace(/(data-part="grid" stroke-width=")[^"]*/, `$1${thin.toFixed(3)}`)
          .replace(/<g data-part="numbers">.*(?=<\/svg>)/s, ""),
      );
      if (this.drawing !== drawing || !this.plot) return this.forget(data.url);
      const from = picture.naturalWidth / (east - west);
      const bitmap = document.createElement("canvas");
      bitmap.width = Math.max(1, Math.round((e - w) * scale * ratio));
      bitmap.height = Math.max(1, Math.round((s - n) * scale * ratio));
      bitmap.getContext("2d").drawImage(
        picture, (w - west) * from, (n - north) * from, (e - w) * from, (s - n) * from,
        0, 0, bitmap.width, bitmap.height,
      );
      const blob = await new Promise((done) => bitmap.toBlob(done));
      bitmap.width = bitmap.height = 0;
      if (this.drawing !== drawing || !this.plot) return this.forget(data.url);
      data.url.push(URL.createObjectURL(blob));
      data.x.push(w - half);
      data.y.push(n - half);
      data.w.push(e - w);
      data.h.push(s - n);
    }
    const before = this.urls ?? [];
    this.urls = data.url;
    this.source("ground").data = data;
    setTimeout(() => this.forget(before), 2000); // Bokeh may still be loading them
  }

  drawGroundSoon() {
    clearTimeout(this.redraw);
    this.redraw = setTimeout(() => {
      if (this.plot) this.drawGround().catch((error) => this.fail(error));
    }, 120);
  }

  forget(urls) {
    for (const url of urls ?? []) URL.revokeObjectURL(url);
  }

  source(name) { return this.document.get_model_by_name(name); }

  paint(layers) {
    const filled = {};
    for (const layer of layers) {
      const rows = (this.shown[layer] = this.model.get(layer));
      Object.assign(filled, this.painter[layer](rows, this.pixels, this.model.get("counters")));
    }
    this.fill(filled);
  }

  // Put shapes into their slots and hand the planes that changed to Bokeh.
  fill(slots) {
    Object.assign(this.slots, slots);
    for (const [plane, names] of Object.entries(SLOTS)) {
      if (!names.some((name) => name in slots)) continue;
      const data = Object.fromEntries(PLANES[plane].map((column) => [column, []]));
      for (const name of names) {
        for (const one of this.slots[name] ?? []) {
          for (const column in data) data[column].push(one[column]);
        }
      }
      const source = this.source(plane);
      Object.assign(source.data, data); // in place: Bokeh need not look through it for models
      source.change.emit();
    }
    this.soon.port2.postMessage(null);
  }

  changed() {
    this.words();
    if (!this.library) return; // the first drawing is still to come and will show all
    if (this.model.get("board") !== this.board?.table) {
      this.ready = this.ready.then(() => this.draw()).catch((error) => this.fail(error));
    } else if (this.plot) {
      const changed = LAYERS.filter((layer) => this.model.get(layer) !== this.shown[layer]);
      if (changed.includes("counters") && !changed.includes("marks")) changed.push("marks");
      this.paint(changed);
      if (this.model.get("close_up") !== this.closeUp) this.closeIn();
    }
  }

  resized() {
    this.woken?.(); // a size is what a cell has that is on the page
    if (!this.plot) return;
    const width = this.canvas.clientWidth;
    if (!width) return; // not on screen
    const range = this.plot.x_range;
    const pixels = width / (range.end - range.start);
    if (Math.abs(pixels - this.pixels) < 0.01) return;
    const first = this.pixels === 0;
    this.pixels = pixels;
    if (!first) this.drawGroundSoon();
    this.paint(first ? LAYERS : SCALED);
  }

  // ---- zoom and pan ----

  look(west, north, wide) {
    const [w, n, e, s] = this.board.table.frame;
    const full = e - w, high = s - n;
    wide = Math.min(full, Math.max(full / 8, 4, wide));
    const tall = (wide * high) / full;
    west = Math.min(e - wide, Math.max(w, west));
    north = Math.min(s - tall, Math.max(n, north));
    this.plot.x_range.setv({ start: west, end: west + wide });
    this.plot.y_range.setv({ start: north + tall, end: north });
    this.cover.classList.toggle("skylib-zoomed", wide < full - 1e-9);
    this.hideTip();
    this.resized();
    this.edges();
    this.drawGroundSoon();
  }

  // Row and column numbers at the edges of a close-up; the whole map has its own.
  edges() {
    const { rows, frame } = this.board.table;
    const { west, north, wide, tall } = this.window();
    const places = [];
    if (wide < frame[2] - frame[0] - 1e-9) {
      const inset = 16 / this.pixels;
      // Only every second, third ... number where they would touch.
      const thin = (labels, room) => {
        const step = labels.length > 1 ? Math.abs(labels[1][0] - labels[0][0]) * this.pixels : room;
        const every = Math.ceil(room / step);
        return labels.filter((_, i) => (i + 1) % every === 0);
      };
      const within = (v, start, long) => v > start + 2 * inset && v < start + long - 2 * inset;
      for (const [y, text] of thin(rows, 16)) {
        if (!within(y, north, tall)) continue;
        places.push([west + inset, y, text], [west + wide - inset, y, text]);
      }
      for (const y of [north + inset, north + tall - inset]) {
        for (const [x, text] of thin(this.board.columnsAt(y), 26)) {
          if (within(x, west, wide)) places.push([x, y, text]);
        }
      }
    }
    this.fill(this.painter.edges(places, this.pixels));
  }

  closeIn() {
    this.closeUp = this.model.get("close_up");
    if (!this.closeUp?.length) return this.home();
    const [w, n, e, s] = this.closeUp;
    const [fw, fn, fe, fs] = this.board.table.frame;
    const wide = Math.max(e - w, ((s - n) * (fe - fw)) / (fs - fn));
    const tall = (wide * (fs - fn)) / (fe - fw);
    this.look((w + e - wide) / 2, (n + s - tall) / 2, wide);
  }

  // The whole map; from there, the close-up if there is one.
  reset() {
    if (!this.plot) return;
    const [w, , e] = this.board.table.frame;
    if (this.window().wide > e - w - 1e-9) this.closeIn();
    else this.home();
  }

  window() {
    const { x_range: x, y_range: y } = this.plot;
    return { west: x.start, north: y.end, wide: x.end - x.start, tall: y.start - y.end };
  }

  zoom(factor, at = null) {
    if (!this.plot) return;
    const { west, north, wide, tall } = this.window();
    const [x, y] = at ?? [west + wide / 2, north + tall / 2];
    const [w, , e] = this.board.table.frame;
    const next = Math.min(e - w, Math.max((e - w) / 8, 4, wide / factor));
    const part = next / wide;
    this.look(x - (x - west) * part, y - (y - north) * part, next);
  }

  pan(dx, dy) {
    if (!this.plot) return;
    const { west, north, wide } = this.window();
    this.look(west + dx, north + dy, wide);
  }

  home() {
    if (!this.plot) return;
    const [w, n, e] = this.board.table.frame;
    this.look(w, n, e - w);
  }

  point(event, box = this.cover.getBoundingClientRect()) {
    const { west, north, wide, tall } = this.window();
    return [
      west + ((event.clientX - box.left) / box.width) * wide,
      north + ((event.clientY - box.top) / box.height) * tall,
    ];
  }

  // ---- pointer and keys ----

  listen() {
    const options = { signal: this.controls.signal };
    const on = (name, act, more = {}) =>
      this.cover.addEventListener(name, act, { ...options, ...more });
    const down = new Map(); // pointers on the map: where they went down and where they are
    let dragged = false;
    let lastTap = { time: -1e9, hex: null };
    on("pointerdown", (event) => {
      if (!this.plot || event.button > 0) return;
      clearTimeout(this.hovering);
      this.hovering = undefined;
      const box = this.cover.getBoundingClientRect();
      this.cover.setPointerCapture?.(event.pointerId);
      if (!down.size) dragged = false;
      down.set(event.pointerId, {
        x0: event.clientX, y0: event.clientY, x: event.clientX, y: event.clientY, box,
      });
    });
    on("pointermove", (event) => {
      if (!this.plot) return;
      const p = down.get(event.pointerId);
      if (!p) return this.hover(event);
      if (down.size > 1) {
        const [a, b] = [...down.values()];
        const before = Math.hypot(a.x - b.x, a.y - b.y);
        const middle = { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
        [p.x, p.y] = [event.clientX, event.clientY];
        const after = Math.hypot(a.x - b.x, a.y - b.y);
        if (before > 0 && after > 0) this.zoom(after / before, this.point(middle));
        dragged = true;
        return;
      }
      const far = Math.hypot(event.clientX - p.x0, event.clientY - p.y0);
      if (far > 5) dragged = true;
      if (dragged) {
        this.hideTip();
        this.pan((p.x - event.clientX) / this.pixels, (p.y - event.clientY) / this.pixels);
        [p.x, p.y] = [event.clientX, event.clientY];
      }
    });
    on("pointerup", (event) => {
      const p = down.get(event.pointerId);
      if (!down.delete(event.pointerId)) return;
      if (dragged) return this.focus();
      const [x, y] = this.point(event, p.box);
      const hex = this.board.at(x, y);
      const double = hex === lastTap.hex && event.timeStamp - lastTap.time < 350;
      lastTap = double ? { time: -1e9, hex: null } : { time: event.timeStamp, hex };
      const round = (v) => Math.round(v * 1000) / 1000;
      this.send({ event: double ? "double" : "tap", x: round(x), y: round(y) });
      this.focus();
    });
    // The focus comes after the tap has been sent: drawing its ring takes time.
    on("mousedown", (event) => event.preventDefault());
    on("pointercancel", (event) => { down.delete(event.pointerId); dragged = true; });
    on("pointerleave", () => this.hideTip());
    on("wheel", (event) => {
      if (!this.plot || !(event.ctrlKey || event.metaKey)) return; // else the page scrolls
      event.preventDefault();
      event.stopPropagation();
      this.zoom(Math.exp(-event.deltaY / 240), this.point(event));
    }, { passive: false });
    this.pad.addEventListener("keydown", (event) => this.key(event), options);
  }

  focus() {
    if (document.activeElement !== this.pad) this.pad.focus({ preventScroll: true });
  }

  // The tip comes when the pointer has been on the map for a moment, so that it costs
  // nothing while somebody taps.
  hover(event) {
    this.pointer = event;
    this.hovering ??= setTimeout(() => this.showTip(), 60);
  }

  hideTip() {
    clearTimeout(this.hovering);
    this.hovering = undefined;
    if (!this.tip.hidden) this.tip.hidden = true;
  }

  showTip() {
    this.hovering = undefined;
    if (!this.plot) return;
    const event = this.pointer;
    const index = this.board.at(...this.point(event));
    if (index === undefined || event.pointerType === "touch") return this.hideTip();
    this.tip.replaceChildren(...this.hoverLines(index).map((text) => {
      const line = document.createElement("div");
      line.textContent = text;
      return line;
    }));
    this.tip.hidden = false;
    const box = this.cover.getBoundingClientRect();
    const left = event.clientX - box.left, top = event.clientY - box.top;
    const { offsetWidth: wide, offsetHeight: high } = this.tip;
    this.tip.style.left = `${left > box.width - wide - 24 ? left - wide - 12 : left + 14}px`;
    this.tip.style.top = `${top > box.height - high - 24 ? top - high - 12 : top + 16}px`;
  }

  hoverLines(index) {
    const { board, model } = this;
    const [q, r] = board.table.hexes.slice(2 * index, 2 * index + 2);
    const [cx, cy] = board.layout === "rows" ? [2 * q + r, 3 * r] : [3 * q, 2 * r + q];
    const lines = [[board.table.names[index], ...board.ground[index]].join(" · ")];
    for (const row of model.get("counters")) {
      if (row[0] !== cx || row[1] !== cy) continue;
      const [letter, level, state, name] = [row[7], row[8], row[10], row[14]];
      let text = letter && letter !== name ? `${letter} ${name}` : name;
      if (level != null) text += `, level ${level}`;
      if (state) text += `, ${state}`;
      lines.push(text);
    }
    for (const row of model.get("tokens")) {
      if (row[6] === cx && row[7] === cy) lines.push(row[5]);
    }
    return lines;
  }

  key(event) {
    if (event.target !== this.pad || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const arrow = /^Arrow(Left|Right|Up|Down)$/.test(key);
    if (!arrow && key.length !== 1 && !["Enter", "Escape", "Backspace"].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "+" || key === "=") return this.zoom(1.5);
    if (key === "-") return this.zoom(1 / 1.5);
    if (key === "0") return this.reset();
    if (arrow && event.shiftKey) {
      const step = this.plot ? this.window().wide / 8 : 0;
      const [dx, dy] = {
        ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step],
      }[key];
      return this.pan(dx, dy);
    }
    this.send({ event: "key", key, modifiers: event.shiftKey ? ["shift"] : [] });
  }

  // Numbered, since the kernel may get them in another order (turns.py).
  send(event) {
    this.name ??= Math.random().toString(36).slice(2);
    this.sent = (this.sent ?? 0) + 1;
    this.model.send({ ...event, turn: [this.name, this.sent] });
  }

  // ---- the end ----

  takeDown() {
    const { manager, document: page } = this;
    this.plot = this.figure = this.document = this.manager = null;
    if (manager) takeAway(this.library, manager, this.canvas);
    if (page) page.views_manager = null;
    this.canvas.replaceChildren();
    clearTimeout(this.redraw);
    this.drawing = null;
    this.forget(this.urls);
    this.urls = this.picture = this.svg = null;
  }

  end() {
    this.ended = true;
    this.woken?.();
    this.sizes.disconnect();
    this.soon.port1.close();
    this.hideTip();
    this.controls.abort();
    this.takeDown();
    this.root.remove();
  }
}

export default {
  initialize,
  render({ model, el }) {
    const view = new MapView(model, el);
    el.skylibMap = view; // for tests and for the curious
    return () => view.end();
  },
};
