// The map in the browser. Python builds the figure and says what there is to see as short
// rows; this file fills the figure's data sources with them, and sends taps and keys back.
// Whole numbers in the rows are lattice steps, other places hex widths (see layers.py).

// ---- loaded once: BokehJS and the letters --------------------------------------------------

const parts = (window.__skylibParts ??= {});

// The one model that carries what all maps share, and what was made of it.
async function loadParts(model) {
  const reference = model.get("parts"); // "IPY_MODEL_" and an id
  const id = String(reference?.model_id ?? reference).replace("IPY_MODEL_", "");
  const source = await model.widget_manager.get_model(id);
  const version = source.get("version"), key = source.get("key");
  return (parts[key] ??= Promise.all([
    window.Bokeh?.version === version ? window.Bokeh : evaluate(source),
    unpack(source.get("letters")).then(JSON.parse),
  ]).then(([library, letters]) => ({
    library, letters, look: source.get("look"), shapes: source.get("shapes"),
    pictures: source.get("pictures"), figure: source.get("figure"),
  })).catch((error) => {
    delete parts[key]; // the next map tries again
    throw error;
  }));
}

function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

async function evaluate(source) {
  const text = await unpack(source.get("script"));
  const before = window.Bokeh; // another version may be in use elsewhere on the page
  const script = document.createElement("script");
  script.textContent = text;
  document.head.append(script);
  script.remove();
  const library = window.Bokeh;
  if (before) window.Bokeh = before;
  return library;
}

// ---- hexes -----------------------------------------------------------------------------

const ROOT3_2 = Math.sqrt(3) / 2;

function hexAt(layout, x, y) {
  let q, r;
  if (layout === "rows") { r = y / ROOT3_2; q = x - r / 2; }
  else { q = x / ROOT3_2; r = y - q / 2; }
  const s = -q - r;
  let rq = Math.round(q), rr = Math.round(r);
  const rs = Math.round(s);
  const dq = Math.abs(rq - q), dr = Math.abs(rr - r), ds = Math.abs(rs - s);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return `${rq},${rr}`;
}

const CORNERS = {
  rows: [[1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1], [0, -2]],
  columns: [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]],
};

class Board {
  constructor(table) {
    this.table = table;
    this.layout = table.layout;
    [this.ux, this.uy] = table.unit;
    this.index = new Map();
    for (let i = 0; i < table.names.length; i++) {
      this.index.set(`${table.hexes[2 * i]},${table.hexes[2 * i + 1]}`, i);
    }
    this.ground = table.names.map(() => []);
    for (const [name, hexes] of table.ground) for (const i of hexes) this.ground[i].push(name);
  }

  at(x, y) { return this.index.get(hexAt(this.layout, x, y)); }

  corners(x, y, scale = 1) {
    return CORNERS[this.layout].map(([dx, dy]) => [
      (x + dx * scale) * this.ux, (y + dy * scale) * this.uy,
    ]);
  }
}

function split(points) {
  return [points.map((p) => p[0]), points.map((p) => p[1])];
}

function pairs(flat, ux, uy) {
  const xs = [], ys = [];
  for (let i = 0; i < flat.length; i += 2) { xs.push(flat[i] * ux); ys.push(flat[i + 1] * uy); }
  return [xs, ys];
}

function turned(points, degrees) {
  const a = ((degrees ?? 0) * Math.PI) / 180, c = Math.cos(a), s = Math.sin(a);
  return points.map(([x, y]) => [x * c - y * s, x * s + y * c]);
}

function regular(corners, radius, first = 0) {
  return Array.from({ length: corners }, (_, i) => {
    const a = ((first + (360 * i) / corners) * Math.PI) / 180;
    return [radius * Math.sin(a), -radius * Math.cos(a)];
  });
}

function star(points, outer, inner) {
  return Array.from({ length: 2 * points }, (_, i) => {
    const radius = i % 2 ? inner : outer, a = (i * Math.PI) / points;
    return [radius * Math.sin(a), -radius * Math.cos(a)];
  });
}

const moved = (points, x, y, size) => points.map(([px, py]) => [x + px * size, y + py * size]);

// ---- from rows to shapes --------------------------------------------------------------------

// A shape is what one row of a data source holds: rings of x and of y, fill, line, width,
// dash. The planes and their columns are those of figure.py.
const PLANES = {
  low: ["xs", "ys", "fill", "line", "width", "dash"],
  lines: ["xs", "ys", "line", "width", "dash"],
  high: ["xs", "ys", "fill", "line", "width", "dash"],
};

