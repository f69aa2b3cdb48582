// From the rows of a layer (see layers.py) to shapes that Bokeh draws.

// A shape is what one row of a data source holds: rings of x and of y, fill, line, width,
// dash. The planes and their columns are those of figure.py.
const PLANES = {
  low: ["xs", "ys", "fill", "line", "width", "dash"],
  lines: ["xs", "ys", "line", "width", "dash"],
  high: ["xs", "ys", "fill", "line", "width", "dash"],
};

// What lies on each plane, from below to above. A layer fills one or more of these slots.
const SLOTS = {
  low: ["area tints", "area dots", "area lines", "area labels", "stacks", "mark lines"],
  lines: ["paths"],
  high: [
    "tokens", "numbers", "silhouettes", "rings", "beads", "roundels", "levels", "labels",
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
      const own = style.own && side != null;
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
    const wide = scale > this.look.roomy ? 1.15 * scale : 1; // around a counter that is larger than its hex
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
      const line = style.own && side != null ? this.side(side)[1] : style.line;
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
      const ink = side == null ? this.look.ink : this.side(side)[1];
      const outline = moved(this.shapes.tokens[form] ?? this.shapes.disc, x, y, r);
      tokens.push(shape(outline, { fill: this.look.paper, line: ink, width: 2.2 }));
      tokens.push(...this.write(letter || (form === "cross" ? "×" : ""), x, y, 1.25 * r, ink));
    }
    return { tokens };
  }

  counters(rows, pixels) {
    const stacks = [], silhouettes = [], rings = [], roundels = [], levels = [];
    const { ux, uy } = this.board, { ink, paper } = this.look;
    const scale = this.counterScale(pixels);
    const [rx, ry, radius] = this.shapes.roundel;
    const { aircraft, balloon } = this.shapes;
    // Low aircraft first, so that the higher one lies on top; ghosts below all.
    const order = [...rows].sort((a, b) => b[9] - a[9] || (a[8] ?? 0) - (b[8] ?? 0));
    for (const row of order) {
      const [hx, hy, dx, dy, part, angle, side, letter, level, ghost, state, kind, bx, by,, stack]
        = row;
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
      if (level != null) {
        const place = [hx * ux + bx * scale, hy * uy + by * scale];
        levels.push(
          ...this.box(String(level), ...place, this.size(pixels, 0.34 * scale, 10.5, 22), ink),
        );
      }
      if (stack) {
        // A plate under those that share a hex, and how many they are.
        const [number, wide, sx, sy] = stack;
        const plate = this.board.corners(hx, hy, scale <= this.look.roomy ? 1 : wide * scale);
        stacks.push(shape(plate, { line: paper, width: 5.6 }));
        stacks.push(shape(plate, { fill: faded(paper, 0.85), line: ink, width: 2.4 }));
        stacks.push(shape(this.board.corners(hx, hy), { line: ink, width: 1.2, dash: [2, 2] }));
        const place = [hx * ux + sx * scale, hy * uy + sy * scale];
        levels.push(...this.box(`×${number}`, ...place, this.size(pixels, 0.3 * scale, 10.5, 18),
          paper, { fill: ink, ink: paper }));
      }
    }
    return { stacks, silhouettes, rings, roundels, levels };
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
