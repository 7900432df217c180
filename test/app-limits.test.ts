import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, root } from './imports.ts';

test('a call of the app that has a limit by vehicle counts them', () => {
  const silent = filesIn('apps/server/src/modules').filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /\bdefineAppCall\(/.test(text) && /\bofVehicle:/.test(text) && !/\bcountVehicle\(/.test(text);
  });
  expect(silent).toEqual([]);
});
