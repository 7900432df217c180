import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, inkOn, mix, parseHex, readableOn } from '../src/theme/color.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('contrast of the extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#777777')).toBe(1);
});

test.each(['#f3f6f7', '#141c20'])('any theme colour becomes readable on %s, and so does the ink on it', (surface) => {
  fc.assert(
    fc.property(hex, (color) => {
      const shade = readableOn(color, surface);
      expect(Math.min(contrast(shade, surface), contrast(inkOn(shade), shade))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('mixing nothing and everything', () => {
  fc.assert(
    fc.property(hex, hex, (a, b) => {
      expect([mix(a, b, 0), mix(a, b, 1)]).toEqual([a, b]);
    }),
  );
});

test('a short hex is read as the long one: a build shortens the tokens', () => {
  expect(parseHex('#fa0')).toEqual([255, 170, 0]);
  expect(mix('#fff', '#000000', 0.5)).toBe('#808080');
});

test.each(['red', '#12345', '#1234567', 'url(x)', ''])('%j is no colour', (text) => expect(parseHex(text)).toBeNull());
