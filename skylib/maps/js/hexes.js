// Hexes, lattice steps, and small shapes: the same arithmetic as in hexes.py, outline.py
// and shapes.py.

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

  // The column numbers that stand right above or below the row of hexes at y: in a board of
  // rows every other row lies half a hex aside.
  columnsAt(y) {
    const { columns, south, ends: [top, bottom] } = this.table;
    if (!south.length || this.layout !== "rows") return columns;
    const row = Math.min(Math.max(Math.round(y / ROOT3_2), top), bottom);
    return (row - top) % 2 === 0 || (row - bottom) % 2 !== 0 ? columns : south;
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
