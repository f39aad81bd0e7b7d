// Mouse, pen and fingers on a graph: hover, click or tap to zoom, drag to move, pinch or Ctrl-wheel to zoom.

const CLICK_SLACK = 5;

class PointerControl {
  // `on`: hover(node, x, y) with -1 for nothing, pick(node).
  constructor(graph, viewport, on) {
    Object.assign(this, { graph, viewport, on });
    this.down = new Map();
    this.moved = false;
    this.spread = 0;
    const { canvas } = graph;
    canvas.addEventListener("pointerdown", (e) => this.press(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.release(e, true));
    canvas.addEventListener("pointercancel", (e) => this.release(e, false));
    canvas.addEventListener("pointerleave", () => on.hover(-1));
    canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
  }

  place(event) {
    const box = this.graph.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  press(event) {
    if (event.button !== 0) return;
    if (this.down.size === 0) this.moved = false;
    this.down.set(event.pointerId, { ...this.place(event), startX: event.clientX, startY: event.clientY });
    if (this.down.size === 2) this.spread = this.fingers().spread;
  }

  fingers() {
    const [a, b] = [...this.down.values()];
    return { spread: Math.max(8, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2 };
  }

  move(event) {
    const held = this.down.get(event.pointerId);
    const at = this.place(event);
    if (!held) {
      if (event.pointerType !== "touch") this.on.hover(this.graph.nodeAt(at.x, at.y), event.clientX, event.clientY);
      return;
    }
    if (Math.hypot(event.clientX - held.startX, event.clientY - held.startY) > CLICK_SLACK && !this.moved) {
      this.moved = true;
      this.graph.canvas.setPointerCapture(event.pointerId);
      this.on.hover(-1);
    }
    const [dx, dy] = [at.x - held.x, at.y - held.y];
    Object.assign(held, at);
    if (this.down.size === 2) this.pinch();
    else if (this.moved) {
      this.viewport.panBy(-dx);
      if (event.pointerType === "mouse") this.graph.scroller.scrollTop -= dy; // fingers scroll natively
    }
  }

  pinch() {
    const { spread, middle } = this.fingers();
    this.viewport.scaleAround(middle, this.spread / spread);
    this.spread = spread;
  }

  release(event, finished) {
    if (!this.down.delete(event.pointerId) || !finished || this.moved || this.down.size > 0) return;
    const at = this.place(event);
    const node = this.graph.nodeAt(at.x, at.y);
    if (node >= 0) this.on.pick(node);
  }

  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.viewport.scaleAround(this.place(event).x, Math.exp(event.deltaY * 0.0025));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.viewport.panBy(event.deltaX || event.deltaY);
    }
  }
}
