import { crc32, inflateRawSync } from 'node:zlib';

/** Why a file is not read. */
export type Unreadable = 'notXlsx' | 'oldXls' | 'encrypted' | 'broken' | 'tooLarge' | 'timeout';

/** A file that is refused before or while it is read. */
export class UnreadableFile extends Error {
  readonly reason: Unreadable;
  constructor(reason: Unreadable, options?: ErrorOptions) {
    super(`spreadsheet: ${reason}`, options);
    this.reason = reason;
  }
}

/** Bounds of an archive, decided from its directory before anything is unpacked. */
export interface ZipLimits {
  readonly entries: number;
  /** Bytes of all files together, unpacked. */
  readonly total: number;
  /** Unpacked over packed size, of files larger than a mebibyte. */
  readonly ratio: number;
}

export const zipLimits: ZipLimits = { entries: 500, total: 64 * 1024 * 1024, ratio: 200 };

const mebibyte = 1024 * 1024;
const full = 0xffffffff;

/** A file of an archive, as its directory says. */
export interface Listed {
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: string;
  readonly offset: number;
}

/** Refuses by the first bytes: an old .xls and an encrypted workbook share the compound file format. */
function checkKind(bytes: Buffer): void {
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0xe011cfd0) {
    throw new UnreadableFile(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'oldXls');
  }
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x04034b50) throw new UnreadableFile('notXlsx');
}

/** Where an archive says its files are listed. */
interface Directory {
  readonly offset: number;
  readonly count: number;
  /** Its numbers are, or claim to be, those of ZIP64. */
  readonly isWide: boolean;
  /** Where the archive ends, its comment included. */
  readonly end: number;
}

/**
 * Place and number of the directory's entries, as the unpacking library finds them.
 * @param bytes the archive, or its last 64 KB
 * @throws UnreadableFile broken
 */
export function findDirectory(bytes: Buffer): Directory {
  for (let at = bytes.length - 22; at >= 0 && bytes.length - at <= 65_558; at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue;
    const isWide = at >= 20 && bytes.readUInt32LE(at - 20) === 0x07064b50;
    const end = at + 22 + bytes.readUInt16LE(at + 20);
    const own = { offset: bytes.readUInt32LE(at + 16), count: bytes.readUInt16LE(at + 8), isWide, end };
    if (!isWide) return own;
    const wide = bytes.readUInt32LE(at - 12);
    if (wide + 56 > bytes.length || bytes.readUInt32LE(wide) !== 0x06064b50) return own;
    return { ...own, offset: bytes.readUInt32LE(wide + 48), count: bytes.readUInt32LE(wide + 32) };
  }
  throw new UnreadableFile('broken');
}

/** The files of an archive. @throws UnreadableFile broken, or with too many of them */
export const list = (bytes: Buffer, limits: Pick<ZipLimits, 'entries'>): Listed[] =>
  entriesOf(bytes, findDirectory(bytes), limits);

/** The files that a directory lists, which begins at `offset` of the bytes. @throws UnreadableFile broken, or with too many of them */
export function entriesOf(
  bytes: Buffer,
  { offset, count }: Pick<Directory, 'offset' | 'count'>,
  limits: Pick<ZipLimits, 'entries'>,
): Listed[] {
  if (count > limits.entries) throw new UnreadableFile('tooLarge');
  const out: Listed[] = [];
  for (let i = 0, at = offset; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new UnreadableFile('broken');
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    out.push({
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      name: bytes.toString('utf8', at + 46, nameEnd),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return out;
}

/** The packed bytes of a file. @throws UnreadableFile broken */
export function dataOf(bytes: Buffer, entry: Listed): Buffer {
  if (entry.offset + 30 > bytes.length) throw new UnreadableFile('broken');
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
  if (start + entry.packed > bytes.length) throw new UnreadableFile('broken');
  return bytes.subarray(start, start + entry.packed);
}

/** The directory said the truth: sizes and checksums are those of the data. */
const verify = (bytes: Buffer, entry: Listed): Buffer => unpack(dataOf(bytes, entry), entry);

/** Unpacks a file of an archive. Its size is to be checked before. @throws UnreadableFile when it is not what the directory says */
export function unpack(data: Buffer, entry: Listed): Buffer {
  let plain: Buffer;
  try {
    plain = entry.method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, entry.size) });
  } catch (error) {
    throw new UnreadableFile('broken', { cause: error });
  }
  if (plain.length !== entry.size || crc32(plain) !== entry.crc) throw new UnreadableFile('broken');
  return plain;
}

/** A file of an archive, unpacked when it is read. */
export interface PackedFile {
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  /** @throws UnreadableFile when it is not what the directory says */
  read(): Buffer;
}

/** Entries of a directory that together stay within the limits. @throws UnreadableFile */
function checkSizes(entries: readonly Listed[], limits: ZipLimits): void {
  if (entries.some((entry) => entry.encrypted)) throw new UnreadableFile('encrypted');
  let total = 0;
  for (const { packed, size, method } of entries) {
    if (packed === full || size === full || (method !== 0 && method !== 8)) throw new UnreadableFile('broken');
    total += size;
    if (total > limits.total || (size > mebibyte && size > packed * limits.ratio)) throw new UnreadableFile('tooLarge');
  }
}

/**
 * The files of a zip archive within bounds that are decided before anything is unpacked; folders are left out.
 * @throws UnreadableFile
 */
export function openArchive(bytes: Buffer, limits: ZipLimits): PackedFile[] {
  checkKind(bytes);
  const entries = list(bytes, limits);
  checkSizes(entries, limits);
  return entries
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ name: entry.name, size: entry.size, read: () => verify(bytes, entry) }));
}
