import { paperSurface } from '@wheelhouse/contract/chart-look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/tools.ts';

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
