// node --test tests/javascript: the package over the samples. THAW_WASM is the module, THAW_PROGRAM the program (optional).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import zlib from 'node:zlib';
import { ThawError } from '../../web/thaw.js';
import { families, fishFiles, frogFiles, load, sample } from './samples.js';

const thaw = await load();
const first = (files) => Object.keys(files)[0];
const failsWith = (code, call) => assert.throws(call, (error) => {
  assert.ok(error instanceof ThawError, String(error));
  assert.equal(error.code, code, error.message);
  return true;
});

test('opens, explains and rewrites a model of each family', async () => {
  for (const [files, own] of families()) {
    const model = await thaw.open(files);
    assert.equal(model.info.file.split('/').pop(), first(files).split('/').pop());
    assert.ok(model.clips.length > 0, first(files));
    assert.ok(Array.isArray(model.check('game')));
    assert.deepEqual(model.write().map((file) => file.bytes), own.map((name) => files[name]));
    model.free();
  }
});

test('goes to GLB and back byte for byte', async () => {
  for (const [files, own] of families()) {
    const model = await thaw.open(files);
    for (const options of [{}, { compact: true }, { normals: 'morph' }]) {
      const glb = thaw.openSync({ 'x.glb': model.toGlb(options) });
      assert.deepEqual(glb.convert('native').files[0].bytes, files[own[0]]);
      const over = glb.convertOver(model, model.format);
      assert.deepEqual(over.files[0].bytes, files[own[0]]);
      glb.free();
    }
    model.free();
  }
});

test('writes what the program writes', { skip: !process.env.THAW_PROGRAM }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'thaw-'));
  try {
    for (const [files] of families()) {
      for (const [name, bytes] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        fs.writeFileSync(path.join(folder, name), bytes);
      }
      const out = path.join(folder, 'out.glb');
      execFileSync(process.env.THAW_PROGRAM, ['convert', path.join(folder, first(files)), '-o', out, '--force']);
      const model = await thaw.open(files);
      assert.ok(Buffer.from(model.toGlb()).equals(fs.readFileSync(out)), first(files));
      model.free();
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('asks for files, also for ones that come later', async () => {
  const all = fishFiles();
  const asked = [];
  const model = await thaw.open({ 'ThawFish_d.3d': all['Models/ThawFish_d.3d'] }, {
    lookup: async (want) => {
      asked.push(want.role);
      const found = Object.entries(all).find(([name]) =>
        want.names.some((wanted) => name.split('/').pop().toLowerCase() === wanted.toLowerCase()));
      return found && { name: found[0], bytes: found[1] };
    },
  });
  assert.ok(asked.includes('aniv'));
  assert.ok(model.files.some((file) => file.role === 'aniv'));
  await assert.rejects(thaw.open({ 'poem.txt': new Uint8Array([1, 2, 3]) }), { code: 'not_recognised' });
  model.free();
});

test('draws', async () => {
  const model = await thaw.open(frogFiles());
  const still = model.render({ width: 40, height: 30, type: 'rgba', background: '#010203' });
  assert.equal(still.bytes.length, 40 * 30 * 4);
  assert.deepEqual([...still.bytes.slice(0, 4)], [1, 2, 3, 255]);
  assert.equal(Buffer.from(model.render({ size: 32, clip: 0, time: 0.1 }).bytes.slice(1, 4)).toString(), 'PNG');
  assert.equal(model.render({ size: 16, turntable: true, type: 'apng' }).frames, 72);
  failsWith('bad_argument', () => model.render({ size: 'large' }));
  failsWith('unsupported', () => model.render({ type: 'webp', turntable: true }));
  model.free();
});

test('explains and changes fields', async () => {
  const model = await thaw.open(frogFiles());
  const before = await thaw.open(frogFiles());
  const path = 'bases[0].vertices[1].position[0]';
  const page = model.fields({ depth: 1 });
  assert.equal(page.part, 'ddd');
  assert.ok(page.fields.length > 3);
  const field = model.field(path);
  assert.ok(model.fieldAt(field.offset).some((one) => one.path === path || path.startsWith(one.path)));
  model.setField(path, 77);
  assert.equal(model.field(path).value, 77);
  const { equal, changes } = before.diff(model);
  assert.equal(equal, false);
  assert.equal(changes[0].path, path);
  model.setFields([{ path, value: field.value }]);
  assert.deepEqual(model.write()[0].bytes, sample('soulfu/FROG.DDD'));
  failsWith('bad_value', () => model.setField(path, 1e9));
  failsWith('bad_value', () => model.setField('no.such', 1));
  model.free();
  before.free();
});

test('tells bytes from things', async () => {
  const model = await thaw.open(fishFiles());
  const element = { kind: 'point', mesh: 0, index: 2, frame: 1 };
  const [range] = model.bytesOf(element);
  const found = model.elementsAt(Math.floor(range.first_bit / 8), range.part);
  assert.ok(found.some((one) => one.kind === 'point' && one.index === 2 && one.frame === 1));
  assert.ok(found[0].words.length > 0);
  model.free();
});

test('gives scenes and poses', async () => {
  const model = await thaw.open(frogFiles());
  const scene = model.scene({ options: { rig: 'exact' } });
  const points = scene.array('points', 0);
  assert.ok(points instanceof Float32Array && points.components === 3);
  assert.equal(points.length, scene.meshes[0].points * 3);
  const corners = scene.copy('corners', 0);
  assert.ok(scene.array('indices', 0).every((corner) => corner < corners.length));
  assert.ok(scene.copy('imagePixels', 0).length > 0);
  const nodes = scene.pose(scene.clips[0].name, 0.1);
  const posed = nodes.find((node) => node.points?.length > 0);
  assert.equal(posed.points.length, points.length);
  assert.equal(posed.normals.length, points.length);
  assert.equal(posed.matrix.length, 16);
  assert.equal(scene.array('tangents', 0).length, 0);
  failsWith('bad_argument', () => scene.array('points', 99));
  failsWith('bad_argument', () => scene.array('paint', 0));
  failsWith('bad_argument', () => scene.pose('no such clip'));
  // A copy stays what it was when the memory grows.
  const copy = scene.copy('points', 0);
  const sum = copy.reduce((a, b) => a + b, 0);
  const large = Array.from({ length: 4 }, () => thaw.openSync(frogFiles()).toGlb());
  assert.equal(large.length, 4);
  assert.equal(copy.reduce((a, b) => a + b, 0), sum);
  scene.free();
  model.free();
});

test('looks into archives', () => {
  const bytes = sample('soulfu/FROG.DDD');
  const name = Buffer.from('models/FROG.DDD');
  const packed = zlib.deflateRawSync(bytes);
  const crc = Buffer.alloc(4);
  let c = ~0;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; ++k) c = (c >>> 1) ^ (0xedb88320 & -(c & 1));
  }
  crc.writeUInt32LE(~c >>> 0);
  const u16 = (n) => Buffer.from([n & 255, n >> 8]), u32 = (n) => Buffer.from(new Uint32Array([n]).buffer);
  const common = [u16(20), u16(0), u16(8), u32(0x21), crc, u32(packed.length), u32(bytes.length), u16(name.length), u16(0)];
  const local = Buffer.concat([u32(0x04034b50), ...common, name, packed]);
  const central = Buffer.concat([u32(0x02014b50), u16(20), ...common, u16(0), u16(0), u16(0), u32(0), u32(0), name]);
  const end = Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(1), u16(1), u32(central.length), u32(local.length), u16(0)]);
  const archive = thaw.openArchive(Buffer.concat([local, central, end]), 'a.zip');
  assert.match(archive.kind, /^zip/);
  assert.deepEqual(archive.entries.map((entry) => [entry.name, entry.bytes]), [['models/FROG.DDD', bytes.length]]);
  assert.deepEqual(archive.read('models/FROG.DDD'), bytes);
  failsWith('missing_part', () => archive.read('other'));
  failsWith('bad_argument', () => archive.read(5));
  archive.free();
  assert.throws(() => thaw.openArchive(bytes, 'FROG.DDD'), ThawError);
});

