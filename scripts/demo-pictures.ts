/**
 * Draws the demo's pictures from apps/server/src/seed/assets/svg into apps/server/src/seed/assets: vehicles by colour, covers of series, shops, avatars.
 * Run it after changing a drawing; needs Chromium (CHROMIUM=/path) and ImageMagick's `convert`, which reduces the colours.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';

const assets = fileURLToPath(new URL('../apps/server/src/seed/assets/', import.meta.url));
const svg = (name: string): string => readFileSync(`${assets}svg/${name}.svg`, 'utf8');

interface Paint {
  readonly body: string;
  readonly shade: string;
  readonly light: string;
  readonly line: string;
}
const paint = (body: string, shade: string, light: string, line = shade): Paint => ({ body, shade, light, line });

/** D:VehicleColor. */
const paints: Readonly<Record<string, Paint>> = {
  BLK: paint('#343a43', '#22262d', '#636b78'),
  WHT: paint('#f4f6f9', '#d3d9e1', '#ffffff', '#b9c1cc'),
  GRY: paint('#8a93a1', '#69717e', '#b4bcc8'),
  RED: paint('#cf3f34', '#a32a21', '#ec8178'),
  BLU: paint('#2f74c0', '#205590', '#74aae6'),
  GRN: paint('#3f9b82', '#2c7360', '#83cbb7'),
  SLV: paint('#c5ccd6', '#a0a9b6', '#eef1f5', '#929bab'),
  YEL: paint('#f2c230', '#d19f12', '#ffe48a', '#c19210'),
};
const silhouettes: Readonly<Record<string, readonly string[]>> = {
  moped: ['BLK', 'WHT', 'GRY', 'RED', 'BLU', 'GRN', 'SLV', 'YEL'],
  cargo: ['BLK', 'WHT', 'BLU', 'YEL'],
  bicycle: ['BLK', 'WHT', 'GRY', 'RED', 'BLU', 'GRN', 'SLV', 'YEL'],
  motorcycle: ['BLK', 'WHT', 'GRY', 'RED', 'BLU', 'GRN', 'SLV'],
};
const covers: Readonly<Record<string, readonly [string, string, string, string]>> = {
  breeze: ['moped', 'BLU', '#dcebfa', '#b9d6f2'],
  skyline: ['motorcycle', 'RED', '#fbeae7', '#f4d3cd'],
  feather: ['bicycle', 'GRN', '#e4f4ee', '#bfe3d5'],
  porter: ['cargo', 'YEL', '#fff4d2', '#fbe09a'],
  aurora: ['moped', 'SLV', '#33506b', '#44708d'],
};
const shops = [
  ['BLU', '#e8f2fb', '#d5e5f4', '#f7f4ee'],
  ['GRN', '#eaf6f1', '#d3eae1', '#fbfaf6'],
  ['RED', '#fdf1ea', '#f6dfd2', '#f6f3ee'],
  ['YEL', '#eef2f8', '#dbe3ee', '#fdfcf8'],
] as const;
const skins = [
  '#5b8def',
  '#3f9b82',
  '#e0793f',
  '#8a6fd1',
  '#d1567f',
  '#3a9fc4',
  '#c79a2b',
  '#67707d',
  '#57a257',
  '#b8634b',
  '#4f6bb0',
  '#a24fb3',
];

const styleOf = (name: string): string => {
  const found = paints[name];
  return found ? `--body:${found.body};--shade:${found.shade};--light:${found.light};--line:${found.line}` : '';
};
const outline =
  '<style>body{margin:0}svg{display:block}[fill="var(--body)"],[fill="var(--shade)"]{stroke:var(--line);stroke-width:1.5}</style>';

