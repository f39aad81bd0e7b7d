// The page as a whole: a state, and what is drawn from it.

const LABEL_LANES = 9;

class App {
  constructor(profile) {
    this.profile = profile;
    this.defaults = defaultState(profile);
    this.state = fromFragment(location.hash, profile);
    this.population = new Population(profile);
    this.theme = new Theme(() => this.rebuild());
    this.matcher = new Matcher(profile);
    this.hits = null;
    this.facts = new Facts(this);
    this.tooltip = new Tooltip(this.facts);
    this.details = new Details(this.facts, this);
    this.search = byId("search");
    this.flame = new Panel("flame", { rootOnTop: false, emptyNote: "There are no samples to show." }, this);
    this.callers = new Panel(
      "callers",
      { rootOnTop: false, hideRoot: true, emptyNote: "Nothing calls it: its stacks begin here." },
      this,
    );
    this.callees = new Panel(
      "callees",
      { rootOnTop: true, hideRoot: true, emptyNote: "It calls nothing: all of its value is its own." },
      this,
    );
    this.table = new FunctionTable(this);
    this.controls = new Controls(this);
    this.keyboard = new Keyboard(this);
    this.flame.zoomChanged = (node) => this.zoomed(node);
    this.listen();
  }

  listen() {
    byId("share").addEventListener("click", () => this.share());
    byId("theme").addEventListener("click", () => this.theme.toggle());
    byId("help").addEventListener("click", () => this.keyboard.openHelp());
    let typing = 0;
    this.search.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.set({ query: this.search.value }), 120);
    });
    this.search.addEventListener(
      "keydown",
      (event) => event.key === "Enter" && this.panel.nextMatch(event.shiftKey ? -1 : 1),
    );
    window.addEventListener("popstate", () => this.restore());
  }

  // The graph that keys without a focus of their own act on.
  get panel() {
    if (this.state.view !== "sandwich") return this.flame;
    return document.activeElement === this.callers.graph.canvas ? this.callers : this.callees;
  }

  start() {
    showTitle(this.profile);
    showSummary(this.profile, () => this.keyboard.openHelp());
    this.rebuild();
    this.runSearch();
    document.documentElement.dataset.ready = "true";
  }

  // Changes the state and draws what follows from it.
  set(change) {
    const previous = this.state;
    this.state = { ...previous, ...change };
    if ("process" in change) this.state.thread = "";
    this.state.value = Number(this.state.value); // a list of choices gives text
    this.remember(false);
    if ("query" in change) this.runSearch();
    else this.rebuild();
  }

  restore() {
    this.state = fromFragment(location.hash, this.profile);
    this.rebuild();
    this.runSearch();
  }

  // Writes the state into the address; a zoom is a step that the browser's Back undoes.
  remember(asStep) {
    const fragment = toFragment(this.state, this.defaults);
    try {
      history[asStep ? "pushState" : "replaceState"](null, "", "#" + fragment);
    } catch {
      location.hash = fragment; // some viewers of local files forbid the history calls
    }
  }

  rebuild() {
    this.details.clear();
    this.tooltip.hide();
    this.grow();
    this.paint = this.choosePaint();
    this.controls.update();
    this.flame.graph.options.rootOnTop = this.state.rootOnTop;
    this.flame.graph.height = 0; // a new tree is shown from its root
    this.flame.show(this.tree, this.state.zoom);
    this.showWhere();
    this.showMatched();
    if (this.state.view === "table") this.table.update();
    if (this.state.view === "sandwich") this.showSandwich();
  }

  // Builds the tree of what is selected, and what each function adds up to in it.
  grow() {
    const { profile, state } = this;
    const chosen = this.population.chosen(state.process, state.thread);
    const label = state.colour.startsWith("label:") ? labelLanes(profile, state.colour.slice(6), state.value) : null;
    const grown = growTree(profile, {
      accepts: (thread) => chosen[thread],
      group: state.group,
      value: state.value,
      lanes: label ? label.names.length : 0,
      laneOf: label && label.laneOf,
    });
    grown.rootName = state.thread || state.process || "all";
    this.labelNames = label && label.names;
    this.measure = new Measure(profile, state).fit(grown);
    this.tree = arrange(grown, this.measure, state.order, (tree, fn) => this.facts.nameOf(tree, fn));
    this.totals = functionTotals(this.tree, profile.fnName.length);
  }

  choosePaint() {
    const { profile, state, measure, theme } = this;
    if (state.colour === "change") return new ChangePaint(measure, theme.dark);
    if (this.labelNames)
      return new LabelPaint(profile, this.labelNames, profile.values.length * profile.sides, theme.dark);
    return new CategoryPaint(profile, categoriesOf(profile, state.colour, this.totals, measure.after), theme.dark);
  }

  zoomed(node) {
    this.state.zoom = this.flame.tree.pathTo(node);
    this.remember(true);
    this.showWhere();
    this.showMatched();
  }

  showWhere() {
    showCrumbs(this.flame, this.state.view === "flame");
    showLegend(this.paint, this.tree, this.measure.after);
  }

  showSandwich() {
    if (this.state.chosen < 0) this.state.chosen = heaviest(this.totals.self[this.measure.after]);
    const fn = this.state.chosen;
    const arranged = (tree) => arrange(tree, this.measure, this.state.order, (t, f) => this.facts.nameOf(t, f));
    const halves = [
      [this.callers, callersOf(this.tree, fn)],
      [this.callees, calleesOf(this.tree, fn)],
    ];
    for (const [panel, tree] of halves) {
      panel.show(arranged(tree));
      panel.graph.scroller.parentElement.style.flexGrow = Math.min(24, 3 + panel.tree.deepest);
    }
    const { after, unit } = this.measure;
    const figures = (lanes) =>
      formatValue(lanes[after][fn] || 0, unit) +
      " (" +
      formatPercent(lanes[after][fn] || 0, this.tree.total[after][0]) +
      ")";
    byId("chosen").replaceChildren(nameElement("span", "", shortened(this.facts.nameOf(this.tree, fn), 200)));
    byId("chosen-figures").textContent = "total " + figures(this.totals.total) + " · self " + figures(this.totals.self);
  }

  choose(fn) {
    this.set({ view: "sandwich", chosen: fn });
  }

  chooseMarked() {
    const { graph } = this.panel;
    const fn = graph.marked >= 0 ? graph.tree.fn[graph.marked] : -1;
    if (fn >= 0) this.choose(fn);
  }

  searchFor(name) {
    this.set({
      query: "^" + name.slice(0, 500).replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + (name.length > 500 ? "" : "$"),
    });
  }

  leaveSearch() {
    if (this.search.value) this.set({ query: "" });
    else this.panel.graph.canvas.focus();
  }

  runSearch() {
    const { query } = this.state;
    if (this.search.value !== query) this.search.value = query;
    if (query === "") return this.applySearch(null, null);
    this.matcher.match(query, (hits, problem) => this.applySearch(hits, problem));
  }

  applySearch(hits, problem) {
    this.hits = hits;
    this.problem = problem;
    if (problem) toast(problem);
    for (const panel of [this.flame, this.callers, this.callees]) {
      panel.graph.hits = hits;
      panel.graph.refresh();
    }
    this.showMatched();
    if (this.state.view === "table") this.table.update();
  }

  showMatched() {
    const output = byId("matched");
    const { hits, problem, tree } = this;
    const top = this.flame.graph.zoomed;
    const share = hits ? matchedWeight(tree, hits, top) : 0;
    output.textContent = hits ? (share > 0 ? formatPercent(share, tree.weight[top]) : "no match") : "";
    output.title = problem || "";
    this.search.title = problem || "";
    for (const element of [output, this.search])
      element.classList.toggle("literal", problem !== null && problem !== undefined);
  }

  share() {
    this.remember(false);
    return copyText(location.href, "Link");
  }
}

// The index of the largest value; ROOT, which stands for everything, if there is none.
function heaviest(values) {
  let best = values.length > 0 ? 0 : ROOT;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

// The commonest values of a label, and the lane of each sample among them; the last lane takes the rest.
function labelLanes(profile, key, value) {
  const sums = new Map();
  const side = profile.values[value].sides[profile.sides - 1];
  const valueOfSet = Array.from(
    { length: profile.labelStart.length - 1 },
    (_, set) => labelOf(profile, set, key) || "no " + key,
  );
  profile.sampleLabels.forEach((set, s) => sums.set(valueOfSet[set], (sums.get(valueOfSet[set]) || 0) + side[s]));
  const ranked = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || (a < b ? -1 : 1));
  const names = ranked.slice(0, LABEL_LANES);
  if (ranked.length > names.length) names.push("other");
  const lane = new Map(names.map((name, i) => [name, i]));
  const laneOfSet = valueOfSet.map((name) => lane.get(name) ?? names.length - 1);
  return { names, laneOf: (sample) => laneOfSet[profile.sampleLabels[sample]] };
}
