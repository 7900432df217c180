import { sql } from 'kysely';
import { z } from 'zod';
import { storageOf } from '../../adapters/storage/index.ts';
import { withTransaction } from '../../db/pool.ts';
import { mayReadFile } from '../../entity/file-uses.ts';
import { defineAppCall } from '../../http/app-call.ts';
import { type Call, defineCall, FileReply } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { rangeFor } from '../../http/range.ts';
import { countAttempt } from '../access/service.ts';
import { largestOf, largestUpload, useNames } from './kinds.ts';
import { pdfPages } from './pdf-pages.ts';
import { admitFromApp, admitUpload } from './quota.ts';
import { fileNamePattern, isSigned, removeIssued, signedUrl } from './issue.ts';
import { sheetCells } from './sheet-cells.ts';
import { storeUpload } from './store.ts';
import { takeFromWeb, webAddress } from './from-web.ts';
import { filesDb } from './tables.ts';
import { fileId } from '../../http/kit.ts';

const uploadSingle = defineCall('POST /data/crm/upload/single', {
  access: 'login',
  traced: true,
  upload: {
    maxBytes: largestUpload,
    admit: (app, { user }, bytes) => admitUpload(app, { type: 'user', id: user?.id ?? '' }, bytes),
  },
  body: z.object({ biz: z.enum(useNames) }),
  summary: { zh: '上传一个文件', en: 'Upload one file' },
  run: (ctx, { biz }) => storeUpload(ctx, { type: 'user', id: ctx.user.id }, biz),
});

const uploadFromWeb = defineCall('POST /data/crm/upload/fromWeb', {
  access: 'login',
  body: z.object({ url: webAddress }),
  summary: { zh: '转存网上的一张图片', en: 'Keep a picture of the web' },
  async run(ctx, { url }) {
    if (!(await countAttempt(ctx.app.db, 'web-picture', ctx.user.id)).allowed) throw new AppError(1104);
    return takeFromWeb(ctx, { type: 'user', id: ctx.user.id }, url);
  },
});

const uploadFromApp = defineAppCall('POST /app/v1/upload', {
  limit: { most: 60, within: 'hour' },
  upload: {
    maxBytes: largestOf('evidence'),
    admit: admitFromApp,
  },
  body: z.object({ biz: z.enum(['avatar', 'image', 'evidence']) }),
  summary: { zh: 'APP：上传一个文件', en: 'App: upload one file' },
  run: (ctx, { biz }) => storeUpload(ctx, { type: 'app', id: ctx.appUser.id }, biz),
});

const pdfToImage = defineCall('POST /data/crm/upload/pdfToImage', {
  access: 'login',
  body: z.object({ fileId, dpi: z.int().min(36).max(300).default(150) }),
  summary: { zh: 'PDF转图片（自己上传的或有权查看的文件）', en: 'PDF to images (own uploads and files one may see)' },
  async run(ctx, { fileId, dpi }) {
    const { app, user, lang } = ctx;
    if (!(await withTransaction(app.db, (tx) => mayReadFile(tx, ctx, fileId)))) throw new AppError(1002);
    if (!(await countAttempt(app.db, 'pdf', user.id)).allowed) throw new AppError(1104);
    const pages = await pdfPages(app, fileId, { dpi, lang, userId: user.id });
    return { pages: pages.map((page) => ({ ...page, url: signedUrl(app, page.fileId) })) };
  },
});

const gone = () => new AppError(1017, undefined, { status: 404 });

const showFile = defineCall('GET /common/file/:fileId', {
  access: 'public',
  file: true,
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
    // The bytes of a file never change.
    const etag = `"${fileId}"`;
    const content = await storageOf(ctx.app.config).open(file.storageKey, rangeFor(ctx, etag));
    return new FileReply({
      etag,
      fileName: file.name,
      contentType: file.contentType,
      inline: /^(image|video|audio)\//.test(file.contentType),
      maxAge: Math.max(0, Math.floor(expires - Date.now() / 1000)),
      ...content,
    });
  },
});

const download = defineCall('GET /common/download', {
  access: 'login',
  query: z.object({ fileName: z.string().regex(fileNamePattern), delete: z.enum(['true', 'false']).default('false') }),
  summary: { zh: '下载为自己生成的文件', en: 'Fetch a file that was made for the user' },
  async run(ctx, input) {
    const { app, user } = ctx;
    // Compared with this moment: of two who ask for the last time at once, the second waits for the first.
    const own = sql<boolean>`user_id = ${user.id} and name = ${input.fileName} and expire_time > clock_timestamp()`;
    const db = filesDb(app.db);
    const columns = ['userId', 'name', 'storageKey', 'contentType'] as const;
    const isLast = input.delete === 'true';
    // Nobody gets it again. Its row stays until its bytes are gone, so that the job removes what cannot be removed now.
    const file = isLast
      ? await db
          .updateTable('sys_issued_file')
          .set({ expireTime: sql<Date>`now()` })
          .where(own)
          .returning(columns)
          .executeTakeFirst()
      : await db.selectFrom('sys_issued_file').where(own).select(columns).executeTakeFirst();
    if (file === undefined) throw gone();
    const content = await storageOf(app.config).open(file.storageKey);
    const after = isLast ? { after: () => removeIssued(app, file) } : {};
    return new FileReply({ fileName: input.fileName, contentType: file.contentType, ...after, ...content });
  },
});

/** Calls of the files module. */
export const fileCalls: readonly Call[] = [
  uploadSingle,
  uploadFromWeb,
  uploadFromApp,
  pdfToImage,
  showFile,
  download,
  sheetCells,
];
