// Inflates a raw DEFLATE stream (RFC 1951), for browsers that have no DecompressionStream.

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

class BitReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.held = 0;
    this.count = 0;
  }

  bits(n) {
    while (this.count < n) {
      if (this.at >= this.bytes.length) throw new Error("the data of this page is cut short");
      this.held |= this.bytes[this.at++] << this.count;
      this.count += 8;
    }
    const value = this.held & ((1 << n) - 1);
    this.held >>>= n;
    this.count -= n;
    return value;
  }

  // Reads one symbol of a canonical Huffman code, bit by bit: codes of one length are consecutive numbers.
  symbol(code) {
    let value = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      value |= this.bits(1);
      const count = code.counts[length];
      if (value - count < first) return code.symbols[index + value - first];
      index += count;
      first = (first + count) << 1;
      value <<= 1;
    }
    throw new Error("the data of this page is damaged: no such code");
  }

  dropToByte() {
    this.at -= this.count >> 3;
    this.held = 0;
    this.count = 0;
  }
}

function huffman(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  const offsets = new Uint16Array(16);
  for (let i = 1; i < 15; i++) offsets[i + 1] = offsets[i] + counts[i];
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[offsets[length]++] = symbol;
  });
  return { counts, symbols };
}

function fixedCodes() {
  const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  return [huffman(lengths), huffman(new Array(30).fill(5))];
}

function dynamicCodes(reader) {
  const literals = reader.bits(5) + 257;
  const distances = reader.bits(5) + 1;
  const order = new Array(19).fill(0);
  const count = reader.bits(4) + 4;
  for (let i = 0; i < count; i++) order[CODE_LENGTH_ORDER[i]] = reader.bits(3);
  const code = huffman(order);
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = reader.symbol(code);
    if (symbol < 16) lengths.push(symbol);
    else {
      const [repeat, value] =
        symbol === 16
          ? [3 + reader.bits(2), lengths[lengths.length - 1]]
          : [symbol === 17 ? 3 + reader.bits(3) : 11 + reader.bits(7), 0];
      for (let i = 0; i < repeat; i++) lengths.push(value);
    }
  }
  return [huffman(lengths.slice(0, literals)), huffman(lengths.slice(literals))];
}

function inflateBlock(reader, out, at, [literals, distances]) {
  for (;;) {
    const symbol = reader.symbol(literals);
    if (symbol < 256) out[at++] = symbol;
    else if (symbol === 256) return at;
    else {
      const length = LENGTH_BASE[symbol - 257] + reader.bits(LENGTH_EXTRA[symbol - 257]);
      const code = reader.symbol(distances);
      const from = at - (DISTANCE_BASE[code] + reader.bits(DISTANCE_EXTRA[code]));
      for (let i = 0; i < length; i++) out[at + i] = out[from + i];
      at += length;
    }
  }
}

// Inflates `bytes` into an array of exactly `size` bytes.
function inflate(bytes, size) {
  const reader = new BitReader(bytes);
  const out = new Uint8Array(size);
  let at = 0;
  for (let last = false; !last;) {
    last = reader.bits(1) === 1;
    const kind = reader.bits(2);
    if (kind === 0) {
      reader.dropToByte();
      const length = reader.bits(16);
      reader.bits(16);
      reader.dropToByte();
      out.set(bytes.subarray(reader.at, reader.at + length), at);
      reader.at += length;
      at += length;
    } else at = inflateBlock(reader, out, at, kind === 1 ? fixedCodes() : dynamicCodes(reader));
  }
  if (at !== size) throw new Error("the data of this page is damaged: " + at + " bytes instead of " + size);
  return out;
}
