// The sample files, and the module that was built.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Thaw } from '../../web/thaw.js';

const samples = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../samples');

export const load = () => Thaw.load(fs.readFileSync(process.env.THAW_WASM));
export const sample = (below) => new Uint8Array(fs.readFileSync(path.join(samples, below)));

export const frogFiles = () => Object.fromEntries(
  ['FROG.DDD', 'FROG.PCX', 'FROGEYE.PCX', 'FROG.textures.json'].map((name) => [name, sample(`soulfu/${name}`)]));
export const fishFiles = () => ({
  'Models/ThawFish_d.3d': sample('unreal/Models/ThawFish_d.3d'),
  'Models/ThawFish_a.3d': sample('unreal/Models/ThawFish_a.3d'),
  'Models/ThawFish.pcx': sample('unreal/Models/ThawFish.pcx'),
  'Classes/ThawFish.uc': sample('unreal/Classes/ThawFish.uc'),
});

// One model of each family, with its companions: [files, the model's own].
export const families = () => [
  [frogFiles(), ['FROG.DDD']],
  [{ 'FROG.RDY': sample('soulfu/FROG.RDY'), ...frogFiles() }, ['FROG.RDY']],
  [fishFiles(), ['Models/ThawFish_d.3d', 'Models/ThawFish_a.3d']],
  [{ 'lantern.ctc': sample('ctc/lantern.ctc'), 'lantern.pcx': sample('ctc/lantern.pcx'),
    'lantern_spark.pcx': sample('ctc/lantern_spark.pcx') }, ['lantern.ctc']],
  [{ 'toadstool.ctr': sample('ctr/toadstool.ctr'), 'toadstool.vrm': sample('ctr/toadstool.vrm') }, ['toadstool.ctr']],
  [{ 'flower.twm': sample('twm/flower.twm') }, ['flower.twm']],
];
