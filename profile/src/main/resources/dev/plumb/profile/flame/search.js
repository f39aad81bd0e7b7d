// Search by regular expression. The expression runs in a worker that is ended when it takes too long: a page whose link or
// whose reader brings an expression that backtracks forever still answers.

const PATIENCE_MILLIS = 1500;

// The whole program of the worker; it is started from its own source text, so it must not use anything outside itself.
function matchInWorker() {
  const texts = {};
  onmessage = ({ data }) => {
    if (data.texts) texts[data.field] = data.texts;
    if (data.source === undefined) return;
    const pattern = new RegExp(data.source, "i");
    const hits = Uint8Array.from(texts[data.field], (text) => (pattern.test(text) ? 1 : 0));
    postMessage({ id: data.id, hits });
  };
}

function startWorker() {
  try {
    const url = URL.createObjectURL(new Blob(["(" + matchInWorker + ")()"], { type: "text/javascript" }));
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    return worker;
  } catch {
    return null; // a page shown inside a locked-down frame may start no worker
  }
}

// Splits "module:libc" into the field to look in and the pattern.
function parseQuery(text) {
  const prefix = /^(module|kind):/.exec(text);
  return prefix ? { field: prefix[1], pattern: text.slice(prefix[0].length) } : { field: "name", pattern: text };
}

class Matcher {
  constructor(profile) {
    const all = Array.from(profile.fnName, (_, fn) => fn);
    this.fields = { name: all.map(profile.nameOf), module: all.map(profile.moduleOf), kind: all.map(profile.kindOf) };
    this.worker = null;
    this.sent = new Set();
    this.id = 0;
    this.timer = 0;
    this.busy = false;
  }

  // Answers `done(hits, problem)`: hits has a 1 for each function that matches; problem says why the text was taken literally.
  match(text, done) {
    const { field, pattern } = parseQuery(text);
    const id = ++this.id;
    if (this.busy) this.stop(); // the answer to the text before this one is no longer wanted, and may never come
    try {
      new RegExp(pattern);
    } catch {
      return done(this.literal(field, pattern), "not a regular expression, searched as plain text");
    }
    if (!this.ready(field))
      return done(this.literal(field, pattern), "searched as plain text: this page may start no worker");
    const giveUp = (problem) => {
      this.stop();
      if (id === this.id) done(this.literal(field, pattern), problem);
    };
    this.timer = setTimeout(() => giveUp("took too long, searched as plain text"), PATIENCE_MILLIS);
    this.worker.onerror = () => giveUp("searched as plain text: the search could not start");
    this.worker.onmessage = ({ data }) => {
      if (data.id !== this.id) return;
      clearTimeout(this.timer);
      this.busy = false;
      done(data.hits, null);
    };
    this.busy = true;
    this.worker.postMessage({ id, field, source: pattern });
  }

  ready(field) {
    this.worker = this.worker || startWorker();
    if (this.worker && !this.sent.has(field)) {
      this.worker.postMessage({ field, texts: this.fields[field] });
      this.sent.add(field);
    }
    return this.worker !== null;
  }

  stop() {
    clearTimeout(this.timer);
    this.busy = false;
    if (this.worker) this.worker.terminate();
    this.worker = null;
    this.sent.clear();
  }

  literal(field, pattern) {
    const wanted = pattern.toLowerCase();
    return Uint8Array.from(this.fields[field], (text) => (text.toLowerCase().includes(wanted) ? 1 : 0));
  }
}

// The weight of the stacks below `top` that hold a match: the outermost match of a stack counts, once.
function matchedWeight(tree, hits, top) {
  let sum = 0;
  for (let i = top; i < tree.end[top];) {
    if (tree.fn[i] >= 0 && hits[tree.fn[i]]) {
      sum += tree.weight[i];
      i = tree.end[i];
    } else i++;
  }
  return sum;
}