// What lies on each plane, from below to above. A layer fills one or more of these slots.
const SLOTS = {
  low: ["area tints", "area dots", "area lines", "area labels", "mark lines"],
  lines: ["paths"],
  high: [
    "beads", "tokens", "numbers", "silhouettes", "rings", "roundels", "levels", "labels",
    "mark points", "cursor", "edges",
  ],
};

const HATCHES = { "/": [45], "\\": [-45], x: [45, -45], "-": [0], "|": [90], ".": [0] }; // degrees

// Lines across polygons, so far apart, as rings of two points. Even-odd, so holes stay free.
function hatched(polygons, degrees, step) {
  const a = (degrees * Math.PI) / 180, c = Math.cos(a), s = Math.sin(a);
  const sides = []; // turned so that the lines run level
  for (const rings of polygons) {
    for (const [xs, ys] of rings) {
      for (let i = 0, j = xs.length - 1; i < xs.length; j = i++) {
        sides.push([xs[j] * c - ys[j] * s, xs[j] * s + ys[j] * c,
          xs[i] * c - ys[i] * s, xs[i] * s + ys[i] * c]);
      }
    }
  }
  const low = Math.min(...sides.map((side) => side[1]));
  const high = Math.max(...sides.map((side) => side[1]));
  const out = { xs: [], ys: [] };
  // Multiples of the step, so that hatches of neighbouring areas meet.
  for (let y = Math.ceil(low / step) * step + 1e-6; y < high; y += step) {
    const cuts = [];
    for (const [x0, y0, x1, y1] of sides) {
      if (y0 > y !== y1 > y) cuts.push(x0 + ((y - y0) * (x1 - x0)) / (y1 - y0));
    }
    cuts.sort((p, q) => p - q);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const [p, q] = [cuts[i], cuts[i + 1]];
      out.xs.push([[p * c + y * s, q * c + y * s]]);
      out.ys.push([[y * c - p * s, y * c - q * s]]);
    }
  }
  return out;
}

function faded(colour, alpha) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

function shape(points, { fill = null, line = null, width = 1.3, dash = [] }) {
  const [xs, ys] = split(points);
  return { xs: [[xs]], ys: [[ys]], fill, line, width, dash };
}

// A dark line on a light one; `points` is closed unless it goes there and back.
function cased(points, paper, { line, width, casing, dash }) {
  return [shape(points, { line: paper, width: casing }), shape(points, { line, width, dash })];
}

function rounded(x, y, wide, high, radius) {
  const points = [];
  for (const [sx, sy, first] of [[1, -1, 0], [1, 1, 90], [-1, 1, 180], [-1, -1, 270]]) {
    for (let i = 0; i <= 4; i++) {
      const a = ((first + 22.5 * i) * Math.PI) / 180;
      points.push([
        x + sx * (wide / 2 - radius) + radius * Math.sin(a),
        y + sy * (high / 2 - radius) - radius * Math.cos(a),
      ]);
    }
  }
  return points;
}

// Turns the rows of a layer into shapes at a scale of so many pixels a hex: one method a
// layer, each returns the slots it fills.
class Painter {
  constructor(board, { look, shapes, letters }) {
    this.board = board;
    this.look = look;
    this.shapes = shapes;
    this.letters = letters;
  }

  side(number) { return this.look.sides[(number ?? 0) % this.look.sides.length]; }

  style(table, kind) { return this.look[table][kind] ?? this.look[table][""]; }

  counterScale(pixels) {
    const [length, least] = this.look.counter;
    return Math.max(length, least / pixels);
  }

  // ---- text ----

  // Height of text in hexes: so many, within bounds in pixels that can be read.
  size(pixels, hexes, least = 10.5, most = 30) {
    return Math.min(most, Math.max(least, hexes * pixels)) / pixels;
  }

  letter(character) { return this.letters[character] ?? this.letters["?"]; }

  width(text, size) {
    let across = 0;
    for (const character of text) across += this.letter(character)[0];
    return (across * size) / 100;
  }

  // A line of text with its middle at (x, y), so many hexes high: no shape if it is blank.
  // Each ring is a polygon, holes too: Bokeh fills a row even-odd, and asks only the first
  // ring of a polygon whether it is on screen.
  write(text, x, y, size, ink) {
    const xs = [], ys = [], scale = size / 100;
    let left = x - this.width(text, size) / 2;
    for (const character of text) {
      const [advance, rings] = this.letter(character);
      for (const ring of rings) {
        const [rx, ry] = pairs(ring, scale, scale);
        xs.push([rx.map((v) => v + left)]);
        ys.push([ry.map((v) => v + y + 0.36 * size)]);
      }
      left += advance * scale;
    }
    return xs.length ? [{ xs, ys, fill: ink, line: null, width: 0, dash: [] }] : [];
  }

