// node render.js MODEL OUT.png: an image of the model, as its game drew it.
import fs from 'node:fs';
import { filesAround, load } from './files.js';

const [, , input, output] = process.argv;
const thaw = await load();
const model = await thaw.open(filesAround(input));
const image = model.render({ width: 256, style: 'game', background: 'grey' });
fs.writeFileSync(output, image.bytes, { flag: 'wx' });
console.log(`${output}: ${image.width} x ${image.height}`);
model.free();
