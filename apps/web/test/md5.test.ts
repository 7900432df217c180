import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5Upper } from '../src/session/md5.ts';

const expected = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase();

test('md5 of any text is what the platform says', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => {
      expect(md5Upper(text)).toBe(expected(text));
    }),
  );
});

test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120])('md5 at the block edges: %i bytes', (length) => {
  const text = 'x'.repeat(length);
  expect(md5Upper(text)).toBe(expected(text));
});
