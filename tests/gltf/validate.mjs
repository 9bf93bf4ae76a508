// node validate.mjs PATH...: the Khronos validator over files and folders. Prints each error and warning, then a count.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import validator from 'gltf-validator';

function* files(path) {
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) yield* files(join(path, name));
}

let count = 0;
let bad = 0;
for (const start of process.argv.slice(2)) {
  for (const file of files(start)) {
    if (!/\.(glb|gltf)$/i.test(file)) continue;
    count += 1;
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), {
      uri: file,
      maxIssues: 50,
      externalResourceFunction: async (uri) => new Uint8Array(readFileSync(resolve(dirname(file), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, messages } = report.issues;
    if (numErrors + numWarnings === 0) continue;
    bad += 1;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings`);
    for (const m of messages) if (m.severity < 2) console.log(`  ${m.code} ${m.pointer ?? ''} ${m.message}`);
  }
}
console.log(`${count} files, ${bad} with errors or warnings`);
process.exit(count > 0 && bad === 0 ? 0 : 1);
