'use strict';
// Lean objects in the memory of lean.wasm: making, reading, counting references; and the compiled functions by name.
// Layout (lean.h, 32 bit): an 8-byte header (count, size, number of fields, tag), fields of 4 bytes, then scalars.
// "Owned": the reference count of the result is the caller's to give away or drop.

const STRING_DATA = 20;
const ARRAY_TAG = 246;
const BIG_NUMBER_TAG = 250;

class Objects {
  constructor(lean) {
    this.lean = lean;
    this.table = lean.inside('wasmTable');
    this.lookup = lean.inside('symLookup');
    this.lookup('main'); // loads the table of symbols
    this.symbols = lean.inside('SYMTAB');
    this.malloc = lean.inside('_malloc');
    this.utf8 = new TextEncoder();
    this.text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }); // else "\uFEFF" and "" would be the same string
    this.buffer = null;
    this.alloc = this.function('lean_alloc_object');
    this.freeObject = this.function('lean_dec_ref_cold');
    this.free = this.function('free');
    this.makeString = this.function('lean_mk_string_from_bytes');
    this.makeName = this.function('lean_name_mk_string');
    this.makeNumberedName = this.function('lean_name_mk_numeral');
    this.natToString = this.function('l_Nat_reprFast');
    this.natFromString = this.function('lean_cstr_to_nat');
    this.ioError = this.function('lean_io_error_to_string');
  }

  /** The compiled function of that name, or the address of the variable. */
  function(name) {
    const row = this.lookup(name);
    if (row < 0) throw new Error(`no symbol ${name}`);
    const where = this.symbols[row * 4 + 2];
    return this.symbols[row * 4 + 3] ? where : this.table.get(where);
  }

  variable(name) { return this.u32()[this.function(name) >> 2]; }

  // The views are made anew when the memory has grown.
  sync() {
    const now = this.lean.inside('wasmMemory').buffer;
    if (now === this.buffer) return;
    this.buffer = now;
    this.bytes = new Uint8Array(now);
    this.words = new Uint32Array(now);
    this.signed = new Int32Array(now);
  }

  u8() { this.sync(); return this.bytes; }
  u32() { this.sync(); return this.words; }
  i32() { this.sync(); return this.signed; }

  tag(o) { return this.u8()[o + 7]; }
  fieldCount(o) { return this.u8()[o + 6]; }
  field(o, i) { return this.u32()[(o >> 2) + 2 + i]; }
  /** The byte at `offset` of the scalars of a constructor object. */
  scalar(o, offset) { return this.u8()[o + 8 + 4 * this.fieldCount(o) + offset]; }

  /** The scalars of a constructor object; its size is in the header. */
  scalarBytes(o) {
    const size = this.u32()[(o + 4) >> 2] & 0xffff, from = o + 8 + 4 * this.fieldCount(o);
    return [...this.u8().slice(from, o + size)];
  }

  inc(o) {
    if (o & 1) return o;
    const words = this.i32(), count = words[o >> 2];
    if (count > 0) words[o >> 2] = count + 1;
    else if (count < 0) Atomics.sub(words, o >> 2, 1);
    return o;
  }

  dec(o) {
    if (o & 1) return;
    const words = this.i32(), count = words[o >> 2];
    if (count > 1) words[o >> 2] = count - 1;
    else if (count !== 0) this.freeObject(o);
  }

  header(o, size, other, tag) {
    const words = this.u32();
    words[o >> 2] = 1;
    words[(o >> 2) + 1] = ((size & 0xffff) | (other << 16) | (tag << 24)) >>> 0;
  }

  /** An owned constructor object; takes the fields. */
  constructor_(tag, fields, scalars = 0) {
    const size = (8 + 4 * fields.length + scalars + 7) & ~7, o = this.alloc(size);
    this.header(o, size, fields.length, tag);
    fields.forEach((field, i) => { this.u32()[(o >> 2) + 2 + i] = field; });
    this.u8().fill(0, o + 8 + 4 * fields.length, o + size);
    return o;
  }

  setScalar(o, offset, byte) { this.u8()[o + 8 + 4 * this.fieldCount(o) + offset] = byte; }

  setWord(o, offset, word) {
    for (let i = 0; i < 4; i++) this.setScalar(o, offset + i, (word >>> (8 * i)) & 255);
  }

  array(items) {
    const capacity = Math.max(items.length, 1), o = this.alloc((16 + 4 * capacity + 7) & ~7);
    this.header(o, 0, 0, ARRAY_TAG);
    const words = this.u32();
    words[(o >> 2) + 2] = items.length;
    words[(o >> 2) + 3] = capacity;
    items.forEach((item, i) => { words[(o >> 2) + 4 + i] = item; });
    return o;
  }

  items(array) {
    const words = this.u32(), from = (array >> 2) + 4;
    return Array.from({ length: words[(array >> 2) + 2] }, (_, i) => words[from + i]);
  }

  list(items) { return items.reduceRight((rest, item) => this.constructor_(1, [item, rest]), NIL); }

  listItems(o) {
    const found = [];
    for (; !(o & 1); o = this.field(o, 1)) found.push(this.field(o, 0));
    return found;
  }

  string(s) {
    const bytes = this.utf8.encode(s), at = this.malloc(bytes.length + 1);
    this.u8().set(bytes, at);
    this.u8()[at + bytes.length] = 0;
    const o = this.makeString(at, bytes.length);
    this.free(at);
    return o;
  }

  /** The text of a Lean string, which is borrowed. */
  read(o) { return this.text.decode(this.u8().slice(o + STRING_DATA, o + STRING_DATA + this.field(o, 0) - 1)); }

  /** The text of an owned Lean string. */
  take(o) {
    const found = this.read(o);
    this.dec(o);
    return found;
  }

  name(parts) {
    return parts.reduce((prefix, part) =>
      (typeof part === 'string' ? this.makeName(prefix, this.string(part)) : this.makeNumberedName(prefix, box(part))), NIL);
  }

  /** The components of a name: strings and numbers. */
  parts(o) {
    const found = [];
    for (; !(o & 1); o = this.field(o, 0)) {
      const last = this.field(o, 1);
      found.push(this.tag(o) === 1 ? this.read(last) : last >>> 1);
    }
    return found.reverse();
  }

  /** A natural number as a decimal string. */
  natural(o) { return o & 1 ? String(o >>> 1) : this.take(this.natToString(this.inc(o))); }

  makeNatural(decimal) {
    if (decimal.length < 10 && Number(decimal) < 2 ** 31) return box(Number(decimal));
    const bytes = this.utf8.encode(decimal), at = this.malloc(bytes.length + 1);
    this.u8().set(bytes, at);
    this.u8()[at + bytes.length] = 0;
    const o = this.natFromString(at);
    this.free(at);
    return o;
  }

  /** The value of an owned result of IO. */
  io(result, what) {
    const value = this.inc(this.field(result, 0)), ok = this.tag(result) === 0;
    this.dec(result);
    if (ok) return value;
    throw new Error(`${what}: ${this.take(this.ioError(value))}`);
  }
}

const box = (n) => ((n << 1) | 1) >>> 0;
const NIL = box(0); // [], none, the anonymous name
const LEAF = box(1); // the empty map or set

module.exports = { Objects, box, NIL, LEAF, BIG_NUMBER_TAG };
