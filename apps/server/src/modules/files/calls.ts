import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { formatDay } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { storageOf } from '../../adapters/storage/index.ts';
import { type Call, defineCall, FileReply } from '../../http/call.ts';
import type { CallContext, UploadedFile } from '../../http/context.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { countAttempt } from '../access/service.ts';
import { acceptedAs, largestUpload, mebibyte, uploadTexts, useNames, type UploadUse } from './kinds.ts';
import { pdfPages } from './pdf-pages.ts';
import { fileNamePattern, isSigned, newFileId, signedUrl } from './service.ts';
import { filesDb } from './tables.ts';
import { fileId } from '../../http/kit.ts';

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The last part of what the sender calls the file, at most 100 characters. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(-100) || 'file'
  );
}

async function store(ctx: CallContext, biz: UploadUse, file: UploadedFile) {
  if (file.size === 0) throw fieldError('file', uploadTexts.empty[ctx.lang]);
  const name = plainName(file.fileName);
  const accepted = await acceptedAs(biz, file.path, name, file.size);
  if (accepted === undefined) throw new AppError(1031);
  if (file.size > accepted.maxMb * mebibyte) throw new AppError(1032, { n: accepted.maxMb });
  const { app, user } = ctx;
  const fileId = newFileId();
  const sha256 = await sha256Of(file.path);
  const storageKey = `files/${formatDay(new Date()).slice(0, 7).replace('-', '/')}/${fileId}`;
  await storageOf(app.config).put(storageKey, file.path);
  const row = { fileId, biz, name, contentType: accepted.contentType, size: file.size, sha256 };
  await filesDb(app.db)
    .insertInto('sys_file')
    .values({ ...row, storageKey, uploaderType: 'user', uploaderId: user.id })
    .execute();
  return { fileId, url: signedUrl(app, fileId), name, size: file.size, sha256, contentType: accepted.contentType };
}

const uploadSingle = defineCall({
  method: 'POST',
  path: '/data/crm/upload/single',
  access: 'login',
  traced: true,
  upload: { maxBytes: largestUpload },
  body: z.object({ biz: z.enum(useNames) }),
  summary: { zh: '上传一个文件', en: 'Upload one file' },
  async run(ctx, { biz }) {
    const file = ctx.files.find((part) => part.field === 'file');
    if (file === undefined) throw fieldError('file', uploadTexts.file[ctx.lang]);
    return store(ctx, biz, file);
  },
});

const pdfToImage = defineCall({
  method: 'POST',
  path: '/data/crm/upload/pdfToImage',
  access: 'login',
  body: z.object({ fileId, dpi: z.int().min(36).max(300).default(150) }),
  summary: { zh: 'PDF转图片（自己上传的文件）', en: 'PDF to images (own uploads)' },
  async run(ctx, { fileId, dpi }) {
    const { app, user, lang } = ctx;
    if (!(await countAttempt(app.db, 'pdf', user.id)).allowed) throw new AppError(1104);
    const pages = await pdfPages(app, fileId, { dpi, lang, ofUser: user.isAdmin ? null : user.id });
    return { pages: pages.map((page) => ({ ...page, url: signedUrl(app, page.fileId) })) };
  },
});

const gone = () => new AppError(1017, undefined, { status: 404 });

const showFile = defineCall({
  method: 'GET',
  path: '/common/file/:fileId',
  access: 'public',
  query: z.object({ e: z.string().regex(/^\d{1,12}$/), s: z.string().regex(/^[\w-]{1,64}$/) }),
  summary: { zh: '读取文件（带签名的短期地址）', en: 'A file by its signed, short-lived address' },
  async run(ctx, { e, s }) {
    const fileId = ctx.params['fileId'] ?? '';
    const expires = Number(e);
    if (!isSigned(ctx.app, fileId, expires, s)) throw gone();
    const file = await filesDb(ctx.app.db)
      .selectFrom('sys_file')
      .select(['name', 'contentType', 'storageKey'])
      .where('fileId', '=', fileId)
      .executeTakeFirst();
    if (file === undefined) throw gone();
    const content = await storageOf(ctx.app.config).open(file.storageKey);
    return new FileReply({
      fileName: file.name,
      contentType: file.contentType,
      inline: file.contentType.startsWith('image/'),
      maxAge: Math.max(0, Math.floor(expires - Date.now() / 1000)),
      ...content,
    });
  },
});

const download = defineCall({
  method: 'GET',
  path: '/common/download',
  access: 'login',
  query: z.object({ fileName: z.string().regex(fileNamePattern), delete: z.enum(['true', 'false']).default('false') }),
  summary: { zh: '下载为自己生成的文件', en: 'Fetch a file that was made for the user' },
  async run(ctx, input) {
    const { app, user } = ctx;
    const own = sql<boolean>`user_id = ${user.id} and name = ${input.fileName} and expire_time > now()`;
    const db = filesDb(app.db);
    const columns = ['storageKey', 'contentType'] as const;
    const file =
      input.delete === 'true'
        ? await db.deleteFrom('sys_issued_file').where(own).returning(columns).executeTakeFirst()
        : await db.selectFrom('sys_issued_file').where(own).select(columns).executeTakeFirst();
    if (file === undefined) throw gone();
    const storage = storageOf(app.config);
    const content = await storage.open(file.storageKey);
    const after = input.delete === 'true' ? { after: () => storage.remove(file.storageKey) } : {};
    return new FileReply({ fileName: input.fileName, contentType: file.contentType, ...after, ...content });
  },
});

/** Calls of the files module. */
export const fileCalls: readonly Call[] = [uploadSingle, pdfToImage, showFile, download];