  // Text in a box that is drawn to fit; `round` makes its ends round.
  box(text, x, y, size, line, { fill = this.look.paper, ink = this.look.ink, dash = [],
    round = false } = {}) {
    const wide = round
      ? Math.max(1.5 * size, this.width(text, size) + 0.6 * size)
      : this.width(text, size) + 0.5 * size;
    const high = (round ? 1.5 : 1.35) * size;
    const frame = rounded(x, y, wide, high, round ? high / 2 : size / 4);
    return [shape(frame, { fill, line, dash }), ...this.write(text, x, y, size, ink)];
  }

  // ---- layers ----

  areas(rows, pixels) {
    const slots = { "area tints": [], "area dots": [], "area lines": [], "area labels": [] };
    const { ux, uy } = this.board;
    const radius = Math.max(2.2 / pixels, 0.15);
    for (const [kind, side, polygons, centres, label, x, y] of rows) {
      const style = this.style("areas", kind);
      const own = style.own && side !== null;
      const line = own ? this.side(side)[1] : style.line;
      const parts = polygons.map((rings) => rings.map((ring) => pairs(ring, ux, uy)));
      const xs = parts.map((rings) => rings.map((ring) => ring[0]));
      const ys = parts.map((rings) => rings.map((ring) => ring[1]));
      slots["area tints"].push({
        xs, ys, fill: faded(style.tint, style.alpha), line: this.look.paper,
        width: style.width + 3, dash: [],
      });
      const dotted = style.hatch === ".";
      for (const degrees of HATCHES[style.hatch] ?? []) {
        slots["area tints"].push({
          ...hatched(parts, degrees, style.step / pixels), fill: null,
          line: own ? line : style.ink, width: dotted ? 2 : 1, dash: dotted ? [2, 6] : [],
        });
      }
      for (let i = 0; i < centres.length; i += 2) {
        const dot = moved(regular(6, radius), centres[i] * ux, centres[i + 1] * uy, 1);
        slots["area dots"].push(shape(dot, { fill: line }));
      }
      slots["area lines"].push({ xs, ys, fill: null, line, width: style.width, dash: style.dash });
      if (label) {
        slots["area labels"].push(...this.box(label, x, y, this.size(pixels, 0.36), line));
      }
    }
    return slots;
  }

  marks(rows, pixels, counters) {
    const lines = [], points = [];
    const { marks: colours, paper, ink } = this.look;
    const scale = this.counterScale(pixels);
    const wide = scale > 1.2 ? 1.15 * scale : 1; // around a counter that is larger than its hex
    const held = new Set(counters.map(([x, y]) => `${x},${y}`));
    for (const [kind, centres, spots] of rows) {
      for (let i = 0; i < centres.length; i += 2) {
        const [x, y] = [centres[i], centres[i + 1]];
        const size = held.has(`${x},${y}`) ? wide : 1;
        const hex = this.board.corners(x, y, kind === "last" ? 0.86 * size : size);
        if (kind === "selected") {
          const thick = { line: colours.selected, width: 3.4, casing: 6.4, dash: [] };
          lines.push(...cased(hex, paper, thick));
        } else if (kind === "last") {
          const broken = { line: colours.last, width: 2.4, casing: 4.6, dash: [4, 3] };
          lines.push(...cased(hex, paper, broken));
        }
      }
      for (const [x, y] of spots) {
        if (kind === "legal") {
          const disc = moved(regular(20, Math.max(4 / pixels, 0.17)), x, y, 1);
          points.push(shape(disc, { fill: colours.legal, line: paper, width: 1.8 }));
        } else {
          const five = moved(star(5, 1, 0.45), x, y, Math.max(9 / pixels, 0.34));
          points.push(shape(five, { fill: colours.hint, line: ink, width: 1.8 }));
        }
      }
    }
    return { "mark lines": lines, "mark points": points };
  }

