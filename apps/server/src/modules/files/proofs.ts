import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { storageOf } from '../../adapters/storage/index.ts';
import type { App } from '../../http/context.ts';
import { findingOf, type Proof, proofOf, together, type Wrong } from '../../proof/define.ts';

/** Files that are read each night: the newest, and others, which are other ones every night. */
const [newest, others] = [40, 80];
/** Of larger ones the beginning alone is asked for. */
const mostRead = 8 * 1024 * 1024;

interface Stored {
  readonly fileId: string;
  readonly storageKey: string;
  readonly name: string;
  readonly size: string;
  readonly sha256: string | null;
}

async function sha256Of(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}

const gone = { zh: '存储中没有这个文件', en: 'The storage does not have the file' };
const changed = { zh: '文件的内容与上传时不同', en: 'The content of the file is not what was uploaded' };

async function problemOf({ config }: App, { storageKey, size, sha256 }: Stored) {
  try {
    const stored = await storageOf(config).open(storageKey);
    const content = 'path' in stored ? createReadStream(stored.path) : stored.content;
    try {
      if (sha256 === null || Number(size) > mostRead) return undefined;
      return (await sha256Of(content)) === sha256 ? undefined : changed;
    } finally {
      content.destroy();
    }
  } catch {
    return gone;
  }
}

const uses = {
  checked: 'select count(*) from sys_file_use',
  looks: [
    {
      says: { zh: '记录引用的文件{has}不存在', en: 'A record refers to the file {has}, which is not there' },
      sql: `select u.table_name || ' ' || u.record_id as name, u.file_id as has from sys_file_use u left join sys_file f on f.file_id = u.file_id where f.file_id is null`,
    },
    {
      says: { zh: '同一存储位置属于{has}个文件', en: '{has} files share one place in the storage' },
      sql: `select storage_key as name, count(*) as has from sys_file group by 1 having count(*) > 1`,
    },
  ],
};

const files: Proof = {
  name: 'files.stored',
  label: { zh: '上传的文件', en: 'Uploaded files' },
  proves: {
    zh: '记录引用的文件都在；抽样的文件在存储中，内容与上传时相同。',
    en: 'Files that records refer to are there; those of a sample are in the storage with the content that was uploaded.',
  },
  async look(looking) {
    const { label, proves, name } = files;
    const found = await proofOf({ name, label, proves, ...uses }).look(looking);
    const { rows } = await looking.client.query<Stored>(`
      select file_id as "fileId", storage_key as "storageKey", name, size::text as size, sha256 from (
        (select * from sys_file order by id desc limit ${newest}) union
        (select * from sys_file where file_id in (select file_id from sys_file_use) order by md5(file_id || now()::date) limit ${others})) f`);
    const wrong: Wrong[] = [];
    for (const row of rows) {
      const text = await problemOf(looking.app, row);
      if (text !== undefined) wrong.push({ name: `${row.fileId} ${row.name}`, text, entity: null, record: null });
    }
    return together(found.checked + rows.length, [found, findingOf(rows.length, wrong)]);
  },
};

export const fileProofs: readonly Proof[] = [files];