test('wrong handles and arguments are errors', async () => {
  const model = await thaw.open(frogFiles());
  const { handle } = model;
  model.free();
  model.free();
  failsWith('bad_argument', () => model.info);
  for (const forged of [1, -1, 0x7fffffff, handle, NaN, 12345678]) {
    model.handle = forged;
    failsWith('bad_argument', () => model.info);
    failsWith('bad_argument', () => model.convert('glb'));
    failsWith('bad_argument', () => model.scene());
  }
  model.handle = 0;
  failsWith('bad_argument', () => thaw.openSync({}));
  failsWith('bad_argument', () => thaw.openSync({ 'a.ddd': 'text' }));
  failsWith('bad_argument', () => thaw.options('no such format'));
  const other = thaw.openSync(frogFiles());
  failsWith('bad_argument', () => other.convert('glb', { colour: 1 }));
  failsWith('unsupported', () => other.convert('paper'));
  failsWith('over_budget', () => thaw.openSync(frogFiles(), { limits: { work_per_byte: 0, work_floor: 1 } }));
  try {
    thaw.openSync({ 'cut.ddd': sample('soulfu/FROG.DDD').subarray(0, 100) });
    assert.fail('a cut file is none');
  } catch (error) {
    assert.equal(error.code, 'truncated');
    assert.equal(error.file, 'cut.ddd');
    assert.equal(typeof error.offset, 'number');
  }
  other.free();
});

test('knows formats and options', () => {
  assert.match(thaw.version, /^\d+\.\d+\.\d+$/);
  assert.ok(thaw.formats.some((format) => format.id === 'unreal'));
  assert.ok(thaw.options('ddd').some((option) => option.name === 'rig'));
  assert.equal(thaw.models(fishFiles()).length, 1);
});

test('the module is small', () => {
  const bytes = fs.readFileSync(process.env.THAW_WASM);
  assert.ok(bytes.length <= 4_000_000, `${bytes.length} bytes`);
  assert.ok(zlib.gzipSync(bytes, { level: 9 }).length <= 1_500_000, 'gzipped');
});