  paths(rows, pixels) {
    const paths = [], beads = [];
    const { ux, uy } = this.board, { paper } = this.look;
    const draw = (xs, ys, line, width, casing, dash) => paths.push(
      { xs, ys, line: paper, width: casing, dash: [] }, { xs, ys, line, width, dash },
    );
    for (const [kind, side, centres, spots] of rows) {
      const style = this.style("paths", kind);
      const line = style.own && side !== null ? this.side(side)[1] : style.line;
      const [xs, ys] = pairs(centres, ux, uy);
      if (xs.length > 1) draw(xs, ys, line, style.width, style.width + 3.2, style.dash);
      if (style.end === "cross" && xs.length) {
        const x = xs.at(-1), y = ys.at(-1), r = Math.max(6 / pixels, 0.3), d = 1.4 * r;
        for (const points of [
          moved([...regular(20, 1), [0, -1]], x, y, r),
          [[x - d, y], [x + d, y]],
          [[x, y - d], [x, y + d]],
        ]) draw(...split(points), line, 2, 4.4, []);
      }
      for (const [x, y, text, bead] of spots) {
        const [fill, ink] = this.look.beads[bead] ?? this.look.beads[""];
        const dash = bead === "unseen" ? [2.5, 2] : [];
        const more = { fill, ink, dash, round: true };
        beads.push(...this.box(text, x, y, this.size(pixels, 0.34), ink, more));
      }
    }
    return { paths, beads };
  }

  tokens(rows, pixels) {
    const tokens = [];
    const r = Math.max(7.5 / pixels, 0.28);
    for (const [x, y, form, side, letter] of rows) {
      const ink = side === null ? this.look.ink : this.side(side)[1];
      const outline = moved(this.shapes.tokens[form] ?? this.shapes.disc, x, y, r);
      tokens.push(shape(outline, { fill: this.look.paper, line: ink, width: 2.2 }));
      tokens.push(...this.write(letter || (form === "cross" ? "×" : ""), x, y, 1.25 * r, ink));
    }
    return { tokens };
  }

  counters(rows, pixels) {
    const silhouettes = [], rings = [], roundels = [], levels = [];
    const { ux, uy } = this.board, { ink, paper } = this.look;
    const scale = this.counterScale(pixels);
    const [rx, ry, radius] = this.shapes.roundel;
    const { aircraft, balloon } = this.shapes;
    // Low aircraft first, so that the higher one lies on top; ghosts below all.
    const order = [...rows].sort((a, b) => b[9] - a[9] || (a[8] ?? 0) - (b[8] ?? 0));
    for (const row of order) {
      const [hx, hy, dx, dy, part, angle, side, letter, level, ghost, state, kind, bx, by] = row;
      const [colour, dark, pale] = this.side(side);
      const x = hx * ux + dx * scale, y = hy * uy + dy * scale, size = part * scale;
      if (state) {
        const ring = moved(regular(40, 0.72 * size), x, y, 1);
        const dash = state === "active" ? [] : [4, 3];
        rings.push(...cased(ring, paper, { line: ink, width: 2.6, casing: 5.4, dash }));
      }
      const form = kind === "balloon" ? balloon : aircraft[side % aircraft.length];
      const outline = moved(turned(form, angle), x, y, size);
      silhouettes.push(shape(outline, { line: paper, width: 4.4 }));
      silhouettes.push(shape(outline, ghost
        ? { fill: pale, line: dark, width: 1.5, dash: [3, 2] }
        : { fill: colour, line: ink, width: 1.5 }));
      if (state === "down") {
        const d = 0.5 * size, thick = { line: ink, width: 3.2, casing: 6, dash: [] };
        rings.push(...cased([[x - d, y - d], [x + d, y + d]], paper, thick));
        rings.push(...cased([[x - d, y + d], [x + d, y - d]], paper, thick));
      }
      const [[tx, ty]] = turned([[rx, ry]], angle);
      const pen = ghost ? dark : ink, cx = x + tx * size, cy = y + ty * size;
      const disc = moved(regular(24, radius * size), cx, cy, 1);
      const high = (1.45 * radius * size) / Math.max(1, 0.75 * letter.length);
      roundels.push(shape(disc, { fill: paper, line: pen, width: 1.2 }));
      roundels.push(...this.write(letter, cx, cy, high, pen));
      if (level !== null) {
        const place = [hx * ux + bx * scale, hy * uy + by * scale];
        levels.push(
          ...this.box(String(level), ...place, this.size(pixels, 0.34 * scale, 10.5, 22), ink),
        );
      }
    }
    return { silhouettes, rings, roundels, levels };
  }

  labels(rows, pixels) {
    const labels = [], numbers = [];
    const size = this.size(pixels, 0.36);
    for (const [x, y, text, kind] of rows) {
      if (kind === "number") numbers.push(...this.box(text, x, y, size, null));
      else labels.push(...this.box(text, x, y, size, this.look.soft));
    }
    return { labels, numbers };
  }

