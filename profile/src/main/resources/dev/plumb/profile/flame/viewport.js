// Moves a graph's view: zoom to a frame with animation, zoom around a point, pan.

const ZOOM_MILLIS = 240;
// The narrowest view: below it doubles no longer tell neighbouring positions apart well enough to draw them.
const NARROWEST_VIEW = 1e-9;

class Viewport {
  constructor(graph) {
    this.graph = graph;
    this.running = 0;
  }

  // Makes a node fill the width; its ancestors stay visible under it.
  zoomTo(node, animate = true) {
    const { graph } = this;
    graph.zoomed = node;
    const width = Math.max(graph.tree.w[node], NARROWEST_VIEW);
    this.glide(graph.tree.x[node], graph.tree.x[node] + width, animate);
    this.reveal(node);
  }

  // Scrolls until the row of a node can be seen.
  reveal(node) {
    const { graph } = this;
    const y = graph.top(graph.tree.depth[node]);
    if (y < graph.rowHeight || y > graph.height - 2 * graph.rowHeight) graph.scrollToRow(graph.tree.depth[node]);
  }

  glide(x0, x1, animate) {
    cancelAnimationFrame(this.running);
    const { graph } = this;
    if (!animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.set(x0, x1);
    const from = [graph.x0, graph.x1];
    const started = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - started) / ZOOM_MILLIS));
      const eased = 1 - (1 - part) ** 3;
      graph.x0 = from[0] + (x0 - from[0]) * eased;
      graph.x1 = from[1] + (x1 - from[1]) * eased;
      graph.draw();
      this.running = part < 1 ? requestAnimationFrame(step) : 0;
      if (part === 1) this.set(x0, x1);
    };
    this.running = requestAnimationFrame(step);
  }

  set(x0, x1) {
    const width = Math.min(1, Math.max(x1 - x0, NARROWEST_VIEW));
    this.graph.x0 = Math.min(Math.max(x0, 0), 1 - width);
    this.graph.x1 = this.graph.x0 + width;
    this.graph.refresh();
  }

  // Zooms by a factor, keeping what is under `px` in its place.
  scaleAround(px, factor) {
    cancelAnimationFrame(this.running);
    const { graph } = this;
    const at = graph.x0 + (px / graph.width) * (graph.x1 - graph.x0);
    this.set(at - (at - graph.x0) * factor, at + (graph.x1 - at) * factor);
  }

  panBy(px) {
    cancelAnimationFrame(this.running);
    const shift = (px / this.graph.width) * (this.graph.x1 - this.graph.x0);
    this.set(this.graph.x0 + shift, this.graph.x1 + shift);
  }
}
