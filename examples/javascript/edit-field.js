// node edit-field.js MODEL PATH VALUE OUT: one value of the file changed, all else byte for byte.
import fs from 'node:fs';
import { filesAround, load } from './files.js';

const [, , input, path, value, output] = process.argv;
const thaw = await load();
const model = await thaw.open(filesAround(input));
const before = model.field(path);
model.setField(path, JSON.parse(value));
const [file] = model.write();
fs.writeFileSync(output, file.bytes, { flag: 'wx' });
console.log(`${path}: ${JSON.stringify(before.value)} -> ${JSON.stringify(model.field(path).value)}`);
model.free();
