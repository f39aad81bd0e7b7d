// The call tree that is on screen, as flat arrays in depth-first order.
//
// Every array has one cell per node. A lane is one number per node that adds up towards the root: one lane for each value
// type and side of the profile, then one for each label value when frames are coloured by a label.

const ROOT = -1;
const FIRST_GROUP = -2;

class Tree {
  constructor(size, lanes) {
    this.size = size;
    this.fn = new Int32Array(size); // a function, ROOT, or FIRST_GROUP - group
    this.parent = new Int32Array(size).fill(-1);
    this.depth = new Int32Array(size);
    this.end = new Int32Array(size); // one past the last node below this one
    this.origin = new Int32Array(size).fill(-1); // the node of the profile it shows
    this.self = Array.from({ length: lanes }, () => new Float64Array(size));
    this.total = [];
    this.weight = null;
    this.x = null;
    this.w = null;
    this.groupNames = [];
    this.rootName = "all";
    this.deepest = 0;
  }

  // Adds up every lane from the leaves to the root.
  sum() {
    this.total = this.self.map((own) => {
      const total = Float64Array.from(own);
      for (let i = this.size - 1; i > 0; i--) total[this.parent[i]] += total[i];
      return total;
    });
  }

  // Finds where each node's subtree ends and how deep the tree is.
  close() {
    for (let i = this.size - 1; i >= 0; i--) {
      this.end[i] = Math.max(this.end[i], i + 1);
      if (i > 0) this.end[this.parent[i]] = Math.max(this.end[this.parent[i]], this.end[i]);
      this.deepest = Math.max(this.deepest, this.depth[i]);
    }
  }

  // The functions from below the root to a node: what a link stores to find the node again.
  pathTo(node) {
    const path = [];
    for (let i = node; i > 0; i = this.parent[i]) path.push(this.fn[i]);
    return path.reverse();
  }

  // The node a path leads to, or as far along it as this tree goes.
  find(path) {
    let node = 0;
    for (const fn of path) {
      let child = node + 1;
      while (child < this.end[node] && this.fn[child] !== fn) child = this.end[child];
      if (child >= this.end[node]) break;
      node = child;
    }
    return node;
  }
}

// Numbers the samples that the choice accepts by group: by process, thread or label value; -1 leaves a sample out.
function groupSamples(profile, choice) {
  const names = [];
  const known = new Map();
  const of = new Int32Array(profile.sampleNode.length).fill(-1);
  for (let s = 0; s < of.length; s++) {
    const thread = profile.sampleThread[s];
    if (!choice.accepts(thread)) continue;
    const name = choice.group === "none" ? "" : groupName(profile, choice.group, s);
    if (!known.has(name)) known.set(name, names.push(name) - 1);
    of[s] = known.get(name);
  }
  return { names, of };
}

function groupName(profile, group, sample) {
  const thread = profile.sampleThread[sample];
  if (group === "process") return processName(profile, thread);
  if (group === "thread") return threadName(profile, thread);
  const key = group.slice("label:".length);
  return labelOf(profile, profile.sampleLabels[sample], key) || "no " + key;
}

function processName(profile, thread) {
  const pid = profile.threadPid[thread];
  const comm = profile.strings[profile.threadComm[thread]] ?? "";
  return pid >= 0 ? comm + " (" + pid + ")" : comm;
}

function threadName(profile, thread) {
  const tid = profile.threadTid[thread];
  const name = profile.strings[profile.threadName[thread]] ?? "";
  return tid >= 0 ? name + " (" + tid + ")" : name;
}

// The value of one label in a set of labels, or the empty string.
function labelOf(profile, set, key) {
  for (let i = profile.labelStart[set]; i < profile.labelStart[set + 1]; i++) {
    if (profile.strings[profile.labelKey[i]] === key) return profile.strings[profile.labelValue[i]];
  }
  return "";
}

// Marks the profile's nodes that the samples of a group reach, in depth-first order.
function reached(profile, samples, stamp, group) {
  const nodes = [];
  for (const s of samples) {
    for (let n = profile.sampleNode[s]; n >= 0 && stamp[n] !== group; n = profile.parent[n]) {
      stamp[n] = group;
      nodes.push(n);
    }
  }
  return Int32Array.from(nodes).sort();
}

// Builds the tree of the samples a choice accepts: { accepts(thread), group, laneOf(sample) or null, lanes }.
function growTree(profile, choice) {
  const groups = groupSamples(profile, choice);
  const members = groups.names.map(() => []);
  groups.of.forEach((group, s) => group >= 0 && members[group].push(s));
  const stamp = new Int32Array(profile.depth.length).fill(-1);
  const nodes = members.map((samples, group) => reached(profile, samples, stamp, group));
  const grouped = choice.group !== "none";
  const size = 1 + nodes.reduce((sum, list) => sum + list.length + (grouped ? 1 : 0), 0);
  const tree = new Tree(size, profile.values.length * profile.sides + choice.lanes);
  tree.fn[0] = ROOT;
  tree.groupNames = groups.names;
  const slot = new Int32Array(profile.depth.length);
  let at = 1;
  nodes.forEach((list, group) => {
    const base = grouped ? at++ : 0;
    if (grouped) plant(tree, base, 0, FIRST_GROUP - group, -1);
    for (const n of list) {
      slot[n] = at;
      const parent = profile.parent[n];
      plant(tree, at++, parent < 0 ? base : slot[parent], profile.fn[n], n);
    }
    for (const s of members[group])
      weigh(profile, tree, choice, s, profile.sampleNode[s] < 0 ? base : slot[profile.sampleNode[s]]);
  });
  tree.close();
  tree.sum();
  return tree;
}

function plant(tree, node, parent, fn, origin) {
  tree.parent[node] = parent;
  tree.depth[node] = tree.depth[parent] + 1;
  tree.fn[node] = fn;
  tree.origin[node] = origin;
}

function weigh(profile, tree, choice, sample, node) {
  let lane = 0;
  for (const value of profile.values) {
    for (const side of value.sides) tree.self[lane++][node] += side[sample];
  }
  if (choice.lanes > 0) {
    const value = profile.values[choice.value].sides;
    tree.self[lane + choice.laneOf(sample)][node] += value[value.length - 1][sample];
  }
}
