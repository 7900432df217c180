import { codes } from '@wheelhouse/entities/codes';
import { idPattern } from '@wheelhouse/contract/text';
import { formatInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { defineCall, type Call, FileReply } from '../../../http/call.ts';
import type { App, CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { rangeFor } from '../../../http/range.ts';
import { key } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { partOf } from './blocks.ts';
import { inTurn } from './in-turn.ts';
import { isOpen } from '../tasks/rows.ts';
import { downloadOf, type Download } from './links.ts';
import { isOffered } from './offered.ts';

const ended = machines['SM-OtaExecution'].states;
/** Seconds in which a member of staff fetches a package. */
const staffSeconds = 15 * 60;
const mostVersions = 50;

interface Package {
  readonly generation: number;
  readonly status: number;
  readonly deviceType: number;
  readonly partModel: string | null;
  readonly version: string;
  readonly fileId: string | null;
  readonly size: number | null;
  readonly signKeyId: string | null;
  /** Hex. */
  readonly sha256: string | null;
}

const packageColumns = sql`f.generation::int as generation, f.status::int as status, f.device_type::int as "deviceType", f.part_model as "partModel",
  f.version, f.package_file as "fileId", f.file_size as "size", f.sign_key_id as "signKeyId", f.sha256`;

async function packageById({ db }: Pick<App, 'db'>, id: string): Promise<Package | undefined> {
  if (!idPattern.test(id)) return undefined;
  const { rows } = await sql<Package>`
    select ${packageColumns} from ota_firmware f where f.id = ${id} and not f.deleted`.execute(db);
  return rows[0];
}

/** The address of a package for a member of staff, noted in the log of its record. @throws AppError 1002, 1017 no file yet */
async function handOut(
  ctx: CallContext,
  id: string,
  { entity, generation, functionCode }: { entity: string; generation: number; functionCode: FunctionCode },
) {
  const { app } = ctx;
  const found = await packageById(app, id);
  if (found === undefined || found.generation !== generation) throw new AppError(1002);
  if (found.fileId === null) throw new AppError(1017);
  await withTransaction(app.db, (tx) => audit(tx, ctx, { action: 'download', entity, entityId: id, functionCode }));
  return {
    url: signedUrl(app, found.fileId, staffSeconds),
    expireTime: formatInstant(new Date(Date.now() + staffSeconds * 1000)),
  };
}

const body = z.object({ id: key });
const summary = { zh: '下载升级包（留痕）', en: 'An address of a firmware package, logged' } as const;

const download = defineCall('POST /ps/crm/otaFirmware/download', {
  access: 'firmwareManage.download',
  effect: 'reads',
  traced: true,
  body,
  summary,
  run: (ctx, { id }) =>
    handOut(ctx, id, {
      entity: 'firmware',
      generation: codes.OtaGeneration.new,
      functionCode: 'firmwareManage.download',
    }),
});

const downloadOld = defineCall('POST /ps/crm/otaFirmwareOld/download', {
  access: 'firmwareManageOld.download',
  effect: 'reads',
  traced: true,
  body,
  summary,
  run: (ctx, { id }) =>
    handOut(ctx, id, {
      entity: 'firmwareOld',
      generation: codes.OtaGeneration.old,
      functionCode: 'firmwareManageOld.download',
    }),
});

const installedBase = defineCall('POST /ps/crm/otaFirmware/installedBase', {
  access: 'firmwareManage.query',
  body: z.object({ id: key }),
  summary: { zh: '已安装版本分布', en: 'Versions that the parts of a package have' },
  async run({ app }, { id }) {
    const found = await packageById(app, id);
    if (found === undefined || found.generation !== codes.OtaGeneration.new) throw new AppError(1002);
    const { rows } = await sql<{ softwareVersion: string; count: number; isThis: boolean }>`
      select e.software_version as "softwareVersion", count(*)::int as count, same_version(e.software_version, ${found.version}) as "isThis"
      from veh_ecu e where not e.deleted and e.device_type = ${found.deviceType} and e.software_version is not null
        and (${found.partModel}::text is null or e.model = ${found.partModel})
      group by e.software_version order by count(*) desc, e.software_version desc limit ${mostVersions}`.execute(
      app.db,
    );
    return rows;
  },
});

const results = defineCall('POST /ps/crm/otaFirmware/results', {
  access: 'firmwareManage.query',
  body: z.object({ id: key }),
  summary: { zh: '升级结果与失败原因', en: 'What became of the vehicles of the tasks of a package' },
  async run({ app }, { id }) {
    const found = await packageById(app, id);
    if (found === undefined || found.generation !== codes.OtaGeneration.new) throw new AppError(1002);
    const { rows } = await sql<{ status: number; failCode: string | null; n: number }>`
      select c.status::int as status, c.fail_code as "failCode", sum(c.n)::int as n
      from ota_task k join ota_execution_count c on c.task_id = k.id
      where k.firmware_id = ${id} and not k.deleted and c.status in (${ended.succeeded}, ${ended.rolledBack}, ${ended.failed})
      group by 1, 2 having sum(c.n) > 0 order by sum(c.n) desc, 2`.execute(app.db);
    const of = (state: number): number => rows.reduce((sum, { status, n }) => (status === state ? sum + n : sum), 0);
    return {
      succeeded: of(ended.succeeded),
      failed: of(ended.failed),
      rolledBack: of(ended.rolledBack),
      byCode: rows.flatMap(({ failCode, n }) => (failCode === null ? [] : [{ failCode, count: n }])),
    };
  },
});

interface Wanted extends Package {
  readonly executionId: string;
}

/** Packages of attempts that go on, by execution and attempt. A terminated task lets those finish that install. */
async function wantedPackages({ db }: App, keys: readonly string[]): Promise<ReadonlyMap<string, Wanted>> {
  const { rows } = await sql<Wanted & { key: string }>`
    select k.key, x.id::text as "executionId", ${packageColumns} from unnest(${[...keys]}::text[]) as k (key)
    join ota_execution x on x.id = split_part(k.key, '-', 1)::bigint and x.attempt = split_part(k.key, '-', 2)::int and not x.deleted
    join ota_task t on t.id = x.task_id and not t.deleted join ota_firmware f on f.id = t.firmware_id and not f.deleted
    where ${isOpen}`.execute(db);
  return new Map(rows.map(({ key: of, ...found }) => [of, found]));
}

const looks = new WeakMap<App, (key: string) => Promise<Wanted | undefined>>();

/** What a vehicle may download as it is now. A thousand vehicles that download in ranges share statements: each is still read after it has asked. */
function lookAt(app: App, { executionId, attempt }: Download): Promise<Wanted | undefined> {
  const look = looks.get(app) ?? inTurn((keys: readonly string[]) => wantedPackages(app, keys));
  looks.set(app, look);
  return look(`${executionId}-${attempt}`);
}

const devicePackage = defineCall('GET /device/v1/ota/package/:token', {
  access: 'public',
  file: true,
  query: z.object({}),
  summary: {
    zh: '设备：下载升级包（支持断点续传）',
    en: 'Device: a firmware package by its signed address, in ranges',
  },
  async run(ctx) {
    const { app } = ctx;
    const download = downloadOf(app, ctx.params['token'] ?? '');
    if (download === undefined) throw new AppError(1017, undefined, { status: 403 });
    const found = await lookAt(app, download);
    if (found === undefined || found.fileId === null || found.size === null || !isOffered(app, found))
      throw new AppError(3106, undefined, { status: 410 });
    const etag = `"${found.sha256}"`;
    const content = await partOf(app, { fileId: found.fileId, size: found.size }, rangeFor(ctx, etag));
    return new FileReply({
      fileName: `firmware-${found.version}.bin`,
      contentType: 'application/octet-stream',
      etag,
      ...content,
    });
  },
});

export const firmwareCalls: readonly Call[] = [download, downloadOld, installedBase, results, devicePackage];
