// What is on screen, as a URL fragment: a link shows another reader the same view of the same file.

function defaultState(profile) {
  return {
    view: "flame",
    process: "",
    thread: "",
    value: profile.head.main,
    colour: profile.sides === 2 ? "change" : "kind",
    group: "none",
    order: "size",
    rootOnTop: false,
    width: "both",
    compare: "shares",
    query: "",
    chosen: -1,
    zoom: [],
  };
}

const CHOICES = {
  view: ["flame", "table", "sandwich"],
  order: ["size", "name"],
  width: ["both", "before", "after"],
  compare: ["shares", "values"],
};

// Keeps only what differs from the default, so that the link of an untouched page is the page itself.
function toFragment(state, defaults) {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (name === "zoom") {
      if (value.length > 0) parts.set("zoom", value.map((fn) => fn.toString(36)).join("."));
    } else if (value !== defaults[name]) parts.set(name, value);
  }
  return parts.toString();
}

// Reads a fragment; whatever in it makes no sense for this file is left at its default.
function fromFragment(text, profile) {
  const state = defaultState(profile);
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  const read = (name, accept) => {
    const value = parts.get(name);
    if (value !== null && accept(value)) state[name] = value;
  };
  for (const [name, values] of Object.entries(CHOICES)) read(name, (value) => values.includes(value));
  for (const name of ["process", "thread", "query"]) read(name, () => true);
  for (const [name, options] of [
    ["colour", colourOptions(profile)],
    ["group", groupOptions(profile)],
  ]) {
    read(name, (value) => options.some((option) => option[0] === value));
  }
  state.rootOnTop = parts.get("rootOnTop") === "true";
  const wholeBelow = (name, limit, otherwise) => {
    const n = Number.parseInt(parts.get(name) ?? "", 10);
    return n >= 0 && n < limit ? n : otherwise;
  };
  state.value = wholeBelow("value", profile.values.length, state.value);
  state.chosen = wholeBelow("chosen", profile.fnName.length, -1);
  state.zoom = (parts.get("zoom") || "")
    .split(".")
    .filter(Boolean)
    .map((part) => Number.parseInt(part, 36));
  return state;
}

// The names of the labels that samples carry.
function labelKeys(profile) {
  return [...new Set(profile.labelKey)].map((key) => profile.strings[key]).sort();
}

function colourOptions(profile) {
  const options = profile.sides === 2 ? [["change", "change"]] : [];
  return [
    ...options,
    ["kind", "kind"],
    ["module", "module"],
    ...labelKeys(profile).map((key) => ["label:" + key, key]),
  ];
}

function groupOptions(profile) {
  const labels = labelKeys(profile).map((key) => ["label:" + key, key]);
  return [["none", "nothing"], ["process", "process"], ["thread", "thread"], ...labels];
}
