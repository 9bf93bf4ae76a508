// node pose.js MODEL [CLIP] [SECONDS]: where the points are at a moment of a clip.
import { filesAround, load } from './files.js';

const [, , input, clip, seconds = '0'] = process.argv;
const thaw = await load();
const model = await thaw.open(filesAround(input));
const scene = model.scene();
const word = clip ?? scene.clips[0]?.name ?? null;
for (const node of scene.pose(word, Number(seconds))) {
  if (!node.points?.length) continue;
  let low = Infinity, high = -Infinity;
  for (let i = 1; i < node.points.length; i += 3) {
    low = Math.min(low, node.points[i]);
    high = Math.max(high, node.points[i]);
  }
  console.log(`${node.name}: ${node.points.length / 3} points, from ${low.toFixed(3)} to ${high.toFixed(3)} m high (${word})`);
}
scene.free();
model.free();
