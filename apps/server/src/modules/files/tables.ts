import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { UploadUse } from './kinds.ts';
import type { Database } from '../../db/tables.ts';

interface FileTable {
  fileId: string;
  biz: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: ColumnType<string, number, number>;
  /** Hex. */
  sha256: string;
  storageKey: string;
  uploaderType: 'user' | 'app' | 'device' | 'system';
  uploaderId: string | null;
  refCount: Generated<number>;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  codec: string | null;
  createTime: ColumnType<Date, undefined, never>;
}

interface DigestTable {
  fileId: string;
  md5: string;
  crc32: string;
  crc16: string;
  head: Buffer;
}

interface UploadTable {
  uploadId: string;
  uploaderType: 'user' | 'app';
  uploaderId: string;
  biz: UploadUse;
  name: string;
  size: ColumnType<string, number, never>;
  modified: ColumnType<string, number, never>;
  day: ColumnType<string, string, never>;
  finishing: ColumnType<Date | null, never, Date | null>;
  fileId: string | null;
  coverId: ColumnType<string | null, never, string | null>;
  createTime: ColumnType<Date, undefined, never>;
  updateTime: ColumnType<Date, undefined, Date>;
}

interface UploadPartTable {
  uploadId: string;
  no: number;
}

interface IssuedFileTable {
  userId: string;
  name: string;
  storageKey: string;
  contentType: string;
  expireTime: Date;
  createTime: ColumnType<Date, undefined, never>;
}

export type FilesTables = {
  sys_file: FileTable;
  sys_file_digest: DigestTable;
  sys_issued_file: IssuedFileTable;
  sys_upload: UploadTable;
  sys_upload_part: UploadPartTable;
};

/** The query builder with the files module's tables. */
export function filesDb(db: Db | Tx): Kysely<FilesTables & Database> {
  return db.$extendTables<FilesTables>();
}
