// Draws a tree on a canvas. Only what can be seen is visited: a subtree outside the view, or narrower than what is already
// painted at its place, is skipped in one step, because nodes lie in depth-first order.

const NARROWEST = 0.5;
const FADED = 0.42;

// Frames too narrow for a label, by colour: setting a colour costs more than filling a sliver with it.
class Slivers {
  constructor() {
    this.byColour = new Map();
  }

  add(tint, faded, x, y, width) {
    const key = tint * 2 + (faded ? 1 : 0);
    let list = this.byColour.get(key);
    if (!list) this.byColour.set(key, (list = []));
    list.push(x, y, width);
  }

  fill(context, height, colourOf) {
    for (const [key, list] of this.byColour) {
      context.globalAlpha = key & 1 ? FADED : 1;
      context.fillStyle = colourOf(key >> 1);
      for (let i = 0; i < list.length; i += 3) context.fillRect(list[i], list[i + 1], list[i + 2], height);
    }
    context.globalAlpha = 1;
    this.byColour.clear();
  }
}

class Graph {
  // `options`: rootOnTop, hideRoot (the row of the root is not drawn) with emptyNote for a tree of nothing else, nameOf(tree, fn).
  constructor(scroller, options) {
    this.scroller = scroller;
    this.canvas = scroller.querySelector("canvas");
    this.spacer = scroller.querySelector(".spacer");
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.labels = new Labels(this.context);
    this.options = options;
    this.slivers = new Slivers();
    this.tree = null;
    this.tints = null;
    this.hits = null;
    this.zoomed = 0;
    this.marked = -1;
    this.hovered = -1;
    this.x0 = 0;
    this.x1 = 1;
    this.rowHeight = 19;
    this.pending = 0;
    this.theme = null;
    this.redrawMillis = 0;
    scroller.addEventListener("scroll", () => this.refresh(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(scroller);
  }

  show(tree, paint, theme) {
    this.tree = tree;
    this.paint = paint;
    this.theme = theme;
    this.tints = paint.tints(tree);
    this.zoomed = Math.min(this.zoomed, tree.size - 1);
    this.marked = this.hovered = -1;
    this.resize();
  }

  // Follows the size of its place on the page; without room (a hidden view) it waits for the next call.
  resize() {
    const { clientWidth: width, clientHeight: height } = this.scroller;
    if (!this.tree || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const grew = this.height !== height;
    Object.assign(this, { width, height, ratio });
    this.rowHeight = matchMedia("(pointer: coarse)").matches ? 24 : 19;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = width + "px";
    this.canvas.style.height = height + "px";
    const rows = this.tree.deepest + 1 - this.firstRow();
    this.contentHeight = Math.max(height, rows * this.rowHeight + 8);
    this.spacer.style.height = this.contentHeight - height + "px";
    if (grew) this.scrollToRow(this.tree.depth[this.zoomed]);
    this.draw();
  }

  firstRow() {
    return this.options.hideRoot ? 1 : 0;
  }

  // The y of a row on the canvas. Whoever asks for many rows passes the scroll position, which is slow to read.
  top(depth, scrolled = this.scroller.scrollTop) {
    const row = depth - this.firstRow();
    const y = this.options.rootOnTop ? 4 + row * this.rowHeight : this.contentHeight - 4 - (row + 1) * this.rowHeight;
    return y - scrolled;
  }

  scrollToRow(depth) {
    const y = this.top(depth) + this.scroller.scrollTop;
    const room = this.options.rootOnTop
      ? Math.min(3 * this.rowHeight, this.height / 4)
      : Math.max(this.height - 4 * this.rowHeight, this.height / 2);
    this.scroller.scrollTop = Math.max(0, y - room);
  }

  refresh() {
    if (this.pending || !this.tree) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  draw() {
    if (!this.tree || !this.width) return;
    const started = performance.now();
    const { context } = this;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = this.theme.background;
    context.fillRect(0, 0, this.width, this.height);
    this.labels.use();
    if (this.tree.deepest < this.firstRow() || this.tree.weight[0] === 0) this.drawNote(this.options.emptyNote);
    else this.drawFrames();
    if (this.hovered >= 0) this.outline(this.hovered, this.theme.outline, 1);
    if (this.marked >= 0) this.outline(this.marked, this.theme.accent, 2);
    this.redrawMillis = performance.now() - started;
  }

  drawNote(text) {
    this.context.fillStyle = this.theme.soft;
    this.context.fillText(text, 12, this.options.rootOnTop ? 18 : this.height - 18);
  }

  drawFrames() {
    const { tree, x0, width, height, rowHeight } = this;
    const scale = width / (this.x1 - x0);
    const painted = new Float64Array(tree.deepest + 1).fill(-1);
    const zoomDepth = tree.depth[this.zoomed];
    const scrolled = this.scroller.scrollTop;
    for (let i = 0; i < tree.size;) {
      const left = (tree.x[i] - x0) * scale;
      const right = left + tree.w[i] * scale;
      const depth = tree.depth[i];
      const y = this.top(depth, scrolled);
      const beyond = this.options.rootOnTop ? y > height : y < -rowHeight;
      if (right <= 0 || left >= width || beyond || right - Math.max(left, painted[depth]) < NARROWEST) {
        i = tree.end[i];
        continue;
      }
      painted[depth] = right;
      if (y > -rowHeight && y < height && depth >= this.firstRow()) {
        this.drawFrame(i, Math.max(left, -2), Math.min(right, width + 2), y, depth < zoomDepth);
      }
      i++;
    }
    this.slivers.fill(this.context, rowHeight - 1, (tint) => (tint < 0 ? this.theme.match : this.paint.fills[tint]));
  }

  // Draws a frame with room for a label at once; a narrow one waits for the others of its colour.
  drawFrame(node, left, right, y, outside) {
    const { context, tree, theme } = this;
    const fn = tree.fn[node];
    const hit = this.hits !== null && fn >= 0 && this.hits[fn] === 1;
    const faded = (this.hits !== null && !hit) || outside;
    const room = right - left - (right - left > 3 ? 1 : 0);
    if (room <= 8) return this.slivers.add(hit ? -1 : this.tints[node], faded, left, y, Math.max(room, NARROWEST));
    context.globalAlpha = faded ? FADED : 1;
    context.fillStyle = hit ? theme.match : this.paint.fills[this.tints[node]];
    if (context.roundRect) {
      context.beginPath();
      context.roundRect(left, y, room, this.rowHeight - 1, 2);
      context.fill();
    } else context.fillRect(left, y, room, this.rowHeight - 1); // browsers before 2023
    if (room > 22) {
      const start = Math.max(left, 0) + 5;
      const text = this.labels.fit(this.options.nameOf(tree, fn), right - start - 4);
      context.globalAlpha = faded ? 0.75 : 1;
      context.fillStyle = hit ? theme.matchInk : theme.ink;
      if (text) context.fillText(text, start, y + this.rowHeight / 2);
    }
  }

  outline(node, colour, thickness) {
    const box = this.boxOf(node);
    if (!box || box.right < 0 || box.left > this.width) return;
    this.context.strokeStyle = colour;
    this.context.lineWidth = thickness;
    const width = Math.max(2, box.right - box.left - 1);
    this.context.strokeRect(
      box.left + thickness / 2,
      box.top + thickness / 2,
      width - thickness,
      this.rowHeight - 1 - thickness,
    );
  }

  boxOf(node) {
    const { tree } = this;
    if (node < 0 || node >= tree.size || tree.depth[node] < this.firstRow()) return null;
    const scale = this.width / (this.x1 - this.x0);
    const left = (tree.x[node] - this.x0) * scale;
    return {
      left: Math.max(left, 0),
      right: Math.min(left + tree.w[node] * scale, this.width),
      top: this.top(tree.depth[node]),
    };
  }

  // The node at a place of the canvas, or -1.
  nodeAt(px, py) {
    const { tree } = this;
    if (!tree) return -1;
    const offset = this.options.rootOnTop
      ? py - this.top(this.firstRow())
      : this.top(this.firstRow()) + this.rowHeight - py;
    const depth = Math.floor(offset / this.rowHeight) + this.firstRow();
    const x = this.x0 + (px / this.width) * (this.x1 - this.x0);
    if (depth < this.firstRow() || depth > tree.deepest) return -1;
    for (let i = 0; i < tree.size;) {
      if (x < tree.x[i] || x >= tree.x[i] + tree.w[i]) i = tree.end[i];
      else if (tree.depth[i] === depth) return i;
      else i++;
    }
    return -1;
  }
}
