// node images.mjs images.wasm digest.hpp: are images drawn and packed in WebAssembly the same as natively?
import assert from 'node:assert/strict';
import fs from 'node:fs';

const compiled = await WebAssembly.compile(fs.readFileSync(process.argv[2]));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(compiled)) {
  imports[module] ??= {};
  imports[module][name] = () => { throw new Error(`the core called ${module}.${name}`); };
}
const module = (await WebAssembly.instantiate(compiled, imports)).exports;
module._initialize();
const at = module.images_digest();
const memory = new Uint8Array(module.memory.buffer);
const digest = new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
const expected = /expected_digest\s*=\s*"([0-9a-f]*)"/.exec(fs.readFileSync(process.argv[3], 'utf8'))[1];
assert.equal(digest, expected);
