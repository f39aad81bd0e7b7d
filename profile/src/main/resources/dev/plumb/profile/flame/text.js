// Text for people: names made harmless to look at, numbers with their units.

// Characters that hide, reorder or break a line: controls, format marks (bidi, zero width), lone surrogates, separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// More than three combining marks on one letter only serve to paint over the neighbours.
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

// Gives the form of a name that is shown: what cannot be seen is spelled out, so that a name cannot pose as another.
function visible(name) {
  if (name === "") return "[no name]";
  return name.replace(INVISIBLE, (c) => "\\u{" + c.codePointAt(0).toString(16) + "}").replace(PILED_MARKS, "$1");
}

function shortened(text, limit) {
  return text.length <= limit ? text : text.slice(0, limit) + "… (" + wholeNumber(text.length) + " characters)";
}

const groupedDigits = new Intl.NumberFormat("en");

function wholeNumber(n) {
  return groupedDigits.format(Math.round(n));
}

function threeDigits(n) {
  const digits = Math.abs(n) >= 100 ? 0 : Math.abs(n) >= 10 ? 1 : 2;
  return n.toFixed(digits);
}

function formatScaled(n, steps) {
  const step = steps.find(([size]) => Math.abs(n) >= size) || steps[steps.length - 1];
  return threeDigits(n / step[0]).replace(/\.0+$/, "") + " " + step[1];
}

const TIME_STEPS = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];
const BYTE_STEPS = [
  [2 ** 40, "TiB"],
  [2 ** 30, "GiB"],
  [2 ** 20, "MiB"],
  [2 ** 10, "KiB"],
  [1, "B"],
];

function formatValue(n, unit) {
  if (n === 0) return "0";
  if (unit === "nanoseconds") return formatScaled(n, TIME_STEPS);
  if (unit === "bytes") return formatScaled(n, BYTE_STEPS);
  return wholeNumber(n);
}

function formatSigned(n, unit) {
  return (n > 0 ? "+" : n < 0 ? "−" : "") + formatValue(Math.abs(n), unit);
}

function formatPercent(part, whole) {
  const percent = whole > 0 ? (100 * part) / whole : 0;
  if (percent === 0 || percent >= 99.995) return percent.toFixed(0) + "%";
  return percent.toFixed(percent < 0.995 ? 2 : 1) + "%";
}

function formatPoints(points) {
  return (points > 0 ? "+" : points < 0 ? "−" : "±") + Math.abs(points).toFixed(Math.abs(points) < 1 ? 2 : 1) + " pt";
}

// Gives ever shorter forms of a function name, best first, for frames too narrow for the whole of it.
function nameForms(name) {
  const forms = [name];
  const bare = withoutArguments(name).replace(/\.(isra|part|constprop|cold|llvm|lto_priv)\b.*$/, "");
  if (bare !== name) forms.push(bare);
  const parts = bare.split(/(?:::|[./])(?=[^./:])/);
  if (parts.length > 2) forms.push(parts.slice(-2).join(bare.includes("::") ? "::" : "."));
  if (parts.length > 1) forms.push(parts[parts.length - 1]);
  return forms;
}

// The form for places with some room: shorter than the whole name, longer than the last part of it.
function middleForm(name) {
  const forms = nameForms(name.slice(0, 400));
  return forms[Math.max(0, forms.length - 2)];
}

// Drops what stands in brackets after a word: the parameters of C++, the type arguments of C++ and Rust. Brackets that
// begin a part of a name belong to it: `String.<init>`, Go's `(*conn).serve`.
function withoutArguments(name) {
  if (name.includes("operator")) return name;
  let depth = 0;
  let kept = "";
  for (let i = 0; i < name.length; i++) {
    const c = name[i];
    if ((c === "(" || c === "<") && (depth > 0 || /[\w>]/.test(name[i - 1] || ""))) depth++;
    if (depth === 0) kept += c;
    if ((c === ")" || c === ">") && depth > 0) depth--;
  }
  return kept.trim() || name;
}
