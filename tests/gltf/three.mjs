// node three.mjs PLAIN PACKED...: does three.js show the GLB files of the folders PACKED like those of PLAIN? All names are the
// same. Each clip is played there; every corner of every mesh has to be in its place, to within a hundred-thousandth of the model.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AnimationMixer, Box3, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

function* files(path) {
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) yield* files(join(path, name));
}

// Node has no images: they are taken out.
function withoutImages(glb) {
  const length = glb.readUInt32LE(12);
  const root = JSON.parse(glb.subarray(20, 20 + length).toString());
  delete root.images;
  delete root.textures;
  for (const material of root.materials ?? []) delete material.pbrMetallicRoughness?.baseColorTexture;
  const json = Buffer.from(JSON.stringify(root));
  const head = Buffer.alloc(20);
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, 0x20)]);
  const binary = glb.subarray(20 + length);
  head.writeUInt32LE(0x46546c67, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length + binary.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.writeUInt32LE(0x4e4f534a, 16);
  const all = Buffer.concat([head, padded, binary]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

async function load(path) {
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  return loader.parseAsync(withoutImages(readFileSync(path)), '');
}

// Where each native vertex of each mesh is drawn: corners of one vertex are at one place.
function placed(scene) {
  scene.updateMatrixWorld(true);
  const out = new Map();
  const at = new Vector3();
  let part = 0;
  scene.traverse((object) => {
    if (!object.isMesh && !object.isLine) return;
    part += 1;
    object.skeleton?.update();
    const sources = object.geometry.attributes._source_vertex;
    for (let i = 0; i < sources.count; i += 1) {
      object.getVertexPosition(i, at).applyMatrix4(object.matrixWorld);
      out.set(`${part} ${sources.getX(i)}`, at.toArray());
    }
  });
  return out;
}

// At rest and at some times of each clip.
function* poses(file) {
  yield ['rest', placed(file.scene)];
  for (const clip of file.animations) {
    const mixer = new AnimationMixer(file.scene);
    mixer.clipAction(clip).play();
    for (const share of [0, 0.31, 0.77]) {
      mixer.setTime(share * clip.duration);
      yield [`${clip.name} ${share}`, placed(file.scene)];
    }
    mixer.stopAllAction();
  }
}

function farthest(plain, packed) {
  if (plain.size !== packed.size) return Infinity;
  const box = new Box3();
  let most = 0;
  for (const [key, a] of plain) {
    const b = packed.get(key);
    if (!b) return Infinity;
    box.expandByPoint(new Vector3(...a));
    most = Math.max(most, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  }
  return plain.size === 0 ? 0 : most / box.getSize(new Vector3()).length();
}

const [start, ...others] = process.argv.slice(2);
let compared = 0;
let bad = 0;
for (const path of files(start)) {
  if (!/\.glb$/i.test(path)) continue;
  const plain = await load(path);
  for (const other of others) {
    const packed = poses(await load(join(other, relative(start, path))));
    for (const [name, expected] of poses(plain)) {
      const [otherName, found] = packed.next().value ?? [];
      const distance = otherName === name ? farthest(expected, found) : Infinity;
      compared += 1;
      if (distance < 1e-5) continue;
      bad += 1;
      console.log(`${join(other, relative(start, path))}: ${name} is ${distance} of the model off`);
    }
  }
}
console.log(`${compared} poses, ${bad} with corners out of place`);
process.exit(compared > 0 && bad === 0 ? 0 : 1);
