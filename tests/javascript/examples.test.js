// The examples, each run as a program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const frog = path.join(root, 'samples/soulfu/FROG.DDD');
const run = (name, ...words) =>
  execFileSync(process.execPath, [path.join(root, 'examples/javascript', name), ...words], { encoding: 'utf8' });

function inFolder(body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'thaw-'));
  try { body((name) => path.join(folder, name)); } finally { fs.rmSync(folder, { recursive: true }); }
}

test('inspect', () => assert.match(run('inspect.js', frog), /FROG\.DDD: ddd, \d+ vertices/));
test('convert', () => inFolder((at) => assert.match(run('convert.js', frog, at('a.glb')), /byte for byte/)));
test('pose', () => assert.match(run('pose.js', frog), /points, from -?[\d.]+ to [\d.]+ m high/));
test('render', () => inFolder((at) => {
  assert.match(run('render.js', frog, at('a.png')), /256 x 256/);
  assert.equal(fs.readFileSync(at('a.png')).toString('latin1', 1, 4), 'PNG');
}));
test('edit-field', () => inFolder((at) => {
  assert.match(run('edit-field.js', frog, 'bases[0].vertices[1].position[0]', '77', at('A.DDD')), /-> 77/);
  assert.equal(fs.statSync(at('A.DDD')).size, fs.statSync(frog).size);
}));
test('batch', () => assert.match(run('batch.js', path.dirname(frog)), /FROG\.PCX: not_recognised/));
