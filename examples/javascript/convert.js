// node convert.js MODEL OUT.glb: to glTF, and back to prove that nothing is lost.
import fs from 'node:fs';
import { filesAround, load } from './files.js';

const [, , input, output] = process.argv;
const thaw = await load();
const model = await thaw.open(filesAround(input));
const glb = model.toGlb({ compact: true });
fs.writeFileSync(output, glb, { flag: 'wx' }); // never over a file that is there
const back = thaw.openSync({ 'edited.glb': glb }).convert('native');
const same = Buffer.from(back.files[0].bytes).equals(Buffer.from(model.files[0].bytes));
console.log(`${output}: ${glb.length} bytes; the way back is ${same ? 'byte for byte' : 'another file'}`);
process.exit(same ? 0 : 1);
