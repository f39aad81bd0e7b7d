// Colours of frames. A tint is a category and a shade of it; the shade comes from the name, so neighbours can be told apart.

const SHADES = 8;
// Hue and saturation: warm for what is close to the machine, cool for managed languages.
const KINDS = {
  kernel: [14, 64],
  native: [42, 66],
  java: [158, 38],
  python: [212, 58],
  javascript: [88, 40],
  ruby: [346, 58],
  perl: [268, 38],
  php: [252, 46],
};
const HUES = [
  [212, 52],
  [40, 68],
  [158, 38],
  [346, 56],
  [268, 38],
  [88, 40],
  [14, 66],
  [188, 46],
  [300, 34],
  [60, 48],
];
const QUIET = [40, 6];

function hashOf(text) {
  let hash = 2166136261;
  for (let i = 0; i < Math.min(text.length, 200); i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function shade([hue, saturation], step, dark) {
  const lean = step - (SHADES - 1) / 2;
  const lightness = dark ? 34 + lean * 0.9 : 78 + lean * 1.2;
  return `hsl(${hue + lean * 1.3} ${dark ? saturation * 0.72 : saturation}% ${lightness}%)`;
}

// Gives categories [{ name, ink }] with the category of each function, by kind or by module.
function categoriesOf(profile, mode, totals, lane) {
  const functions = profile.fnName.length;
  const keyOf = mode === "module" ? (fn) => profile.moduleOf(fn) || "no module" : (fn) => profile.kindOf(fn);
  const size = new Map();
  for (let fn = 0; fn < functions; fn++) size.set(keyOf(fn), (size.get(keyOf(fn)) || 0) + totals.self[lane][fn]);
  const names = [...size.keys()].sort((a, b) => size.get(b) - size.get(a) || (a < b ? -1 : 1));
  const shown = mode === "module" ? names.slice(0, HUES.length) : names;
  const list = shown.map((name, i) => ({ name, ink: mode === "module" ? HUES[i] : KINDS[name] || QUIET }));
  const others = list.push({ name: "other", ink: QUIET }) - 1;
  const index = new Map(shown.map((name, i) => [name, i]));
  return { list, of: Int32Array.from({ length: functions }, (_, fn) => index.get(keyOf(fn)) ?? others) };
}

// Paints by category: what each frame is.
class CategoryPaint {
  constructor(profile, categories, dark) {
    this.categories = categories;
    this.shades = Uint8Array.from(profile.fnName, (name) => hashOf(profile.strings[name]) % SHADES);
    this.fills = categories.list.flatMap(({ ink }) =>
      Array.from({ length: SHADES }, (_, step) => shade(ink, step, dark)),
    );
    this.quiet = this.fills.length;
    this.fills.push(dark ? "hsl(40 4% 24%)" : "hsl(40 14% 88%)");
    this.legend = categories.list.map(({ name }, i) => ({ name, fill: this.fills[i * SHADES + 3], category: i }));
  }

  // The colour of a function wherever it is called from; by label it has none: labels belong to samples.
  swatch(fn) {
    return this.categories.of ? this.fills[this.categories.of[fn] * SHADES + this.shades[fn]] : null;
  }

  tints(tree) {
    const { of } = this.categories;
    return Uint16Array.from(tree.fn, (fn) => (fn < 0 ? this.quiet : of[fn] * SHADES + this.shades[fn]));
  }

  shares(tree, lane) {
    const sums = new Float64Array(this.categories.list.length);
    for (let i = 0; i < tree.size; i++) if (tree.fn[i] >= 0) sums[this.categories.of[tree.fn[i]]] += tree.self[lane][i];
    return sums;
  }
}

// Paints by label: the label value that most of a frame's samples carry. Lanes from `first` on hold one value each.
class LabelPaint extends CategoryPaint {
  constructor(profile, names, first, dark) {
    super(profile, { list: names.map((name, i) => ({ name, ink: HUES[i] || QUIET })), of: null }, dark);
    this.first = first;
  }

  tints(tree) {
    const lanes = tree.total.slice(this.first);
    return Uint16Array.from(tree.fn, (fn, node) => {
      if (fn < 0) return this.quiet;
      let best = 0;
      for (let l = 1; l < lanes.length; l++) if (lanes[l][node] > lanes[best][node]) best = l;
      return best * SHADES + this.shades[fn];
    });
  }

  shares(tree) {
    return Float64Array.from(this.legend, (_, i) => tree.total[this.first + i][0]);
  }
}

// Paints by change: red grew, blue shrank, paler the less it matters to the whole.
class ChangePaint {
  constructor(measure, dark) {
    this.measure = measure;
    this.steps = 12;
    this.fills = Array.from({ length: 2 * this.steps + 1 }, (_, i) => this.fill((i - this.steps) / this.steps, dark));
    this.legend = [
      { name: "grew", fill: this.fills[2 * this.steps - 2] },
      { name: "same", fill: this.fills[this.steps] },
      { name: "shrank", fill: this.fills[2] },
    ];
  }

  fill(change, dark) {
    const strength = Math.abs(change);
    const hue = change > 0 ? 8 : 214;
    if (dark) return `hsl(${hue} ${6 + 54 * strength}% ${27 + 13 * strength}%)`;
    return `hsl(${hue} ${10 + 68 * strength}% ${90 - 20 * strength}%)`;
  }

  tints(tree) {
    const { before, after, scale } = this.measure;
    const change = tree.total[after].map((value, i) => value - tree.total[before][i] * scale);
    let largest = 0;
    for (let i = 1; i < tree.size; i++) largest = Math.max(largest, Math.abs(change[i]));
    // A little stronger than in proportion: changes of a tenth of the largest one should still be seen.
    const strength = (c) => Math.sign(c) * (Math.abs(c) / (largest || 1)) ** 0.7;
    return Uint16Array.from(change, (c) => this.steps + Math.round(strength(c) * this.steps));
  }

  swatch() {
    return null;
  }

  shares() {
    return null;
  }
}
