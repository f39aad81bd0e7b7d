// One graph with its pointer and its keys. The page has three: the flame graph, the callers and the callees.

class Panel {
  constructor(id, options, app) {
    this.app = app;
    this.graph = new Graph(byId(id).querySelector(".scroller"), {
      ...options,
      nameOf: (tree, fn) => app.facts.nameOf(tree, fn),
    });
    this.viewport = new Viewport(this.graph);
    this.pointer = new PointerControl(this.graph, this.viewport, {
      hover: (node, x, y) => this.hover(node, x, y),
      pick: (node) => this.pick(node),
    });
    this.zoomChanged = () => {};
    this.graph.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  show(tree, zoom = []) {
    this.graph.zoomed = 0;
    this.graph.hits = this.app.hits;
    this.graph.show(tree, this.app.paint, this.app.theme.colours());
    this.viewport.zoomTo(tree.find(zoom), false);
  }

  get tree() {
    return this.graph.tree;
  }

  hover(node, x, y) {
    const { graph, app } = this;
    if (graph.hovered !== node) {
      graph.hovered = node;
      graph.refresh();
    }
    if (node < 0) app.tooltip.hide();
    else app.tooltip.show(this.tree, node, x, y);
  }

  pick(node) {
    this.app.tooltip.hide();
    this.mark(node);
    this.zoom(node);
  }

  mark(node) {
    this.graph.marked = node;
    this.graph.refresh();
    this.app.details.show(this.tree, node, () => this.stackText(node));
  }

  stackText(node) {
    const names = [];
    for (let i = node; i > 0; i = this.tree.parent[i]) names.push(this.app.facts.nameOf(this.tree, this.tree.fn[i]));
    return names.join("\n");
  }

  zoom(node, animate = true) {
    this.viewport.zoomTo(node, animate);
    this.zoomChanged(node);
  }

  // The ancestors of a node at which the graph forks, outermost first: the steps worth going back to.
  forks(node) {
    const { tree } = this;
    const steps = [];
    for (let i = node, below = 0; i >= 0; i = tree.parent[i]) {
      if (i === node || i === 0 || tree.w[i] > below * 1.01) steps.push(i);
      below = tree.w[i];
    }
    return steps.reverse();
  }

  zoomOut() {
    const steps = this.forks(this.graph.zoomed);
    this.zoom(steps.length > 1 ? steps[steps.length - 2] : 0);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inward = this.graph.options.rootOnTop ? "ArrowDown" : "ArrowUp";
    const outward = this.graph.options.rootOnTop ? "ArrowUp" : "ArrowDown";
    const at = this.graph.marked >= 0 ? this.graph.marked : this.graph.zoomed;
    const moves = {
      [inward]: () => this.step(heaviestChild(this.tree, at)),
      [outward]: () => this.step(Math.max(0, this.tree.parent[at])),
      ArrowRight: () => this.step(neighbour(this.tree, at, 1, this.graph.zoomed)),
      ArrowLeft: () => this.step(neighbour(this.tree, at, -1, this.graph.zoomed)),
      Enter: () => this.zoom(at),
      " ": () => this.zoom(at),
      Home: () => this.zoom(0),
      "+": () => this.viewport.scaleAround(this.graph.width / 2, 0.7),
      "=": () => this.viewport.scaleAround(this.graph.width / 2, 0.7),
      "-": () => this.viewport.scaleAround(this.graph.width / 2, 1 / 0.7),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }

  step(node) {
    if (node < 0) return;
    this.mark(node);
    this.viewport.reveal(node);
  }

  // Goes to the next (1) or previous (-1) frame that matches the search.
  nextMatch(direction) {
    const { tree } = this;
    const { hits, zoomed } = this.graph;
    if (!hits) return;
    const [first, size] = [zoomed, tree.end[zoomed] - zoomed];
    const from = this.graph.marked >= first ? this.graph.marked - first : 0;
    for (let step = 1; step <= size; step++) {
      const node = first + ((from + direction * step + size * 2) % size);
      if (tree.fn[node] >= 0 && hits[tree.fn[node]] && tree.w[node] > 0) return this.step(node);
    }
  }
}

function heaviestChild(tree, node) {
  let best = -1;
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    if (best < 0 || tree.weight[child] > tree.weight[best]) best = child;
  }
  return best;
}

// The nearest node to the right (1) or left (-1) at the same depth inside `top`, or -1.
function neighbour(tree, node, direction, top) {
  const inside = node >= top && node < tree.end[top];
  const [first, end] = inside ? [top, tree.end[top]] : [0, tree.size];
  for (let i = node + direction; i >= first && i < end; i += direction) {
    if (tree.depth[i] === tree.depth[node]) return i;
  }
  return -1;
}
