// What is known of a frame, for the tooltip and the line under the graph.

class Facts {
  constructor(app) {
    this.app = app;
  }

  nameOf(tree, fn) {
    if (fn >= 0) return this.app.profile.nameOf(fn);
    return fn === ROOT ? tree.rootName : tree.groupNames[FIRST_GROUP - fn];
  }

  // Where the code stands: file and line, or the address in the module; the one with the most samples of this frame.
  placeOf(tree, node) {
    const { profile } = this.app;
    const origin = tree.origin[node];
    if (origin < 0 || profile.place[origin] < 0) return "";
    const place = profile.place[origin];
    const line = profile.placeLine[place];
    const others = profile.places[origin] - 1;
    const more = others > 0 ? " and " + others + " other place" + (others > 1 ? "s" : "") : "";
    return profile.strings[profile.placeFile[place]] + (line > 0 ? ":" + line : "") + more;
  }

  describe(tree, node) {
    const { profile } = this.app;
    const fn = tree.fn[node];
    const lines = [];
    if (fn >= 0) {
      const inlined = tree.origin[node] >= 0 && profile.flags[tree.origin[node]] & 1 ? ", inlined" : "";
      lines.push(profile.kindOf(fn) + inlined + (profile.moduleOf(fn) ? " · " + profile.moduleOf(fn) : ""));
      const place = this.placeOf(tree, node);
      if (place) lines.push(place);
    }
    return { title: this.nameOf(tree, fn), lines, rows: this.rows(tree, node) };
  }

  // One row per value type (or per side): [label, self, total, share of everything].
  rows(tree, node) {
    const { profile, tree: whole } = this.app;
    const rows = [];
    profile.values.forEach((value, v) => {
      profile.head.sides.forEach((side, s) => {
        const lane = v * profile.sides + s;
        if (profile.sides === 2 && v !== this.app.state.value) return;
        rows.push({
          label: profile.sides === 2 ? side.label : value.name,
          self: formatValue(tree.self[lane][node], value.unit),
          total: formatValue(tree.total[lane][node], value.unit),
          share: formatPercent(tree.total[lane][node], whole.total[lane][0]),
        });
      });
    });
    return rows;
  }

  // In a comparison: how much the frame's share, or its value, changed.
  change(tree, node) {
    const { measure, tree: whole } = this.app;
    if (!measure.diff) return null;
    const [before, after] = [tree.total[measure.before][node], tree.total[measure.after][node]];
    if (!measure.shares) return { text: formatSigned(after - before, measure.unit), sign: Math.sign(after - before) };
    const share = (lane) => (whole.total[lane][0] > 0 ? (100 * tree.total[lane][node]) / whole.total[lane][0] : 0);
    const points = share(measure.after) - share(measure.before);
    return { text: formatPoints(points), sign: Math.sign(points) };
  }

  // When frames are coloured by a label: how the frame's value spreads over the label's values.
  labels(tree, node) {
    const { paint } = this.app;
    if (!(paint instanceof LabelPaint)) return [];
    const parts = paint.legend.map(({ name }, i) => ({ name, value: tree.total[paint.first + i][node] }));
    const sum = parts.reduce((total, part) => total + part.value, 0);
    return parts
      .filter((part) => part.value > 0)
      .sort((a, b) => b.value - a.value)
      .slice(0, 5)
      .map((part) => part.name + " " + formatPercent(part.value, sum));
  }
}

class Tooltip {
  constructor(facts) {
    this.facts = facts;
    this.box = byId("tooltip");
    this.shown = null;
  }

  hide() {
    this.box.hidden = true;
    this.shown = null;
  }

  show(tree, node, x, y) {
    const key = tree.fn[node] + "/" + node;
    if (this.shown !== key) this.fill(tree, node);
    this.shown = key;
    this.box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = x + 14 + width > innerWidth ? x - 14 - width : x + 14;
    const top = y + 18 + height > innerHeight ? y - 12 - height : y + 18;
    this.box.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }

  fill(tree, node) {
    const { title, lines, rows } = this.facts.describe(tree, node);
    const change = this.facts.change(tree, node);
    const grid = make("dl", {});
    for (const head of ["", "self", "total", ""]) grid.append(make(head ? "dd" : "dt", { class: "head" }, head));
    for (const row of rows) {
      grid.append(
        make("dt", {}, row.label),
        make("dd", {}, row.self),
        make("dd", {}, row.total),
        make("dd", {}, row.share),
      );
    }
    if (change)
      grid.append(
        make("dt", {}, "change"),
        make("dd", {}),
        make("dd", { class: change.sign > 0 ? "up" : change.sign < 0 ? "down" : "" }, change.text),
        make("dd", {}),
      );
    const labels = this.facts.labels(tree, node).join(" · ");
    this.box.replaceChildren(
      nameElement("div", "title", shortened(title, 300)),
      ...lines.map((line) => nameElement("div", "fact", shortened(line, 160))),
      grid,
      ...(labels ? [nameElement("div", "fact", shortened(labels, 300))] : []),
    );
  }
}

// The line under the graph: the frame that was picked or reached by keys, and what to do with it. Screen readers speak it.
class Details {
  constructor(facts, app) {
    Object.assign(this, { facts, app, box: byId("details") });
  }

  // Nothing is picked: the line keeps its place, so the graph does not move when something is.
  clear() {
    const table = this.app.state.view === "table";
    const hint = table
      ? "Click a function to see its callers and callees."
      : "Click a frame to zoom in, drag to move, press ? for all keys.";
    this.box.replaceChildren(make("div", { class: "text" }, make("span", { class: "hint" }, hint)));
    this.box.className = "idle";
  }

  show(tree, node, stack) {
    const { title, lines, rows } = this.facts.describe(tree, node);
    const change = this.facts.change(tree, node);
    const figures = rows.map((row) => `${row.label} ${row.total} (${row.share}), self ${row.self}`);
    if (change) figures.push("change " + change.text);
    const first = figures.splice(change ? 0 : this.app.state.value, change ? figures.length : 1);
    const fn = tree.fn[node];
    const text = make("div", { class: "text" }, nameElement("span", "title", shortened(title, 300)));
    for (const fact of [...first, ...[...lines].reverse(), ...this.facts.labels(tree, node), ...figures])
      text.append(nameElement("span", "fact", shortened(fact, 200)));
    const actions = make("div", { class: "actions" });
    if (fn >= 0) {
      actions.append(
        make("button", { onclick: () => this.app.choose(fn) }, "Callers & callees"),
        make("button", { onclick: () => this.app.searchFor(title) }, "Search"),
      );
    }
    actions.append(make("button", { onclick: () => copyText(stack(), "Stack") }, "Copy stack"));
    this.box.replaceChildren(text, actions);
    this.box.className = "";
  }
}
