import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { crc16, crc16Start, crc16Text } from '@wheelhouse/contract/crc16';
import { firmwareHeadBytes } from '@wheelhouse/contract/firmware';
import type { Db, Tx } from '../../db/pool.ts';
import type { UploadUse } from './kinds.ts';
import { filesDb } from './tables.ts';

/** What is known of the bytes of a file that devices check by themselves. All in hex. */
export interface Digests {
  readonly sha256: string;
  readonly md5: string;
  /** CRC-32 as in Ethernet and zip: 8 digits. */
  readonly crc32: string;
  /** CRC-16/MODBUS: 4 digits. */
  readonly crc16: string;
  /** The beginning of the file. */
  readonly head: Buffer;
}

/** Uses of uploads whose bytes are read this way. */
export const isDigested = (biz: UploadUse): boolean => biz === 'firmware';

/** Reads pieces once, whatever their number: no more than one of them and the head are in memory. */
export async function digestsOf(pieces: AsyncIterable<Buffer>): Promise<Digests> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let [long, short] = [0, crc16Start];
  let head = Buffer.alloc(0);
  for await (const piece of pieces) {
    sha256.update(piece);
    md5.update(piece);
    long = crc32(piece, long);
    short = crc16(piece, short);
    if (head.length < firmwareHeadBytes)
      head = Buffer.concat([head, piece.subarray(0, firmwareHeadBytes - head.length)]);
  }
  return {
    sha256: sha256.digest('hex'),
    md5: md5.digest('hex'),
    crc32: long.toString(16).padStart(8, '0'),
    crc16: crc16Text(short),
    head,
  };
}

export const digestsOfFile = (path: string): Promise<Digests> => digestsOf(createReadStream(path));

/** Keeps what was read, beside the file's row. */
export async function insertDigests(db: Db | Tx, fileId: string, { md5, crc32, crc16, head }: Digests): Promise<void> {
  await filesDb(db).insertInto('sys_file_digest').values({ fileId, md5, crc32, crc16, head }).execute();
}

interface DigestedFile extends Digests {
  readonly size: number;
  readonly name: string;
  readonly uploaderId: string | null;
}

/**
 * What is known of a stored file; undefined when there is no such file, or none that was read this way.
 * @for a file whose bytes devices check: a use in `isDigested`: size, MD5, CRC-32, CRC-16 and the head are read once: `ota/firmware`
 */
export async function fileDigests(tx: Tx, fileId: string): Promise<DigestedFile | undefined> {
  const row = await filesDb(tx)
    .selectFrom('sys_file as f')
    .innerJoin('sys_file_digest as d', 'd.fileId', 'f.fileId')
    .select(['f.sha256', 'f.size', 'f.name', 'f.uploaderId', 'd.md5', 'd.crc32', 'd.crc16', 'd.head'])
    .where('f.fileId', '=', fileId)
    .executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}
