import { paperSurface, seriesColours } from '@wheelhouse/contract/chart-look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/tools.ts';
import { apart, contrast, deltaE2000, visions, type Vision } from './colour-vision.ts';

test('charts on paper have the colours of the light theme', () => {
  const [light = ''] = readFileSync(join(root, 'apps/web/src/theme/tokens.css'), 'utf8').split('}');
  const tokenOf = (name: string): string | undefined => new RegExp(`--wh-${name}: (#\\w+);`).exec(light)?.[1];
  const { font: _, ...colours } = paperSurface;
  expect(colours).toEqual({
    primary: tokenOf('primary'),
    text: tokenOf('text-2'),
    faint: tokenOf('text-3'),
    line: tokenOf('border'),
    softLine: tokenOf('border-soft'),
  });
});

/** Tokens of both themes of the console. */
function themes(): readonly { readonly dark: boolean; readonly token: (name: string) => string }[] {
  const blocks = readFileSync(join(root, 'apps/web/src/theme/tokens.css'), 'utf8').split('}');
  return [false, true].map((dark) => ({
    dark,
    token: (name) => new RegExp(`--wh-${name}: (#\\w+);`).exec(blocks[dark ? 1 : 0] ?? '')?.[1] ?? '',
  }));
}

test('the difference of colours is that of the published pairs', () => {
  // Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 17, 25 and 34.
  expect(deltaE2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(deltaE2000([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(deltaE2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(deltaE2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
  expect(deltaE2000([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

test('whoever sees fewer colours tells series apart, in both themes', () => {
  const [least, leastContrast] = [15, 3];
  for (const { dark, token } of themes()) {
    const own = seriesColours(token('primary'), dark);
    // What is not told apart is drawn in the colour of borders.
    const all = [...own, token('border')];
    for (const vision of Object.keys(visions) as Vision[])
      for (const [at, one] of all.entries())
        for (const other of all.slice(0, at))
          expect(apart(one, other, vision), `${one} and ${other}, ${vision}`).toBeGreaterThanOrEqual(least);
    for (const one of own) expect(contrast(one, token('surface')), one).toBeGreaterThanOrEqual(leastContrast);
  }
});
