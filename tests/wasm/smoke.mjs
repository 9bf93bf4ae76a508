// node smoke.mjs thaw.wasm: opens, describes, checks and rewrites a model through the C API in WebAssembly.
import assert from 'node:assert/strict';
import fs from 'node:fs';

// The smallest whole DDD, as in tests/capi/tiny.hpp: one base of one triangle, one bone, one frame.
const tinyDdd = Uint8Array.from([
  0x00, 0x64, 0xbf, 0xff, 0, 1, 0, 1, 0, 0, 0, 0,
  0, 3, 0, 3, 0, 2, 0, 1,
  0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0, 9, 0, 0, 0, 0, 0, 0, 0x7f, 0, 0, 0, 9, 0, 0, 0, 0, 0x7f,
  0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,
  1, 0, 255, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 2, 0, 0, 0,
  16, 16,
  0, 0, 0, 0, 1,
  0, 0, 0, 0, 0, 0, 0,
  0, 1, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0,
  0, 0, 0, 0,
]);

// The core is hermetic: whatever the C library still imports must never be called.
const compiled = await WebAssembly.compile(fs.readFileSync(process.argv[2]));
const imports = {};
for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
  assert.equal(kind, 'function');
  imports[module] ??= {};
  imports[module][name] = () => { throw new Error(`the core called ${module}.${name}`); };
}
const thaw = (await WebAssembly.instantiate(compiled, imports)).exports;
thaw._initialize();

const memory = () => new Uint8Array(thaw.memory.buffer); // made anew: the memory may have grown
const text = (at) => (at === 0 ? null : new TextDecoder().decode(memory().subarray(at, memory().indexOf(0, at))));

// Calls with copies of the bytes in the module's memory.
function withBuffers(buffers, call) {
  const places = buffers.map((bytes) => {
    const at = thaw.malloc(bytes.length);
    assert.notEqual(at, 0);
    memory().set(bytes, at);
    return at;
  });
  try { return call(...places); } finally { places.forEach((at) => thaw.free(at)); }
}
const cString = (s) => new TextEncoder().encode(`${s}\0`);
const addPart = (model, name, bytes) =>
  withBuffers([cString(name), bytes], (n, b) => thaw.thaw_add_part(model, 0, n, b, bytes.length));
function output(model, index) {
  const at = thaw.thaw_output_bytes(model, index);
  return memory().slice(at, at + thaw.thaw_output_size(model, index));
}

function opensDescribesAndRewrites() {
  const model = thaw.thaw_new();
  assert.equal(addPart(model, 'tiny.ddd', tinyDdd), 0);
  assert.equal(thaw.thaw_open(model, 0), 0, text(thaw.thaw_error_message(model)));
  const info = text(thaw.thaw_info_json(model));
  assert.equal(JSON.parse(info).format, 'ddd');
  assert.equal(JSON.parse(info).bytes, tinyDdd.length);
  assert.ok(Array.isArray(JSON.parse(text(thaw.thaw_issues_json(model, 1))).issues));
  assert.equal(thaw.thaw_write(model), 0);
  assert.equal(thaw.thaw_output_count(model), 1);
  assert.deepEqual(output(model, 0), tinyDdd);
  thaw.thaw_free(model);
  return info;
}

function everyTruncationIsAnError() {
  for (let size = 0; size < tinyDdd.length; ++size) {
    const model = thaw.thaw_new();
    assert.equal(addPart(model, 'cut.ddd', tinyDdd.subarray(0, size)), 0);
    const status = withBuffers([cString('ddd')], (format) => thaw.thaw_open(model, format));
    assert.equal(status, 1, `truncated to ${size} bytes: ${text(thaw.thaw_error_message(model))}`);
    assert.equal(JSON.parse(text(thaw.thaw_error_json(model))).code, 'truncated');
    thaw.thaw_free(model);
  }
}

function mistakesAreErrors() {
  assert.equal(thaw.thaw_open(0, 0), 16);
  const model = thaw.thaw_new();
  assert.equal(thaw.thaw_write(model), 16);
  assert.equal(addPart(model, 'poem.txt', cString('rose is a rose')), 0);
  assert.equal(thaw.thaw_open(model, 0), 10);
  assert.match(text(thaw.thaw_error_message(model)), /poem\.txt/);
  thaw.thaw_free(model);
}

function memoryStaysFlat() {
  const before = thaw.memory.buffer.byteLength;
  for (let i = 0; i < 1000; ++i) opensDescribesAndRewrites();
  assert.equal(thaw.memory.buffer.byteLength, before);
}

const info = opensDescribesAndRewrites();
everyTruncationIsAnError();
mistakesAreErrors();
memoryStaysFlat();
console.log(`thaw ${text(thaw.thaw_version())}, ${fs.statSync(process.argv[2]).size} bytes\n${info}`);
