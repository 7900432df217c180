/**
 * The binary format of Android's compiled XML and resources: chunks and values are those of the platform's `ResourceTypes.h`. Every number is
 * little-endian, every chunk says its own length.
 */

/**
 * Why a package is refused: cut off or changed, larger than a package can be, one that names no app and version, a part of a package that phones
 * install with others only, one that nobody has signed, or a build number that cannot be told from its neighbours.
 */
export type PackageFault = 'broken' | 'tooLarge' | 'unnamed' | 'split' | 'unsigned' | 'codeTooLarge';

export class UnreadablePackage extends Error {
  readonly fault: PackageFault;
  constructor(fault: PackageFault, options?: ErrorOptions) {
    super(`package: ${fault}`, options);
    this.fault = fault;
  }
}

export function refuse(fault: PackageFault = 'broken'): never {
  throw new UnreadablePackage(fault);
}

export const chunkTypes = {
  strings: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  ids: 0x0180,
  start: 0x0102,
  end: 0x0103,
  package: 0x0200,
  type: 0x0201,
} as const;
const valueTypes = { reference: 0x01, string: 0x03, decimal: 0x10, hex: 0x11, flag: 0x12 } as const;
const utf8Flag = 0x100;

export type Strings = (index: number) => string | undefined;

export interface Chunk {
  readonly type: number;
  readonly headerSize: number;
  readonly bytes: Buffer;
}

/** The chunks within one, from a place on. */
export function* chunksIn(bytes: Buffer, from: number): Generator<Chunk> {
  for (let at = from; at < bytes.length;) {
    const [type, headerSize, size] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)];
    if (headerSize < 8 || headerSize > size || at + size > bytes.length) refuse();
    yield { type, headerSize, bytes: bytes.subarray(at, at + size) };
    at += size;
  }
}

/** The chunks of a whole file of that type. */
export function chunksOf(bytes: Buffer, type: number): Generator<Chunk> {
  const end = bytes.readUInt32LE(4);
  if (bytes.readUInt16LE(0) !== type || end > bytes.length) refuse();
  return chunksIn(bytes.subarray(0, end), bytes.readUInt16LE(2));
}

export function slice(bytes: Buffer, from: number, length: number): Buffer {
  if (from + length > bytes.length) refuse();
  return bytes.subarray(from, from + length);
}

/** A length takes two units where the first has its highest bit. */
function utf16At(bytes: Buffer, at: number): string {
  const first = bytes.readUInt16LE(at);
  const isLong = first >= 0x8000;
  const length = isLong ? (first & 0x7fff) * 0x1_0000 + bytes.readUInt16LE(at + 2) : first;
  return slice(bytes, at + (isLong ? 4 : 2), length * 2).toString('utf16le');
}

/** Before the text stand its length in characters and that in bytes. */
function utf8At(bytes: Buffer, at: number): string {
  const sizeAt = at + (bytes.readUInt8(at) >= 0x80 ? 2 : 1);
  const first = bytes.readUInt8(sizeAt);
  const isLong = first >= 0x80;
  const length = isLong ? (first & 0x7f) * 0x100 + bytes.readUInt8(sizeAt + 1) : first;
  return slice(bytes, sizeAt + (isLong ? 2 : 1), length).toString('utf8');
}

/** Texts are read when they are asked for. */
export function stringsOf({ bytes, headerSize }: Chunk): Strings {
  const [count, flags, start] = [bytes.readUInt32LE(8), bytes.readUInt32LE(16), bytes.readUInt32LE(20)];
  const textAt = (flags & utf8Flag) === 0 ? utf16At : utf8At;
  return (index) => (index < count ? textAt(bytes, start + bytes.readUInt32LE(headerSize + 4 * index)) : undefined);
}

/** A value as it is stated: a text, a number, a resource by its number, or something that identifies nothing. */
export type Value = string | number | { readonly resource: number } | undefined;

/** Reads a `Res_value`: its length, a zero, its type and four bytes. */
export function valueAt(bytes: Buffer, at: number, strings: Strings): Value {
  const data = bytes.readUInt32LE(at + 4);
  switch (bytes.readUInt8(at + 3)) {
    case valueTypes.string:
      return strings(data);
    case valueTypes.decimal:
    case valueTypes.hex:
    case valueTypes.flag:
      return data;
    case valueTypes.reference:
      return { resource: data };
    default:
      return undefined;
  }
}
