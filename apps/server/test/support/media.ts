import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

const pictures = new Map<string, Buffer>();

/** A PNG of one colour: transparent, or opaque without an alpha channel. Each is made once in a process. */
export function pngOf(width: number, height: number, transparent = true): Buffer {
  const key = `${width} ${height} ${transparent}`;
  const made = pictures.get(key) ?? makePng(width, height, transparent);
  pictures.set(key, made);
  return Buffer.from(made);
}

function makePng(width: number, height: number, transparent: boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, transparent ? 6 : 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * (transparent ? 4 : 3) + 1) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Sound {
  readonly rate?: number;
  readonly channels?: number;
  /** A chunk before the samples, as some programs write. */
  readonly note?: string;
}

/** A WAV of silence, 16 bits a sample. */
export function wavOf(seconds: number, { rate = 16_000, channels = 1, note }: Sound = {}): Buffer {
  const data = Buffer.alloc(Math.round(seconds * rate) * channels * 2);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * 2, 8);
  format.writeUInt16LE(channels * 2, 12);
  format.writeUInt16LE(16, 14);
  const part = (id: string, bytes: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(id, 'latin1');
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
  };
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    part('fmt ', format),
    ...(note === undefined ? [] : [part('LIST', Buffer.from(note))]),
    part('data', data),
  ]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** An MP3 of empty frames: MPEG 2 Layer III at 32 kbit/s, which is what mono speech at 16 kHz uses; 36 ms a frame. */
export function mp3Of(frames: number, { tagBytes = 0, stereo = false, info = false } = {}): Buffer {
  const frame = Buffer.alloc(Math.floor((72 * 32_000) / 16_000));
  const layer3 = (0x7ff << 21) | (2 << 19) | (1 << 17) | (1 << 16);
  frame.writeUInt32BE((layer3 | (4 << 12) | (2 << 10) | ((stereo ? 0 : 3) << 6)) >>> 0, 0);
  const first = Buffer.from(frame);
  first.write('Xing', 36, 'latin1');
  const tag = Buffer.alloc(tagBytes === 0 ? 0 : 10 + tagBytes);
  if (tagBytes > 0) {
    tag.write('ID3', 'latin1');
    tag[3] = 3;
    for (let at = 6, left = tagBytes; at < 10; at++) tag[at] = (left >> ((9 - at) * 7)) & 0x7f;
  }
  return Buffer.concat([tag, ...(info ? [first] : []), ...Array.from({ length: frames }, () => frame)]);
}

/** A zip archive of files, stored as they are. */
export function zipOf(files: Readonly<Record<string, Buffer>>, claim: Partial<{ size: number }> = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(claim.size ?? bytes.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, path, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/**
 * A real MP4 of six seconds, unless its name says something else: `wide` (160 × 90), `tall`, `square`, `short` (3 s), `long` (950 s) or
 * `hevc` (not H.264).
 * @param bytes its length, reached by a box of nothing at the end
 */
export function videoOf(name: 'wide' | 'tall' | 'square' | 'short' | 'long' | 'hevc', bytes = 0): Buffer {
  const video = readFileSync(new URL(`videos/${name}.mp4`, import.meta.url));
  if (bytes === 0) return video;
  const free = Buffer.alloc(bytes - video.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([video, free]);
}
