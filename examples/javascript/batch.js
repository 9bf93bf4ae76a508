// node batch.js FOLDER: every model of a folder, and why the others are none.
import fs from 'node:fs';
import path from 'node:path';
import { filesAround, load } from './files.js';

const thaw = await load();
for (const name of fs.readdirSync(process.argv[2]).sort()) {
  const file = path.join(process.argv[2], name);
  if (!fs.statSync(file).isFile()) continue;
  try {
    const model = await thaw.open(filesAround(file));
    console.log(`${name}: ${model.format}, ${model.clips.length} clips, ${model.issues.length} findings`);
    model.free();
  } catch (error) {
    console.log(`${name}: ${error.code}`);
  }
}
