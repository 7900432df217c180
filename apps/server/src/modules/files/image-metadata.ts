import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * Takes out of pictures what is not the picture: where and when it was taken and with which device, names, comments, previews, what follows its end. What
 * it takes to show it stays, its orientation among it; no pixel is coded again.
 */

/** The structure of a picture is not what its kind says. */
class NoPicture extends Error {}

function part(bytes: Buffer, from: number, length: number): Buffer {
  if (length < 0 || from < 0 || from + length > bytes.length) throw new NoPicture();
  return bytes.subarray(from, from + length);
}

const exifMark = Buffer.from('Exif\0\0', 'latin1');
const orientationTag = 0x0112;

/** Orientation (1–8) that Exif data ask for; 1 where they say nothing. */
function orientationOf(tiff: Buffer): number {
  try {
    const little = tiff.toString('latin1', 0, 2) === 'II';
    const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
    const directory = u32(4);
    for (let n = 0; n < u16(directory); n++) {
      const at = directory + 2 + n * 12;
      if (u16(at) === orientationTag) return u16(at + 8) >= 1 && u16(at + 8) <= 8 ? u16(at + 8) : 1;
    }
  } catch {
    // Cut off: there is nothing in it to keep.
  }
  return 1;
}

/** Exif data that say the orientation and nothing else. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A segment of a JPEG as it stays; undefined: nothing of it does. */
function keptSegment(marker: number, data: Buffer, whole: Buffer): Buffer | undefined {
  const begins = (text: string): boolean => data.toString('latin1', 0, text.length) === text;
  if (marker === 0xfe) return undefined;
  if (marker < 0xe0 || marker > 0xef) return whole;
  if (marker === 0xe0) return begins('JFIF\0') ? whole : undefined;
  if (marker === 0xe2) return begins('ICC_PROFILE\0') ? whole : undefined;
  if (marker === 0xee) return begins('Adobe') ? whole : undefined;
  if (marker !== 0xe1 || !data.subarray(0, 6).equals(exifMark)) return undefined;
  const orientation = orientationOf(data.subarray(6));
  return orientation === 1 ? undefined : segmentOf(0xe1, Buffer.concat([exifMark, exifOf(orientation)]));
}

/** The end of the coded pixels that begin here: at the next marker that is none of theirs. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function plainJpeg(bytes: Buffer): Buffer {
  const kept = [part(bytes, 0, 2)];
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) throw new NoPicture();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return Buffer.concat([...kept, part(bytes, at, 2)]);
    const length = part(bytes, at + 2, 2).readUInt16BE(0);
    const whole = part(bytes, at, length + 2);
    const segment = keptSegment(marker, whole.subarray(4), whole);
    if (segment) kept.push(segment);
    at += whole.length;
    if (marker !== 0xda) continue;
    const end = scanEnd(bytes, at);
    kept.push(bytes.subarray(at, end));
    at = end;
  }
  // Without its end it is shown as far as it goes.
  return Buffer.concat(kept);
}

const pngHead = 8;
/** Besides what every reader needs (capital letters): colours, sizes, movement. */
const pngKept = /^(?:[A-Z]...|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|pHYs|hIST|acTL|fcTL|fdAT|cICP|mDCV|mDCv|cLLI|cLLi)$/;

function plainPng(bytes: Buffer): Buffer {
  const kept = [part(bytes, 0, pngHead)];
  for (let at = pngHead; at < bytes.length;) {
    const length = part(bytes, at, 8).readUInt32BE(0);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const whole = part(bytes, at, length + 12);
    if (pngKept.test(type)) kept.push(whole);
    else if (type === 'eXIf') {
      const orientation = orientationOf(whole.subarray(8, -4));
      if (orientation !== 1) kept.push(pngChunk('eXIf', exifOf(orientation)));
    }
    if (type === 'IEND') return Buffer.concat(kept);
    at += whole.length;
  }
  return Buffer.concat(kept);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const webpKept: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const webpFlags = { xmp: 0x04, exif: 0x08 };

function plainWebp(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let orientation = 1;
  const end = Math.min(bytes.length, part(bytes, 0, 12).readUInt32LE(4) + 8);
  for (let at = 12; at + 8 <= end;) {
    const length = bytes.readUInt32LE(at + 4);
    const type = bytes.toString('latin1', at, at + 4);
    const whole = part(bytes, at, Math.min(8 + length + (length % 2), bytes.length - at));
    if (whole.length < 8 + length) throw new NoPicture();
    if (webpKept.has(type)) chunks.push(Buffer.from(whole));
    else if (type === 'EXIF') {
      const data = whole.subarray(8, 8 + length);
      orientation = orientationOf(data.subarray(0, 6).equals(exifMark) ? data.subarray(6) : data);
    }
    at += whole.length;
  }
  const [first] = chunks;
  if (first?.toString('latin1', 0, 4) === 'VP8X') {
    const shown = (first[8] ?? 0) & ~(webpFlags.xmp | webpFlags.exif);
    first[8] = orientation === 1 ? shown : shown | webpFlags.exif;
    if (orientation !== 1) {
      const exif = exifOf(orientation);
      const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
      head.writeUInt32LE(exif.length, 4);
      chunks.push(head, exif);
    }
  }
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** The place after the sub-blocks of a GIF that begin here. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = part(bytes, at, 1)[0] ?? 0; size > 0; size = part(bytes, at, 1)[0] ?? 0) at += size + 1;
  return at + 1;
}

const coloursAfter = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function plainGif(bytes: Buffer): Buffer {
  const head = 13 + coloursAfter(part(bytes, 0, 13)[10] ?? 0);
  const kept = [part(bytes, 0, head)];
  for (let at = head; at < bytes.length;) {
    const [kind, label] = part(bytes, at, 1)[0] === 0x3b ? [0x3b, 0] : [...part(bytes, at, 2)];
    if (kind === 0x3b) return Buffer.concat([...kept, part(bytes, at, 1)]);
    if (kind === 0x21) {
      const end = afterBlocks(bytes, at + 2);
      const isLoop = label === 0xff && /^(NETSCAPE|ANIMEXTS)/.test(bytes.toString('latin1', at + 3, at + 11));
      if (isLoop || label === 0xf9 || label === 0x01) kept.push(part(bytes, at, end - at));
      at = end;
    } else if (kind === 0x2c) {
      const data = at + 10 + coloursAfter(part(bytes, at, 10)[9] ?? 0) + 1;
      const end = afterBlocks(bytes, data);
      kept.push(part(bytes, at, end - at));
      at = end;
    } else throw new NoPicture();
  }
  return Buffer.concat(kept);
}

const kinds: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': plainJpeg,
  'image/png': plainPng,
  'image/webp': plainWebp,
  'image/gif': plainGif,
};

/** A picture without what does not belong to it; what is no picture of the kind stays as it is. */
export function plainPicture(bytes: Buffer, contentType: string): Buffer {
  try {
    return kinds[contentType]?.(bytes) ?? bytes;
  } catch (error) {
    if (error instanceof NoPicture || error instanceof RangeError) return bytes;
    throw error;
  }
}

/** Rewrites a file by `plainPicture`. @returns its new size, undefined where it stayed as it was */
export async function cleanPicture(path: string, contentType: string): Promise<number | undefined> {
  if (!Object.hasOwn(kinds, contentType)) return undefined;
  const bytes = await readFile(path);
  const plain = plainPicture(bytes, contentType);
  if (plain.equals(bytes)) return undefined;
  await writeFile(path, plain);
  return plain.length;
}
