import { firmwareVersionCode } from '@wheelhouse/contract/firmware';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { fieldRefusal } from '../../../entity/check.ts';
import { type ActionOf, type HooksOf, nextOf, only, type SavingOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { checkSignature, isTrusted } from './keys.ts';
import { refuseOtherGeneration } from './models.ts';
import { checkHeader, packageFacts } from './package-check.ts';
import { ofUse, refusalsInUse } from './in-use.ts';
import { refusePackage } from './refusal.ts';
import { baseCode, isCircular, isTaken, nextFirmwareNo } from './versions.ts';

const { waiting, running, paused } = machines['SM-OtaTask'].states;
const { succeeded, rolledBack, failed } = machines['SM-OtaExecution'].states;

type Saving = SavingOf<'firmware'>;
type Stored = StoredRowOf<'firmware'>;

const texts = {
  hardware: { zh: '每项须形如V1.2', en: 'Each must look like V1.2' },
  circular: { zh: '依赖形成循环', en: 'The dependencies are circular' },
  file: { zh: '请先上传升级包', en: 'Upload the package first' },
  signature: { zh: '请先填写签名', en: 'Enter the signature first' },
  report: { zh: '请上传测试报告', en: 'Upload the test report' },
  tasked: {
    zh: '有{n}个未结束的任务使用这个升级包，请先终止',
    en: '{n} unfinished {n|task brings|tasks bring} this package, terminate {n|it|them} first',
  },
  inUse: {
    zh: '有{n}个执行中的任务正在使用，请先暂停',
    en: '{n} running {n|task uses|tasks use} it, pause {n|it|them} first',
  },
} as const;

/** Fields that the file and its signature have to agree with. */
const ofPackage = [
  'packageFile',
  'signature',
  'deviceType',
  'partModel',
  'version',
  'packageType',
  'baseVersion',
] as const;

const changes = ({ old, values }: Saving, ...names: (keyof Stored & keyof Saving['values'])[]): boolean =>
  names.some((name) => values[name] !== undefined && values[name] !== old?.[name]);

/** The record as it will be stored, for checks over several fields. */
const after = (saving: Saving) => ({
  deviceType: Number(nextOf(saving, 'deviceType')),
  partModel: String(nextOf(saving, 'partModel')),
  version: String(nextOf(saving, 'version')),
  versionCode: firmwareVersionCode(String(nextOf(saving, 'version'))) ?? 0,
  packageType: Number(nextOf(saving, 'packageType')),
  baseVersion: nextOf(saving, 'baseVersion') ?? null,
  packageFile: nextOf(saving, 'packageFile') ?? null,
  signature: nextOf(saving, 'signature') ?? null,
});
type After = ReturnType<typeof after>;

/** @throws AppError 3101 */
async function checkVersion(saving: Saving, next: After): Promise<void> {
  const { ctx, tx, old, values } = saving;
  values.versionCode = next.versionCode;
  if (old !== undefined && !changes(saving, 'version', 'partModel')) return;
  if (await isTaken(tx, { ...next, id: old?.id, generation: codes.OtaGeneration.new }))
    throw fieldRefusal(ctx, 'version', 3101, { v: next.version });
}

/** @throws AppError 1001 */
async function checkNeeds(saving: Saving, next: After): Promise<void> {
  const { ctx, tx, old } = saving;
  if (!(nextOf(saving, 'hardwareVersions') ?? []).every((one) => /^V\d+\.\d+$/.test(one)))
    throw refuseField(ctx, 'hardwareVersions', texts.hardware);
  const dependencies = nextOf(saving, 'dependencies') ?? [];
  const vehicleTypeIds = nextOf(saving, 'vehicleTypeIds') ?? [];
  if (await isCircular(tx, { ...next, id: old?.id, vehicleTypeIds, dependencies }))
    throw refuseField(ctx, 'dependencies', texts.circular);
}

/** Version code of the base, 0 of a full package. @throws AppError 3102 */
async function baseOf({ ctx, tx }: Pick<Saving, 'ctx' | 'tx'>, next: After): Promise<number> {
  if (next.packageType !== codes.PackageType.delta) return 0;
  const code = next.baseVersion === null ? undefined : await baseCode(tx, next.baseVersion, next);
  if (code === undefined) throw fieldRefusal(ctx, 'baseVersion', 3102);
  return code;
}

/** What the file is, compared with what the form says of it. @throws AppError 3103, 3104 */
async function readPackage(saving: Saving, next: After, baseVersionCode: number): Promise<void> {
  const { ctx, tx, values } = saving;
  values.signKeyId = null;
  if (next.packageFile === null) {
    Object.assign(values, { fileSize: null, md5: null, sha256: null, crc32: null });
    return;
  }
  const facts = await packageFacts(ctx, tx, next.packageFile);
  checkHeader(ctx, facts, { ...next, baseVersionCode });
  const { fileSize, md5, sha256, crc32 } = facts;
  Object.assign(values, { fileSize, md5, sha256, crc32 });
  if (next.signature !== null) values.signKeyId = signerOf(ctx, sha256, next.signature);
}

/** @throws AppError 3104 */
function signerOf(ctx: Saving['ctx'], sha256: string, signature: string): string {
  const found = checkSignature(ctx.app, sha256, signature);
  if ('keyId' in found) return found.keyId;
  throw refusePackage(ctx, 3104, 'signature', found.fault, { key: found.key ?? '' });
}

/** Everything about a package again, at the moment of a step: keys expire and bases are disabled meanwhile. @throws AppError 3102–3104 */
async function checkAgain({ ctx, tx }: Pick<ActionOf<'firmware'>, 'ctx' | 'tx'>, row: Stored): Promise<string> {
  const { packageFile, signature, sha256 } = row;
  if (packageFile === null || sha256 === null) throw refusePackage(ctx, 3103, 'packageFile', texts.file);
  if (signature === null) throw refusePackage(ctx, 3104, 'signature', texts.signature);
  const claimed: After = {
    deviceType: Number(row.deviceType),
    partModel: String(row.partModel),
    version: row.version,
    versionCode: row.versionCode ?? 0,
    packageType: Number(row.packageType),
    baseVersion: row.baseVersion,
    packageFile,
    signature,
  };
  checkHeader(ctx, await packageFacts(ctx, tx, packageFile), {
    ...claimed,
    baseVersionCode: await baseOf({ ctx, tx }, claimed),
  });
  return signerOf(ctx, sha256, signature);
}

/** A draft that came back from its test: what its tasks bring is what they were reviewed with. @throws AppError 3106 */
async function refuseTasked({ ctx, tx, old }: Saving): Promise<void> {
  if (old === undefined) return;
  const found = (
    await refusalsInUse({ ctx, tx }, [old.id], {
      why: texts.tasked,
      states: [waiting, running, paused],
      field: 'packageFile',
    })
  ).get(old.id);
  if (found !== undefined) throw found;
}

export const firmwareHooks: HooksOf<'firmware'> = {
  computed: {
    installedCount: (
      t,
    ) => `(select count(*)::int from veh_ecu e where not e.deleted and e.device_type = ${t}.device_type
      and e.software_version in (${t}.version, ltrim(${t}.version, 'V'), 'V' || ltrim(${t}.version, 'V')) and (${t}.part_model is null or e.model = ${t}.part_model))`,
    taskCount: (t) => `(select count(*)::int from ota_task k where k.firmware_id = ${t}.id and not k.deleted)`,
    successRate: (
      t,
    ) => `(select round(100.0 * sum(c.n) filter (where c.status = ${succeeded}) / nullif(sum(c.n), 0), 1)::float8
      from ota_task k join ota_execution_count c on c.task_id = k.id
      where k.firmware_id = ${t}.id and not k.deleted and c.status in (${succeeded}, ${rolledBack}, ${failed}))`,
  },
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    if (old === undefined) values.firmwareNo = await nextFirmwareNo(tx);
    const next = after(saving);
    await refuseOtherGeneration(ctx, tx, nextOf(saving, 'vehicleTypeIds') ?? [], codes.OtaGeneration.new);
    await checkVersion(saving, next);
    await checkNeeds(saving, next);
    const base = await baseOf(saving, next);
    if (old === undefined || changes(saving, ...ofPackage)) {
      await refuseTasked(saving);
      await readPackage(saving, next, base);
    }
  },
  actions: {
    async submitTest(action) {
      const signKeyId = await checkAgain(action, only(action));
      action.store({ signKeyId, testSubmitterId: action.ctx.user.id, statusReason: null });
    },
    async testPass(action) {
      const { input, ctx } = action;
      const testReport = input.reportFileId ?? only(action).testReport;
      if (testReport === null) throw refuseField(ctx, 'reportFileId', texts.report);
      action.store({ testReport, statusReason: input.remark });
    },
    testFail: async ({ input, store }) => store({ statusReason: input.remark }),
    async approve(action) {
      action.store({ signKeyId: await checkAgain(action, only(action)), statusReason: null });
    },
    async reject(action) {
      action.store({ statusReason: action.input.remark });
    },
    disable: async ({ input, store }) => store({ statusReason: input.remark }),
    enable: async ({ input, store }) => store({ statusReason: input.remark }),
  },
  refuses: {
    submitTest: each((row, judged) => checkAgain(judged, row)),
    approve: each((row, judged) => checkAgain(judged, row)),
    disable: ofUse(texts.inUse),
    // Its key may have expired since, but not have been taken out.
    enable: each(({ signKeyId }, { ctx }) => (isTrusted(ctx.app, signKeyId) ? undefined : new AppError(3104))),
  },
};
