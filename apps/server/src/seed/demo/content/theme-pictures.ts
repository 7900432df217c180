import { keysOf } from '@wheelhouse/contract/object';
import { encodePng } from '../../../modules/files/service.ts';
import { blend, draw, type Color } from '../draw.ts';

/** Colours of a skin: its ground from top to bottom, what stands on it, and the ink of its icons. */
export interface Palette {
  readonly top: Color;
  readonly bottom: Color;
  readonly hill: Color;
  readonly ink: Color;
}

/** Where the hills of a picture begin, by the picture. */
const horizons = { home: 0.62, riding: 0.5, charging: 0.74 } as const;
export type Scenery = keyof typeof horizons;
export const sceneries = keysOf(horizons);

export const phone = { width: 1125, height: 2436 } as const;

/** A whole screen: a sky and a row of hills, drawn line by line. */
export function screenOf({ top, bottom, hill }: Palette, scenery: Scenery): Promise<Buffer> {
  const { width, height } = phone;
  const pixels = Buffer.alloc(width * height * 4);
  const horizon = horizons[scenery] * height;
  for (let y = 0; y < height; y++) {
    const [red, green, blue] = blend(top, bottom, y / height);
    const line = pixels.subarray(y * width * 4, (y + 1) * width * 4);
    line.fill(Buffer.from([red, green, blue, 255]));
    if (y < horizon) continue;
    // Two hills, each wider with every line.
    const grown = y - horizon;
    const [r, g, b] = blend(hill, bottom, (grown / height) * 1.2);
    const ink = Buffer.from([r, g, b, 255]);
    for (const [middle, spread] of [
      [0.22, 0.55],
      [0.78, 0.4],
    ] as const) {
      const half = Math.sqrt(grown) * 22 * spread;
      const from = Math.max(0, Math.round(middle * width - half));
      const until = Math.min(width, Math.round(middle * width + half));
      line.subarray(from * 4, until * 4).fill(ink);
    }
  }
  return encodePng(pixels, width, height);
}

/** A small version of the same, for the list. */
export const coverOf = ({ top, bottom, hill }: Palette): Promise<Buffer> =>
  draw(400, 400, (x, y) => {
    const isHill = Math.hypot(x - 120, y - 460) < 210 || Math.hypot(x - 330, y - 470) < 170;
    return isHill ? hill : blend(top, bottom, y / 400);
  });

/** Shapes of the icons, as what is inside of them: `x` and `y` from -1 to 1. */
const shapes = {
  ring: (x: number, y: number) => Math.abs(Math.hypot(x, y) - 0.55) < 0.1,
  lock: (x: number, y: number) =>
    (Math.abs(x) < 0.42 && y > -0.05 && y < 0.55) || (y <= 0 && Math.abs(Math.hypot(x, y + 0.05) - 0.36) < 0.09),
  open: (x: number, y: number) =>
    (Math.abs(x) < 0.42 && y > -0.05 && y < 0.55) ||
    (y <= 0 && x < 0.2 && Math.abs(Math.hypot(x, y + 0.05) - 0.36) < 0.09),
  bell: (x: number, y: number) => Math.hypot(x, y) < 0.2 || Math.abs(Math.hypot(x, y) - 0.5) < 0.07,
  power: (x: number, y: number) =>
    (Math.abs(x) < 0.09 && y < 0.05 && y > -0.65) ||
    (Math.abs(Math.hypot(x, y) - 0.5) < 0.09 && (Math.abs(x) > 0.22 || y > 0)),
  house: (x: number, y: number) =>
    (y > 0 && y < 0.5 && Math.abs(x) < 0.42) || (y <= 0 && y > -0.5 && Math.abs(x) < y + 0.55),
  person: (x: number, y: number) => Math.hypot(x, y + 0.3) < 0.24 || (y > 0 && Math.hypot(x, y - 0.6) < 0.5 && y < 0.6),
} as const;
export type Shape = keyof typeof shapes;

/** An icon of a square side, for any ground. */
export function iconOf(shape: Shape, side: number, ink: Color): Promise<Buffer> {
  const inside = shapes[shape];
  return draw(side, side, (x, y) => (inside((x / side) * 2 - 1, (y / side) * 2 - 1) ? ink : null));
}
