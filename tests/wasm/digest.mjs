// node digest.mjs MODULE.wasm FUNCTION HEADER NAME: does the function in WebAssembly return what is natively expected, the
// text that the header calls NAME?
import assert from 'node:assert/strict';
import fs from 'node:fs';

const [wasm, name, header, expectedName] = process.argv.slice(2);
const compiled = await WebAssembly.compile(fs.readFileSync(wasm));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(compiled)) {
  imports[module] ??= {};
  imports[module][name] = () => { throw new Error(`the core called ${module}.${name}`); };
}
const module = (await WebAssembly.instantiate(compiled, imports)).exports;
module._initialize();
const at = module[name]();
const memory = new Uint8Array(module.memory.buffer);
const digest = new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
const expected = new RegExp(`\\b${expectedName}\\s*=\\s*"([0-9a-f]*)"`).exec(fs.readFileSync(header, 'utf8'))[1];
assert.equal(digest, expected);
