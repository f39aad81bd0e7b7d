// The keys that work everywhere on the page, and the help that lists them.

const KEYS = [
  [
    "Move",
    [
      ["↑ ↓ ← →", "go from frame to frame"],
      ["Enter", "zoom to the frame"],
      ["Esc", "zoom out one step, or leave the search"],
      ["Home, 0", "zoom out to everything"],
      ["+ −", "zoom around the middle"],
      ["Ctrl wheel", "zoom around the pointer; Shift wheel or drag moves"],
    ],
  ],
  [
    "Find",
    [
      ["/", "search: a regular expression, also module:… or kind:…"],
      ["n N", "next and previous match"],
      ["c", "callers and callees of the frame"],
    ],
  ],
  [
    "View",
    [
      ["1 2 3", "flame graph, functions, callers and callees"],
      ["f", "flame or icicle: root at the bottom or on top"],
      ["v", "next value: samples, time, bytes"],
      ["k", "next colouring"],
      ["s", "split by process, thread or label"],
      ["p", "choose the process"],
      ["d", "light or dark"],
      ["l", "copy a link to this view"],
      ["?", "this help"],
    ],
  ],
];

const READING =
  "Each frame is a function; it stands on the function that called it, and its width is its share of the value shown. " +
  "What has nothing on top of it is what ran. Kernel functions stand on the program's own. " +
  "Click or tap a frame to zoom, drag to move, pinch to widen.";

const LOSS_WORDS = [
  ["lost", "samples that were seen but could not be kept"],
  ["truncated", "stacks deeper than what was kept: their roots are missing"],
  ["collided", "stacks dropped because another one held their place"],
  ["unknown frames", "frames whose function has no name"],
  ["root reached", "share of stacks that go all the way down to a thread's first function"],
];

function fillHelp(dialog) {
  const columns = make("div", { class: "columns" });
  for (const [title, keys] of KEYS) {
    const list = make("dl", {});
    for (const [key, text] of keys) list.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, text));
    columns.append(make("h3", {}, title), list);
  }
  const losses = make("dl", { class: "losses" });
  for (const [word, text] of LOSS_WORDS) losses.append(make("dt", {}, word), make("dd", {}, text));
  dialog.replaceChildren(
    make("h2", { id: "keys-title", tabindex: "-1", autofocus: "" }, "Reading this flame graph"),
    make("p", {}, READING),
    columns,
    make("h3", {}, "What is missing"),
    losses,
    make("form", { method: "dialog" }, make("button", {}, "Close")),
  );
}

class Keyboard {
  constructor(app) {
    this.app = app;
    this.help = byId("keys");
    fillHelp(this.help);
    document.addEventListener("keydown", (event) => this.press(event));
  }

  openHelp() {
    if (!this.help.open) this.help.showModal();
  }

  press(event) {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape" && event.target === this.app.search) return this.app.leaveSearch();
    if (typing || this.help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.actions()[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  actions() {
    const { app } = this;
    return {
      "/": () => app.search.focus(),
      n: () => app.panel.nextMatch(1),
      N: () => app.panel.nextMatch(-1),
      c: () => app.chooseMarked(),
      1: () => app.set({ view: "flame" }),
      2: () => app.set({ view: "table" }),
      3: () => app.set({ view: "sandwich" }),
      f: () => app.set({ rootOnTop: !app.state.rootOnTop }),
      v: () => app.set({ value: (app.state.value + 1) % app.profile.values.length }),
      k: () => this.next("colour", colourOptions(app.profile)),
      s: () => this.next("group", groupOptions(app.profile)),
      p: () => byId("choose-process") && byId("choose-process").focus(),
      d: () => app.theme.toggle(),
      l: () => app.share(),
      0: () => app.panel.zoom(0),
      Escape: () => app.panel.zoomOut(),
      Backspace: () => app.panel.zoomOut(),
      "?": () => this.openHelp(),
    };
  }

  next(name, options) {
    const at = options.findIndex(([value]) => value === this.app.state[name]);
    this.app.set({ [name]: options[(at + 1) % options.length][0] });
  }
}
