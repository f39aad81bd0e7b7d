// The choices above the graph.

class Controls {
  constructor(app) {
    this.app = app;
    this.place = byId("options");
    byId("more").addEventListener("click", () => {
      const open = this.place.classList.toggle("open");
      byId("more").setAttribute("aria-expanded", open);
    });
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => app.set({ view: tab.dataset.view }));
      tab.addEventListener("keydown", (event) => this.tabKey(event, tab));
    }
  }

  tabKey(event, tab) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  }

  // Draws the choices anew: which there are depends on the file and on what is chosen.
  update() {
    const { state, profile } = this.app;
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const chosen = tab.dataset.view === state.view;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      byId(tab.dataset.view).hidden = !chosen;
    }
    const focused = document.activeElement && document.activeElement.id;
    const choices = [this.processes(), this.threads(), this.values()];
    if (profile.sides === 2) {
      const [before, after] = profile.head.sides.map((side) => side.label);
      choices.push(
        this.select("width", "Width", [
          ["both", "both"],
          ["before", before],
          ["after", after],
        ]),
      );
      choices.push(
        this.select("compare", "Compare", [
          ["shares", "shares"],
          ["values", "values"],
        ]),
      );
    }
    choices.push(this.select("colour", "Colour", colourOptions(profile)));
    if (state.view !== "table")
      choices.push(
        this.select("group", "Split", groupOptions(profile)),
        this.select("order", "Order", [
          ["size", "size"],
          ["name", "name"],
        ]),
      );
    if (state.view === "flame") choices.push(this.flip());
    this.place.replaceChildren(...choices.filter(Boolean));
    if (focused && this.place.querySelector("#" + CSS.escape(focused))) byId(focused).focus();
  }

  select(name, label, options) {
    const select = make("select", {
      id: "choose-" + name,
      onchange: (event) => this.app.set({ [name]: event.target.value }),
    });
    for (const [value, text] of options) select.append(make("option", { value }, shortened(text, 60)));
    select.value = this.app.state[name];
    return make("label", {}, label, select);
  }

  // Processes by size, each with its share.
  processes() {
    const list = this.app.population.processes;
    if (list.length < 2) return null;
    return this.select("process", "Process", [
      ["", "all " + list.length],
      ...list.map((entry) => [entry.name, entry.text]),
    ]);
  }

  threads() {
    const list = this.app.population.threadsOf(this.app.state.process);
    if (list.length < 2) return null;
    return this.select("thread", "Thread", [
      ["", "all " + list.length],
      ...list.map((entry) => [entry.name, entry.text]),
    ]);
  }

  values() {
    const { profile } = this.app;
    if (profile.values.length < 2) return null;
    return this.select(
      "value",
      "Value",
      profile.values.map((value, i) => [String(i), visible(value.name)]),
    );
  }

  flip() {
    const { rootOnTop } = this.app.state;
    const text = rootOnTop ? "↓ Icicle" : "↑ Flame";
    const title = "Root on top or at the bottom (f)";
    return make(
      "button",
      {
        class: "flip",
        id: "flip",
        title,
        "aria-pressed": rootOnTop,
        onclick: () => this.app.set({ rootOnTop: !rootOnTop }),
      },
      text,
    );
  }
}

// The processes and threads of a profile, largest first.
class Population {
  constructor(profile) {
    this.profile = profile;
    const count = profile.threadPid.length;
    this.processOf = Array.from({ length: count }, (_, t) => processName(profile, t));
    this.threadOf = Array.from({ length: count }, (_, t) => threadName(profile, t));
    const value = profile.values[profile.head.main].sides;
    this.weight = new Float64Array(count);
    for (const side of value) side.forEach((amount, s) => (this.weight[profile.sampleThread[s]] += amount));
    this.whole = this.weight.reduce((sum, weight) => sum + weight, 0);
    this.processes = this.ranked(this.processOf, () => true);
  }

  ranked(names, accept) {
    const sums = new Map();
    names.forEach((name, t) => accept(t) && sums.set(name, (sums.get(name) || 0) + this.weight[t]));
    return [...sums]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([name, weight]) => ({ name, text: shortened(name, 40) + "  " + formatPercent(weight, this.whole) }));
  }

  threadsOf(process) {
    if (!process && this.processes.length > 1) return [];
    return this.ranked(this.threadOf, (t) => !process || this.processOf[t] === process);
  }

  // Whether each thread is among those chosen.
  chosen(process, thread) {
    return Uint8Array.from(this.processOf, (name, t) =>
      (!process || name === process) && (!thread || this.threadOf[t] === thread) ? 1 : 0,
    );
  }
}
