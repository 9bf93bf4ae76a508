// node inspect.js MODEL: what there is to know of a model, and its first fields.
import { filesAround, load } from './files.js';

const thaw = await load();
const model = await thaw.open(filesAround(process.argv[2]));
const { file, format, totals } = model.info;
console.log(`${file}: ${format}, ${totals.vertices} vertices, ${totals.triangles} triangles`);
for (const clip of model.clips) console.log(`  ${clip.name}: ${clip.frames} frames, ${clip.seconds.toFixed(2)} s`);
for (const issue of model.check('game')) console.log(`  ${issue.severity} ${issue.code}: ${issue.message}`);
for (const field of model.fields({ most: 8 }).fields) console.log(`  ${field.offset}  ${field.path}  ${field.value ?? ''}`);
model.free();
