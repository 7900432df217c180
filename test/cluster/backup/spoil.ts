import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Changes one bit in the middle of the newest file that fits, by its name, as a bad disk does. @returns what repairs it */
export function spoil(dir: string, which: RegExp): () => void {
  const name = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .findLast((path) => which.test(path));
  if (name === undefined) throw new Error(`nothing in ${dir} is like ${which}`);
  const path = join(dir, name);
  const whole = readFileSync(path);
  const broken = Buffer.from(whole);
  const middle = broken.length >> 1;
  broken.writeUInt8(broken.readUInt8(middle) ^ 1, middle);
  writeFileSync(path, broken);
  return () => writeFileSync(path, whole);
}
