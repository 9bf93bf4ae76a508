// What the examples share: a model with the files that lie around it, and the module (THAW_WASM, else web/thaw.wasm).
import fs from 'node:fs';
import path from 'node:path';
import { Thaw } from '../../web/thaw.js';

export const load = () => Thaw.load(process.env.THAW_WASM ? fs.readFileSync(process.env.THAW_WASM) : undefined);

// The model first, then everything in its folder: it takes what it asks for.
export function filesAround(file) {
  const folder = path.dirname(file);
  const read = (name) => [name, new Uint8Array(fs.readFileSync(path.join(folder, name)))];
  const name = path.basename(file);
  const others = fs.readdirSync(folder).filter((other) => other !== name && fs.statSync(path.join(folder, other)).isFile());
  return [read(name), ...others.map(read)];
}
