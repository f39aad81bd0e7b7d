// Reads the two data blocks of the page into flat typed arrays.
//
//   plumb-head   JSON: what was measured, the totals, and the list of sections
//   plumb-data   base64 of a raw DEFLATE stream: the sections one after the other, little-endian
//
// Stacks are a tree in depth-first order, so a node needs only its depth: its parent is the last node before it that is one less deep.

function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function unpack(bytes, size) {
  if (typeof DecompressionStream !== "function") return inflate(bytes, size);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function readSection(bytes, section) {
  const { type, at, length } = section;
  if (type === "f64") return new Float64Array(bytes.buffer, bytes.byteOffset + at, length);
  if (type === "i32") return new Int32Array(bytes.buffer, bytes.byteOffset + at, length);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + length)));
}

function parentsOf(depth) {
  const parent = new Int32Array(depth.length);
  const open = [-1];
  for (let i = 0; i < depth.length; i++) {
    parent[i] = open[depth[i] - 1];
    open[depth[i]] = i;
  }
  return parent;
}

// Reads the profile of this page.
async function readProfile() {
  const head = JSON.parse(document.getElementById("plumb-head").textContent);
  const packed = fromBase64(document.getElementById("plumb-data").textContent.trim());
  const bytes = await unpack(packed, head.bytes);
  const profile = { head, sides: head.sides.length };
  for (const section of head.sections) profile[section.name] = readSection(bytes, section);
  profile.strings = profile.strings.map(visible);
  profile.parent = parentsOf(profile.depth);
  profile.values = head.values.map((value, v) => ({
    ...value,
    sides: head.sides.map((_, s) => profile["value" + v + "." + s]),
  }));
  profile.nameOf = (fn) => profile.strings[profile.fnName[fn]];
  profile.moduleOf = (fn) => profile.strings[profile.fnModule[fn]] ?? "";
  profile.kindOf = (fn) => profile.strings[profile.fnKind[fn]];
  return profile;
}
