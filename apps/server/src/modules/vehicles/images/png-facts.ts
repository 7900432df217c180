export interface PngFacts {
  readonly width: number;
  readonly height: number;
  /** Has an alpha channel, or a palette with transparent entries. */
  readonly transparent: boolean;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const withAlpha: ReadonlySet<number> = new Set([4, 6]);

/** Size and transparency of a PNG from its header; undefined when it is none. */
export function pngFacts(bytes: Buffer): PngFacts | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(signature) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    transparent: withAlpha.has(bytes[25] ?? 0) || hasTransparentPalette(bytes),
  };
}

function hasTransparentPalette(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'tRNS') return true;
    if (type === 'IDAT' || type === 'IEND') return false;
  }
  return false;
}
