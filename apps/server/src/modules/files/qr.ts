import encodeQR from 'qr';
import { encodePng } from './png.ts';

/** Modules of quiet zone around a code: what ISO/IEC 18004 demands. */
const border = 4;
/** Restores up to 15 % of a code that is dirty or covered. */
const ecc = 'medium';

/**
 * A QR code as an SVG, and as a PNG of `size` × `size` pixels. Modules have whole pixels, so that edges are sharp; what is left over
 * widens the quiet zone.
 * @for a QR code: SVG and PNG; the call answers `QrImages`, `QrCode` (`entity-ui/qr`) shows them with downloads: `promotions/calls.ts`
 */
export async function qrCode(text: string, size: number): Promise<{ readonly svg: string; readonly png: Buffer }> {
  const modules = encodeQR(text, 'raw', { ecc, border });
  return {
    svg: encodeQR(text, 'svg', { ecc, border }),
    png: await encodePng(paint(modules, size), size, size),
  };
}

/** Four bytes a pixel, white where nothing is. */
function paint(modules: readonly (readonly boolean[])[], size: number): Uint8Array {
  const scale = Math.floor(size / modules.length);
  if (scale < 1) throw new Error(`${size} pixels do not hold a code of ${modules.length} modules`);
  const offset = Math.floor((size - scale * modules.length) / 2);
  const pixels = new Uint8Array(size * size * 4).fill(255);
  for (const [y, line] of modules.entries())
    for (const [x, isDark] of line.entries()) {
      if (!isDark) continue;
      for (let row = 0; row < scale; row++) {
        const start = ((offset + y * scale + row) * size + offset + x * scale) * 4;
        pixels.fill(0, start, start + scale * 4);
      }
    }
  return pixels;
}
