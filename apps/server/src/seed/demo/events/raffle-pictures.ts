import type { PoolClient } from 'pg';
import type { App } from '../../../http/context.ts';
import { screenOf, phone, type Palette } from '../content/theme-pictures.ts';
import { copyRows } from '../copy.ts';
import { blend, draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import type { Random } from '../random.ts';

const cover = { width: 702, height: 320 } as const;
const target = { width: 512, height: 512 } as const;
const white: Color = [255, 255, 255];

/** Confetti that falls on the colour of an event. */
function coverOf(color: Color, dice: Random): Promise<Buffer> {
  const cell = 26;
  const bits = Array.from({ length: 28 * 13 }, () => ({
    r: dice.chance(0.24) ? dice.between(3, 7) : 0,
    at: dice.between(8, 18),
    light: dice.between(0.35, 0.9),
  }));
  return draw(cover.width, cover.height, (x, y) => {
    const ground = blend(color, white, 0.12 + (0.5 * y) / cover.height);
    const bit = bits[Math.floor(y / cell) * 28 + Math.floor(x / cell)];
    if (bit === undefined || Math.hypot((x % cell) - bit.at, (y % cell) - bit.at) > bit.r) return ground;
    return blend(ground, white, bit.light);
  });
}

/** A badge of tiles: many corners, by which a camera knows it. */
function badgeOf(dice: Random): Promise<Buffer> {
  const tile = 32;
  const tones = Array.from({ length: 16 * 16 }, () => dice.int(0, 4));
  const shades: readonly Color[] = [
    [16, 24, 40],
    [47, 116, 192],
    [255, 255, 255],
    [242, 194, 48],
    [207, 63, 52],
  ];
  return draw(target.width, target.height, (x, y) => {
    const tone = tones[Math.floor(y / tile) * 16 + Math.floor(x / tile)] ?? 0;
    const [u, v] = [(x % tile) / tile, (y % tile) / tile];
    return shades[(u + v > 1 ? tone + 2 : tone) % shades.length] ?? white;
  });
}

/** The smallest model that a viewer opens: a scene without anything in it. */
function emptyModel(): Buffer {
  const json = JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [] }] });
  const chunk = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4, ' '));
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(head.length + chunk.length, 8);
  head.writeUInt32LE(chunk.length, 12);
  head.write('JSON', 16, 'latin1');
  return Buffer.concat([head, chunk]);
}

const palette: Palette = { top: [255, 236, 204], bottom: [255, 247, 230], hill: [255, 187, 120], ink: [173, 78, 0] };
// prettier-ignore
const colors: readonly Color[] = [[250, 84, 28], [22, 119, 255], [19, 194, 194], [235, 47, 150], [114, 46, 209], [250, 173, 20]];

export interface RafflePictures {
  readonly cover: (at: number) => string;
  readonly ground: string;
  readonly badge: string;
  readonly model: string;
}

/** Stores what events show: a cover each, and what they share. */
export async function storeRafflePictures(
  client: PoolClient,
  app: Pick<App, 'config'>,
  { now, dice, count }: { now: Date; dice: Random; count: number },
): Promise<RafflePictures> {
  const keep = async (
    name: string,
    bytes: Buffer,
    of: { biz: 'image' | 'model'; facts?: { width: number; height: number } },
  ): Promise<string> => {
    const contentType = of.biz === 'image' ? 'image/png' : 'model/gltf-binary';
    const file = await keepDemoFile(app, now, { name, contentType, bytes, ...of });
    await copyRows(client, 'sys_file', [file.row]);
    return file.id;
  };
  const covers: string[] = [];
  for (let at = 0; at < count; at++) {
    const color = colors[at % colors.length] ?? white;
    covers.push(await keep(`raffle-${at + 1}.png`, await coverOf(color, dice), { biz: 'image', facts: cover }));
  }
  return {
    cover: (at) => covers[at] ?? '',
    ground: await keep('raffle-ground.png', await screenOf(palette, 'home'), { biz: 'image', facts: phone }),
    badge: await keep('raffle-badge.png', await badgeOf(dice), { biz: 'image', facts: target }),
    model: await keep('raffle-model.glb', emptyModel(), { biz: 'model' }),
  };
}
