import type { AppLogRequest } from '@wheelhouse/contract/calls/feedback';
import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { appLogBack, appLogHours, appLogLongest } from '@wheelhouse/entities/feedback/app-log-record';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { storageOf } from '../../../adapters/storage/index.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { defineAppCall, type AppCaller, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { code, fileId } from '../../../http/kit.ts';
import {
  admitFromApp,
  countUse,
  finishUpload,
  largestOf,
  newFileId,
  partBytes,
  startUpload,
  takeAppFile,
  takePart,
} from '../../files/service.ts';
import { bindingOf } from '../../binding/service.ts';
import { vehicleByName, vinInput } from '../../fleet/shared/service.ts';
import { readArchive, type LogText } from './archive.ts';
import { logStatus, nextLogNo } from './hooks.ts';

const { requested, agreed, uploaded, refused } = logStatus;
const { AppLogSource: sources } = codes;
const logNo = code(/^LG\d{14}$/);
const uploaderOf = ({ id }: AppCaller) => ({ type: 'app', id }) as const;

const list = defineAppCall('GET /app/v1/log/list', {
  summary: { zh: 'APP：待处理的日志索取', en: 'App: requests for a log' },
  async run({ app, appUser }) {
    const { rows } = await sql<AppLogRequest>`
      select log_no, log_type, ${wallClock('from_time')} as from_time, ${wallClock('to_time')} as to_time, reason, status,
        ${wallClock(sql`coalesce(consent_time, create_time) + make_interval(hours => ${appLogHours})`)} as expire_time
      from usr_app_log where user_id = ${appUser.id} and status in (${requested}, ${agreed}) and source = ${sources.requested} and not deleted
        and coalesce(consent_time, create_time) > now() - make_interval(hours => ${appLogHours}) order by id`.execute(
      app.db,
    );
    return rows;
  },
});

interface Own {
  readonly id: string;
  readonly status: number;
  readonly late: boolean;
}

