import { z } from 'zod';
import { type Call, defineCall } from '../../http/call.ts';
import type { SessionUser } from '../../http/context.ts';
import { fileId } from '../../http/kit.ts';
import { largestUpload, useNames } from './kinds.ts';
import { partBytes } from './parts.ts';
import { cancelUpload, finishUpload, startUpload, takePart } from './resumable.ts';

const uploaderOf = ({ id }: SessionUser) => ({ type: 'user', id }) as const;
/** Latest moment that a `Date` can hold. */
const latest = 8_640_000_000_000_000;

const start = defineCall('POST /data/crm/upload/startParts', {
  access: 'login',
  body: z.object({
    biz: z.enum(useNames),
    name: z.string().min(1).max(255),
    size: z.int().min(1).max(largestUpload),
    modified: z.int().min(0).max(latest),
  }),
  summary: { zh: '开始或续传一个文件', en: 'Begin the upload of a file in parts, or go on with it' },
  run: ({ app, user }, file) => startUpload(app, uploaderOf(user), file),
});

const part = defineCall('POST /data/crm/upload/part', {
  access: 'login',
  upload: { maxBytes: partBytes },
  body: z.object({
    uploadId: fileId,
    no: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
  }),
  summary: { zh: '上传文件的一个分片', en: 'Upload one part of a file' },
  run: (ctx, input) => takePart(ctx, uploaderOf(ctx.user), input),
});

const finish = defineCall('POST /data/crm/upload/joinParts', {
  access: 'login',
  traced: true,
  body: z.object({ uploadId: fileId }),
  summary: { zh: '合并分片并校验文件', en: 'Make one file of its parts and check it' },
  run: (ctx, { uploadId }) => finishUpload(ctx, uploaderOf(ctx.user), uploadId),
});

const cancel = defineCall('POST /data/crm/upload/dropParts', {
  effect: 'irreversible',
  access: 'login',
  body: z.object({ uploadId: fileId }),
  summary: { zh: '放弃未完成的上传', en: 'Give up an unfinished upload' },
  run: ({ app, user }, { uploadId }) => cancelUpload(app, uploaderOf(user), uploadId),
});

/** Calls that send a large file in parts. */
export const resumableCalls: readonly Call[] = [start, part, finish, cancel];
