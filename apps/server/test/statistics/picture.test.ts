import { paperSurface, seriesColours } from '@wheelhouse/contract/chart-look';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChartDescription } from '../../../../packages/contract/src/chart-option.ts';
import { chartPicture } from '../../src/picture/chart.ts';
import { openOutlines } from '../../src/picture/outline.ts';

const chart: ChartDescription = {
  kind: 'bar',
  title: '各车型里程 <&> "公里"',
  unit: '公里',
  categories: ['一月', '二月', '三月'],
  series: [
    { name: '城市版', values: [12, null, 30] },
    { name: 'Sport', values: [3, 7, 9] },
  ],
};

/** How many pixels have a colour, `#rrggbb`, nearly. */
async function pixelsOf(png: Buffer, colour: string): Promise<number> {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, i) => Math.abs((data[at + i] ?? 0) - value) < 4)) count++;
  return count;
}

/** Dark pixels of a character 40 pixels high. */
async function inkOf(character: string): Promise<Buffer> {
  const { outlined } = await openOutlines();
  const text = `<text dominant-baseline="central" style="font-size:40px" x="4" y="24">${character}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48">${outlined(text)}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer();
}
const different = (a: Buffer, b: Buffer): number => a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 128).length;

describe('a picture of a chart', () => {
  test('is a PNG of its size, the same bytes for the same description', async () => {
    const started = performance.now();
    const first = await chartPicture(chart);
    const [between, memory] = [performance.now(), process.memoryUsage().rss / 1e6];
    const second = await chartPicture(chart);
    const [opened, again] = [between - started, performance.now() - between].map(Math.round);
    console.log(`first picture ${opened} ms, second ${again} ms, process ${Math.round(memory)} MB`);
    expect(first.equals(second)).toBe(true);
    expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 1440, height: 720 });
    const small = await chartPicture(chart, { width: 400, height: 200, scale: 1 });
    expect(await sharp(small).metadata()).toMatchObject({ width: 400, height: 200 });
    expect((await chartPicture({ ...chart, title: '其他' })).equals(first)).toBe(false);
  });

  test('has the colours of the console, or those that were asked for, in every kind', async () => {
    const [first = '', second = '', third = ''] = seriesColours(paperSurface.primary);
    for (const kind of ['bar', 'line', 'pie'] as const) {
      const png = await chartPicture({ ...chart, kind });
      expect(await pixelsOf(png, first), kind).toBeGreaterThan(300);
    }
    const own = await chartPicture({ ...chart, series: [{ name: 'x', values: [1, 2, 3], colour: '#FF00FF' }] });
    expect(await pixelsOf(own, '#ff00ff')).toBeGreaterThan(10_000);
    // The third slice keeps its colour where the second is empty.
    expect(await pixelsOf(await chartPicture({ ...chart, kind: 'pie' }), second)).toBe(0);
    expect(await pixelsOf(await chartPicture({ ...chart, kind: 'pie' }), third)).toBeGreaterThan(10_000);
  });

  test('stacks bars when it is asked to', async () => {
    const [beside, stacked] = await Promise.all([chartPicture(chart), chartPicture({ ...chart, stacked: true })]);
    expect(beside.equals(stacked)).toBe(false);
  });

  test('shows every Chinese character as itself, never as the box of a missing one', async () => {
    const box = await inkOf('\u{10fffd}');
    const characters = await Promise.all([...'车辆里程电量龘'].map(inkOf));
    expect(box.filter((value) => value < 128).length).toBeGreaterThan(50);
    for (const [i, one] of characters.entries()) {
      expect(one.filter((value) => value < 128).length).toBeGreaterThan(100);
      expect(different(one, box)).toBeGreaterThan(100);
      for (const other of characters.slice(i + 1)) expect(different(one, other)).toBeGreaterThan(100);
    }
  });

  test('depends on no font of the machine', async () => {
    const file = join(import.meta.dirname, '../../src/picture/chart.ts');
    const code = `const { chartPicture } = await import(${JSON.stringify(file)});
      const { createHash } = await import('node:crypto');
      console.log(createHash('sha256').update(await chartPicture(${JSON.stringify(chart)})).digest('hex'));`;
    const hashOf = (env: Readonly<Record<string, string>>): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      });
    expect(hashOf({ FONTCONFIG_FILE: '/dev/null', FONTCONFIG_PATH: '/nonexistent' })).toBe(hashOf({}));
  });

  test('is refused for what cannot be drawn', async () => {
    const wrong: readonly Partial<ChartDescription>[] = [
      { series: [] },
      { categories: ['一月'] },
      { series: [{ name: 'x', values: [1, 2, 3], colour: '"/><script>' }] },
    ];
    for (const one of wrong) await expect(chartPicture({ ...chart, ...one })).rejects.toThrow(RangeError);
    await expect(chartPicture(chart, { width: 1e6 })).rejects.toThrow(RangeError);
  });
});

test('the libraries that draw and send are loaded when they are first needed', () => {
  const sources = ['picture/chart.ts', 'picture/outline.ts', 'adapters/mail/smtp.ts', 'adapters/mail/sandbox.ts'];
  for (const source of sources) {
    const text = readFileSync(join(import.meta.dirname, '../../src', source), 'utf8');
    expect(text).not.toMatch(
      /^import (?!type\b)[^;]*from '(echarts|fontkit|sharp|nodemailer|smtp-server|postal-mime)/m,
    );
  }
});
