// Where each node of a tree stands: its share of the width, and the order of siblings.

// How a value is compared and weighed: one side as it is, or two sides of which the first may be scaled to the second's total.
class Measure {
  constructor(profile, state) {
    this.unit = profile.values[state.value].unit;
    this.name = profile.values[state.value].name;
    this.diff = profile.sides === 2;
    this.before = state.value * profile.sides;
    this.after = this.before + profile.sides - 1;
    this.shares = state.compare === "shares";
    this.width = state.width;
    this.scale = 1;
  }

  // Fits the scale to a tree: shares compare two runs of different length, absolute values two equal ones.
  fit(tree) {
    const [before, after] = [tree.total[this.before][0], tree.total[this.after][0]];
    this.scale = this.diff && this.shares && before > 0 && after > 0 ? after / before : 1;
    return this;
  }

  weigh(before, after) {
    if (!this.diff || this.width === "after") return after;
    return this.width === "before" ? before * this.scale : (before * this.scale + after) / 2;
  }

  weightsOf(lanes) {
    const [before, after] = [lanes[this.before], lanes[this.after]];
    return after.map((value, i) => this.weigh(before[i], value));
  }
}

// Gives the tree in depth-first order with siblings sorted, and x and width of each node as parts of the whole.
function arrange(tree, measure, order, nameOf) {
  tree.weight = measure.weightsOf(tree.total);
  const sorted = permute(tree, depthFirst(tree, siblingOrder(tree, order, nameOf)));
  sorted.close();
  place(sorted);
  return sorted;
}

function siblingOrder(tree, order, nameOf) {
  if (order === "size") return (a, b) => tree.weight[b] - tree.weight[a] || a - b;
  const rank = new Map();
  const names = [...new Set(tree.fn)].map((fn) => [fn, nameOf(tree, fn)]);
  names.sort((a, b) => (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[0] - b[0])).forEach(([fn], i) => rank.set(fn, i));
  return (a, b) => rank.get(tree.fn[a]) - rank.get(tree.fn[b]) || a - b;
}

function depthFirst(tree, compare) {
  const firstChild = new Int32Array(tree.size).fill(-1);
  const next = new Int32Array(tree.size).fill(-1);
  for (let i = tree.size - 1; i > 0; i--) {
    next[i] = firstChild[tree.parent[i]];
    firstChild[tree.parent[i]] = i;
  }
  const result = new Int32Array(tree.size);
  const pending = [0];
  for (let at = 0; pending.length > 0; at++) {
    const node = pending.pop();
    result[at] = node;
    const children = [];
    for (let c = firstChild[node]; c >= 0; c = next[c]) children.push(c);
    if (children.length > 1) children.sort(compare);
    for (let c = children.length - 1; c >= 0; c--) pending.push(children[c]);
  }
  return result;
}

function permute(tree, from) {
  const moved = new Tree(tree.size, 0);
  const at = new Int32Array(tree.size);
  from.forEach((old, i) => (at[old] = i));
  const take = (source, target) => {
    from.forEach((old, i) => (target[i] = source[old]));
    return target;
  };
  take(tree.fn, moved.fn);
  take(tree.depth, moved.depth);
  take(tree.origin, moved.origin);
  from.forEach((old, i) => (moved.parent[i] = old === 0 ? -1 : at[tree.parent[old]]));
  moved.self = tree.self.map((lane) => take(lane, new Float64Array(tree.size)));
  moved.total = tree.total.map((lane) => take(lane, new Float64Array(tree.size)));
  moved.weight = take(tree.weight, new Float64Array(tree.size));
  moved.groupNames = tree.groupNames;
  moved.rootName = tree.rootName;
  return moved;
}

function place(tree) {
  const whole = tree.weight[0] || 1;
  tree.x = new Float64Array(tree.size);
  tree.w = new Float64Array(tree.size);
  const filled = new Float64Array(tree.size);
  for (let i = 0; i < tree.size; i++) {
    tree.w[i] = i === 0 ? 1 : tree.weight[i] / whole;
    if (i > 0) {
      const parent = tree.parent[i];
      tree.x[i] = tree.x[parent] + filled[parent];
      filled[parent] += tree.w[i];
    }
  }
}