/** A request to the caller, locked. @throws AppError 1002; 1004 in another state, or when its time is over */
async function lockOwn(ctx: AppContext, tx: Tx, no: string, from: number): Promise<Own> {
  const { rows } = await sql<Own>`
    select id::text as id, status, coalesce(consent_time, create_time) <= now() - make_interval(hours => ${appLogHours}) as late
    from usr_app_log where log_no = ${no} and user_id = ${ctx.appUser.id} and not deleted for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new AppError(1002);
  if (row.status !== from) throw wrongState('AppLogStatus', row.status, ctx);
  if (row.late) throw wrongState('AppLogStatus', logStatus.expired, ctx);
  return row;
}

async function logMove(tx: Tx, id: string, action: string, from: number | null, to: number): Promise<void> {
  const [before, after] = [from === null ? null : JSON.stringify({ status: from }), JSON.stringify({ status: to })];
  await sql`insert into sys_operation_log (username, action, entity, entity_id, before, after)
    values ('app', ${action}, 'appLogRecord', ${id}, ${before}::jsonb, ${after}::jsonb)`.execute(tx);
}

const isYes = (agree: boolean | 0 | 1): boolean => agree === true || agree === 1;

const consent = defineAppCall('POST /app/v1/log/consent', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ logNo, agree: z.union([z.boolean(), z.literal(0), z.literal(1)]) }),
  summary: { zh: 'APP：同意或拒绝上传日志', en: 'App: agree to send a log, or refuse' },
  run: (ctx, input) =>
    withTransaction(ctx.app.db, async (tx) => {
      const own = await lockOwn(ctx, tx, input.logNo, requested);
      const to = isYes(input.agree) ? agreed : refused;
      await sql`update usr_app_log set status = ${to}, consent_time = now(), rev = rev + 1, update_by = null, update_time = now()
        where id = ${own.id}`.execute(tx);
      await logMove(tx, own.id, to === agreed ? 'agree' : 'refuse', own.status, to);
      return null;
    }),
});

const short = (max: number) => z.string().max(max).optional();
const numeric = (pattern: RegExp) => z.string().regex(pattern).transform(Number);
const uploadBody = z.object({
  logNo: logNo.optional(),
  fileId: fileId.optional(),
  logType: numeric(/^[1-4]$/).optional(),
  source: numeric(/^[13]$/).optional(),
  fromTime: short(30),
  toTime: short(30),
  reason: short(100),
  feedbackNo: code(/^FB\d{14}$/).optional(),
  vin: vinInput.optional(),
  clientOs: numeric(/^[123]$/),
  osVersion: short(20),
  phoneModel: short(40),
  appVersion: z.string().min(1).max(20),
});
type Input = z.output<typeof uploadBody>;

/** The archive of an upload: sent with it, or in parts before. @throws AppError 1001, 1031, 1032, 1034, 1035 */
async function archiveOf(ctx: AppContext, sent: string | undefined): Promise<Buffer> {
  if (sent !== undefined) {
    const taken = await takeAppFile(ctx.app, { fileId: sent, biz: 'appLog', userId: ctx.appUser.id });
    if (taken === undefined) throw new AppError(1017);
    return taken;
  }
  const file = ctx.files.find(({ field }) => field === 'file');
  if (file === undefined) throw refuseField(ctx, 'file', 'required');
  if (!/\.zip$/i.test(file.fileName)) throw new AppError(1031);
  await countUse(ctx.app.db, uploaderOf(ctx.appUser), 'appLog', file.size);
  return readFile(file.path);
}

interface Refs {
  readonly vehicleId: string | null;
  readonly feedbackId: string | null;
}

/** What the log is about: own vehicle, own feedback. @throws AppError 1002, 1011 */
async function refsOf({ app, appUser }: AppContext, { vin, feedbackNo }: Input): Promise<Refs> {
  const vehicleId = vin === undefined ? null : (await vehicleByName(app.db, vin)).id;
  if (vehicleId !== null && (await bindingOf(app.db, vehicleId, appUser.id)) === undefined) throw new AppError(1011);
  if (feedbackNo === undefined) return { vehicleId, feedbackId: null };
  const { rows } = await sql<{ id: string }>`
    select id::text as id from cs_feedback where feedback_no = ${feedbackNo} and user_id = ${appUser.id} and not deleted`.execute(
    app.db,
  );
  const [found] = rows;
  if (found === undefined) throw new AppError(1002);
  return { vehicleId, feedbackId: found.id };
}

const hourMs = 3_600_000;

/** Times of a log that nobody asked for; the last day unless given. @throws AppError 1001 */
function timesOf(ctx: AppContext, { fromTime, toTime }: Input): readonly [Date, Date] {
  const to = toTime === undefined ? new Date() : parseInstant(toTime);
  if (!to) throw refuseField(ctx, 'toTime', 'instant');
  const from = fromTime === undefined ? new Date(to.getTime() - 24 * hourMs) : parseInstant(fromTime);
  if (!from) throw refuseField(ctx, 'fromTime', 'instant');
  const isLong = to.getTime() - from.getTime() > appLogLongest * hourMs;
  const isOld = from.getTime() < Date.now() - appLogBack * 24 * hourMs;
  if (from >= to || isLong || isOld) throw refuseField(ctx, 'fromTime', 'invalid');
  return [from, to];
}

const ownReason = { [sources.user]: '用户上传', [sources.crash]: '崩溃上报' } as const;

/** The record of a log that the user sends unasked, or the app after a crash. */
async function addOwn(ctx: AppContext, tx: Tx, input: Input): Promise<Own & { readonly no: string }> {
  const [from, to] = timesOf(ctx, input);
  const no = await nextLogNo(tx);
  const source = input.source === sources.crash ? sources.crash : sources.user;
  const { rows } = await sql<{ id: string }>`
    insert into usr_app_log (log_no, user_id, log_type, from_time, to_time, reason, source, status, consent_time)
    values (${no}, ${ctx.appUser.id}, ${input.logType ?? (source === sources.crash ? 4 : 1)}, ${from}, ${to}, ${input.reason ?? ownReason[source]}, ${source}, ${agreed}, now())
    returning id::text as id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a row just added has an id');
  return { id: row.id, status: agreed, late: false, no };
}

