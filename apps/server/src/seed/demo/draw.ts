import { encodePng } from '../../modules/files/service.ts';

/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** A colour between two others. */
export const blend = ([r, g, b]: Color, to: Color, share: number): Color => [
  Math.round(r + (to[0] - r) * share),
  Math.round(g + (to[1] - g) * share),
  Math.round(b + (to[2] - b) * share),
];

/** A PNG whose colours a rule gives, point by point; null is transparent. */
export function draw(width: number, height: number, colorAt: (x: number, y: number) => Color | null): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = colorAt(x, y);
      for (const part of color ?? [0, 0, 0]) pixels[at++] = part;
      pixels[at++] = color === null ? 0 : 255;
    }
  return encodePng(pixels, width, height);
}