  cursor_at(row) {
    const cursor = [];
    if (row.length) {
      // Six corners, each with a bit of the two sides that meet there.
      const corners = this.board.corners(row[0], row[1], 1.08);
      corners.forEach(([x, y], i) => {
        const towards = ([u, v]) => [x + 0.3 * (u - x), y + 0.3 * (v - y)];
        const [a, b] = [towards(corners[(i + 5) % 6]), towards(corners[(i + 1) % 6])];
        cursor.push(...cased([a, [x, y], b, [x, y]], this.look.paper, {
          line: "#000000", width: 3.4, casing: 6.4, dash: [],
        }));
      });
    }
    return { cursor };
  }

  edges(places, pixels) {
    return {
      edges: places.flatMap(([x, y, text]) => this.box(text, x, y, 11 / pixels, null)),
    };
  }
}

const LAYERS = ["areas", "tokens", "paths", "counters", "labels", "marks", "cursor_at"];
const SCALED = ["areas", "tokens", "paths", "counters", "labels", "marks"]; // sizes in pixels

function decode(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  return image.decode().then(() => image).finally(() => URL.revokeObjectURL(url));
}

// ---- one view of a map -------------------------------------------------------------------

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
      "Arrow keys move a cursor from hex to hex, Enter chooses its hex, Escape puts it away. " +
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
    set(this.status, model.get("status"));
    set(this.alert, model.get("error"));
    if (this.parts && this.legendShown !== model.get("legend")) this.explain();
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
    const [svg, shown] = await Promise.all([
      unpack(model.get("ground")),
      this.library.embed.embed_item(structuredClone(this.parts.figure), this.canvas),
    ]);
    this.manager = shown;
    if (this.ended) return this.takeDown();
    const [figure] = [...shown];
    this.svg = svg;
    this.picture = null;
    this.figure = figure;
    this.plot = figure.model;
    this.document = this.plot.document;
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
      // Lines between hexes grow no thicker when the reader comes nearer.
      const near = scale / whole;
      const thin = Math.min(1.5, Math.max(0.7, 0.03 * scale)) / near;
      const picture = near === 1 ? this.picture : await decode(
        this.svg.replace(/(data-part="grid" stroke-width=")[^"]*/, `$1${thin.toFixed(3)}`),
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
      this.source(plane).data = data;
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
    const { rows, columns, frame } = this.board.table;
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
      for (const [x, text] of thin(columns, 26)) {
        if (!within(x, west, wide)) continue;
        places.push([x, north + inset, text], [x, north + tall - inset, text]);
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
      const box = this.cover.getBoundingClientRect(); // before the focus makes it costly
      if (document.activeElement !== this.pad) this.pad.focus({ preventScroll: true });
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
      if (!down.delete(event.pointerId) || dragged) return;
      const [x, y] = this.point(event, p.box);
      const hex = this.board.at(x, y);
      const double = hex === lastTap.hex && event.timeStamp - lastTap.time < 350;
      lastTap = double ? { time: -1e9, hex: null } : { time: event.timeStamp, hex };
      const round = (v) => Math.round(v * 1000) / 1000;
      this.model.send({ event: double ? "double" : "tap", x: round(x), y: round(y) });
    });
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
      if (level !== null) text += `, level ${level}`;
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
    this.model.send({ event: "key", key, modifiers: event.shiftKey ? ["shift"] : [] });
  }

  // ---- the end ----

  takeDown() {
    const { manager, document: page } = this;
    this.plot = this.figure = this.document = this.manager = null;
    if (manager) {
      const pages = new Set([...manager].map((view) => view.model.document));
      for (const view of [...manager]) view.remove();
      for (const one of pages) {
        one?.clear();
        const at = this.library.documents.indexOf(one);
        if (at >= 0) this.library.documents.splice(at, 1);
      }
    }
    if (page) page.views_manager = null;
    this.canvas.replaceChildren();
    clearTimeout(this.redraw);
    this.drawing = null;
    this.forget(this.urls);
    this.urls = this.picture = this.svg = null;
  }

  end() {
    this.ended = true;
    this.sizes.disconnect();
    this.soon.port1.close();
    this.hideTip();
    this.controls.abort();
    this.takeDown();
    this.root.remove();
  }
}

export default {
  render({ model, el }) {
    const view = new MapView(model, el);
    el.skylibMap = view; // for tests and for the curious
    return () => view.end();
  },
};