/** A log that is stored under a key. */
type StoredText = LogText & { readonly key: string };

async function keep(tx: Tx, own: Own, input: Input, refs: Refs, text: StoredText): Promise<void> {
  await sql`insert into usr_app_log_content (log_id, storage_key, bytes, lines, blanked)
    values (${own.id}, ${text.key}, ${text.bytes}, ${text.lines}, ${text.blanked})`.execute(tx);
  await sql`
    update usr_app_log set status = ${uploaded}, upload_time = now(), size_kb = ${Math.ceil(text.bytes / 1024)},
      vehicle_id = coalesce(${refs.vehicleId}::bigint, vehicle_id), feedback_id = coalesce(${refs.feedbackId}::bigint, feedback_id),
      client_os = ${input.clientOs}, os_version = ${input.osVersion ?? null}, phone_model = ${input.phoneModel ?? null}, app_version = ${input.appVersion},
      rev = rev + 1, update_by = null, update_time = now()
    where id = ${own.id}`.execute(tx);
  await logMove(tx, own.id, 'upload', own.status, uploaded);
}

const upload = defineAppCall('POST /app/v1/log/upload', {
  limit: { most: 30, within: 'hour' },
  upload: {
    maxBytes: largestOf('appLog'),
    admit: admitFromApp,
  },
  body: uploadBody,
  summary: { zh: 'APP：上传日志', en: 'App: send a log' },
  async run(ctx, input) {
    const { app } = ctx;
    // Without consent nothing of it is read.
    const asked = input.logNo;
    if (asked !== undefined) await withTransaction(app.db, (tx) => lockOwn(ctx, tx, asked, agreed));
    else timesOf(ctx, input);
    const refs = await refsOf(ctx, input);
    const text = await readArchive(app, await archiveOf(ctx, input.fileId));
    const key = `applogs/${newFileId()}`;
    const storage = storageOf(app.config);
    await storage.put(key, text.path);
    try {
      const no = await withTransaction(app.db, async (tx) => {
        const own = asked === undefined ? await addOwn(ctx, tx, input) : await lockOwn(ctx, tx, asked, agreed);
        await keep(tx, own, input, refs, { ...text, key });
        return 'no' in own ? own.no : (asked ?? '');
      });
      return { logNo: String(no) };
    } catch (error) {
      await storage.remove(key);
      throw error;
    }
  },
});

const startParts = defineAppCall('POST /app/v1/log/startParts', {
  limit: { most: 30, within: 'hour' },
  body: z.object({
    name: z.string().min(1).max(255),
    size: z.int().min(1).max(largestOf('appLog')),
    modified: z.int().min(0).max(8_640_000_000_000_000),
  }),
  summary: { zh: 'APP：开始或续传日志', en: 'App: begin a log in parts, or go on with it' },
  run: (ctx, file) => startUpload(ctx.app, uploaderOf(ctx.appUser), { ...file, biz: 'appLog' }),
});

const part = defineAppCall('POST /app/v1/log/part', {
  limit: { most: 120, within: 'minute' },
  upload: { maxBytes: partBytes },
  body: z.object({ uploadId: fileId, no: numeric(/^\d{1,4}$/) }),
  summary: { zh: 'APP：上传日志的一个分片', en: 'App: send one part of a log' },
  async run(ctx, input) {
    await takePart(ctx, uploaderOf(ctx.appUser), input);
    return null;
  },
});

const joinParts = defineAppCall('POST /app/v1/log/joinParts', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ uploadId: fileId }),
  summary: { zh: 'APP：合并日志的分片', en: 'App: make one archive of the parts' },
  run: (ctx, { uploadId }) => finishUpload(ctx, uploaderOf(ctx.appUser), uploadId),
});

export const appLogAppCalls: readonly Call[] = [list, consent, upload, startParts, part, joinParts];
