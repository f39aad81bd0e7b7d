// Callers and callees of one function, merged over every place it appears in.
//
// A stack counts once, at the outermost call of the function, so recursion adds nothing and both sides have the same total.

class Merger {
  constructor(tree, fn) {
    this.source = tree;
    this.fn = [fn];
    this.parent = [-1];
    this.origin = [-1];
    this.own = tree.self.map(() => [0]);
    this.children = new Map();
  }

  child(parent, node) {
    // Two ids packed into one exact double: both stay far below 2^26.
    const key = parent * 67108864 + (this.source.fn[node] + 33554432);
    let found = this.children.get(key);
    if (found === undefined) {
      found = this.fn.push(this.source.fn[node]) - 1;
      this.children.set(key, found);
      this.parent.push(parent);
      this.origin.push(this.source.origin[node]);
      for (const lane of this.own) lane.push(0);
    }
    return found;
  }

  add(node, lanes, from) {
    this.own.forEach((lane, l) => (lane[node] += lanes[l][from]));
  }

  tree() {
    const tree = new Tree(this.fn.length, this.own.length);
    tree.fn.set(this.fn);
    tree.parent.set(this.parent);
    tree.origin.set(this.origin);
    this.own.forEach((lane, l) => tree.self[l].set(lane));
    for (let i = 1; i < tree.size; i++) tree.depth[i] = tree.depth[tree.parent[i]] + 1;
    tree.sum();
    tree.groupNames = this.source.groupNames;
    return tree;
  }
}

function outermostCalls(tree, fn) {
  const calls = [];
  for (let i = 0; i < tree.size;) {
    if (tree.fn[i] === fn) {
      calls.push(i);
      i = tree.end[i];
    } else i++;
  }
  return calls;
}

function calleesOf(tree, fn) {
  const merger = new Merger(tree, fn);
  const slot = new Int32Array(tree.size);
  for (const call of outermostCalls(tree, fn)) {
    slot[call] = 0;
    merger.add(0, tree.self, call);
    for (let i = call + 1; i < tree.end[call]; i++) {
      slot[i] = merger.child(slot[tree.parent[i]], i);
      merger.add(slot[i], tree.self, i);
    }
  }
  return merger.tree();
}

function callersOf(tree, fn) {
  const merger = new Merger(tree, fn);
  for (const call of outermostCalls(tree, fn)) {
    let node = 0;
    for (let i = tree.parent[call]; i > 0; i = tree.parent[i]) node = merger.child(node, i);
    merger.add(node, tree.total, call);
  }
  return merger.tree();
}

// Self and total of every function: { fn, self, total } with one array per lane; a recursive call counts once in the total.
function functionTotals(tree, functions) {
  const self = tree.self.map(() => new Float64Array(functions));
  const total = tree.self.map(() => new Float64Array(functions));
  const inside = new Int32Array(functions); // where the outermost call that holds us ends
  for (let i = 0; i < tree.size; i++) {
    const fn = tree.fn[i];
    if (fn < 0) continue;
    const outermost = i >= inside[fn];
    if (outermost) inside[fn] = tree.end[i];
    for (let lane = 0; lane < self.length; lane++) {
      self[lane][fn] += tree.self[lane][i];
      if (outermost) total[lane][fn] += tree.total[lane][i];
    }
  }
  return { self, total };
}
