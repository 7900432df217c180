import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const compress = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** Each row as the difference from the one above it: pages are mostly the same from row to row. */
function rows(pixels: Uint8Array, width: number, height: number): Buffer {
  const stride = width * 3;
  const out = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1);
    out[to] = 2;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      for (let part = 0; part < 3; part++) {
        const above = y === 0 ? 0 : (pixels[from - width * 4 + part] ?? 0);
        out[to + 1 + x * 3 + part] = (pixels[from + part] ?? 0) - above;
      }
    }
  }
  return out;
}

/** A PNG of opaque pixels, four bytes each: red, green, blue and one that is not looked at. */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = await compress(rows(pixels, width, height), { level: 6 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