/** Two heads, six moods of hair: enough to distinguish users at 40 pixels. */
function avatar(color: string, at: number): string {
  const hair = [
    'M44 74C40 40 60 26 80 26C102 26 120 42 116 74C108 60 96 54 80 54C64 54 52 60 44 74Z',
    'M40 96C32 44 56 24 80 24C106 24 128 46 120 96L110 96C112 72 104 58 80 56C58 58 48 72 50 96Z',
  ][at % 2];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="${color}"/><circle cx="80" cy="80" r="70" fill="#fff" opacity=".14"/>
    <path d="M26 160C28 124 52 114 80 114C108 114 132 124 134 160Z" fill="#fff" opacity=".92"/><rect x="68" y="96" width="24" height="28" rx="10" fill="#eec6a4"/><circle cx="80" cy="76" r="34" fill="#f7d7b8"/>
    <path d="${hair}" fill="${['#2a2f37', '#4b372b', '#22262d', '#6a4a36'][at % 4]}"/><circle cx="68" cy="80" r="3.5" fill="#2a2f37"/><circle cx="92" cy="80" r="3.5" fill="#2a2f37"/><path d="M70 93C76 98 84 98 90 93" fill="none" stroke="#b5694f" stroke-width="3" stroke-linecap="round"/>
    ${at % 3 === 0 ? '<g fill="none" stroke="#343a43" stroke-width="3"><circle cx="68" cy="80" r="10"/><circle cx="92" cy="80" r="10"/><path d="M78 80H82"/></g>' : ''}</svg>`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** PNG with a palette that keeps half-transparent edges, which ImageMagick's own palette does not. */
function encode(rgba: Buffer, width: number, height: number): Buffer {
  const palette = new Map<number, number>();
  const lines = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < width * height; i++) {
    const color = rgba[i * 4 + 3] === 0 ? 0 : rgba.readUInt32BE(i * 4);
    let index = palette.get(color);
    if (index === undefined) palette.set(color, (index = palette.size));
    lines[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index;
  }
  if (palette.size > 256) throw new Error(`${palette.size} colours`);
  const colors = [...palette.keys()];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors.flatMap((color) => [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255]))),
    chunk('tRNS', Buffer.from(colors.map((color) => color & 255))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function draw(
  page: Page,
  file: string,
  { width, height, html }: { width: number; height: number; html: string },
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(`${outline}<div style="width:${width}px;height:${height}px">${html}</div>`);
  const shot = await page.screenshot({ omitBackground: true });
  const rgba = execFileSync('convert', ['png:-', '+dither', '-colors', '160', '-depth', '8', 'rgba:-'], {
    input: shot,
    maxBuffer: 1 << 24,
  });
  writeFileSync(`${assets}${file}.png`, encode(rgba, width, height));
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const [name, colors] of Object.entries(silhouettes)) {
  for (const color of colors)
    await draw(page, `vehicle-${name}-${color.toLowerCase()}`, {
      width: 690,
      height: 460,
      html: `<div style="${styleOf(color)}">${svg(name)}</div>`,
    });
}
for (const [series, [name, color, ground, sun]] of Object.entries(covers)) {
  const html = `<div style="${styleOf(color)};width:750px;height:420px;background:${ground};position:relative;overflow:hidden"><div style="position:absolute;left:170px;top:-10px;width:440px;height:440px;border-radius:50%;background:${sun}"></div><div style="position:absolute;left:105px;top:30px;width:540px">${svg(name)}</div></div>`;
  await draw(page, `cover-${series}`, { width: 750, height: 420, html });
}
for (const [at, [color, sky, far, wall]] of shops.entries()) {
  const front = ['moped', 'bicycle', 'motorcycle', 'cargo'][at] ?? 'moped';
  const html = `<div style="${styleOf(color)};--sky:${sky};--far:${far};--wall:${wall};position:relative">${svg('shop')}<div style="position:absolute;left:110px;top:352px;width:290px">${svg(front)}</div></div>`;
  await draw(page, `shop-${at}`, { width: 800, height: 600, html });
}
for (const [at, color] of skins.entries())
  await draw(page, `avatar-${at}`, { width: 160, height: 160, html: avatar(color, at) });
await browser.close();
