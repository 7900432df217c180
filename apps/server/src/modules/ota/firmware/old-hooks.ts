import { codes } from '@wheelhouse/entities/codes';
import { fieldRefusal } from '../../../entity/check.ts';
import { type HooksOf, nextOf, type SavingOf } from '../../../entity/hooks.ts';
import { refuseClosed } from '../old-switch.ts';
import { firmwareHooks } from './hooks.ts';
import { ofUse } from './in-use.ts';
import { refuseOtherGeneration } from './models.ts';
import { packageFacts } from './package-check.ts';
import { refusePackage } from './refusal.ts';
import { isTaken, nextFirmwareNo } from './versions.ts';

const texts = {
  bin: { zh: '旧平台只支持.bin整包', en: 'The old platform takes .bin files only' },
  md5: { zh: '与文件的MD5不一致（{is}）', en: 'The MD5 of the file differs ({is})' },
  inUse: {
    zh: '有{n}个执行中的任务正在使用，请先终止',
    en: '{n} running {n|task uses|tasks use} it, terminate {n|it|them} first',
  },
} as const;

/** @throws AppError 3101 */
async function checkVersion(saving: SavingOf<'firmwareOld'>): Promise<void> {
  const { ctx, tx, old } = saving;
  const version = String(nextOf(saving, 'version'));
  const deviceType = Number(nextOf(saving, 'deviceType'));
  if (old?.version === version && Number(old.deviceType) === deviceType) return;
  const named = { id: old?.id, generation: codes.OtaGeneration.old, deviceType, partModel: null, version };
  if (await isTaken(tx, named)) throw fieldRefusal(ctx, 'version', 3101, { v: version });
}

export const firmwareOldHooks: HooksOf<'firmwareOld'> = {
  computed: {
    installedCount: firmwareHooks.computed.installedCount,
    taskCount: firmwareHooks.computed.taskCount,
  },
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    if (old === undefined) {
      await refuseClosed(ctx, tx);
      values.firmwareNo = await nextFirmwareNo(tx);
    }
    await refuseOtherGeneration(ctx, tx, nextOf(saving, 'vehicleTypeIds') ?? [], codes.OtaGeneration.old);
    await checkVersion(saving);
    const packageFile = nextOf(saving, 'packageFile');
    if (typeof packageFile !== 'string' || (values.packageFile === undefined && values.md5 === undefined)) return;
    const { name, fileSize, sha256, crc16, md5 } = await packageFacts(ctx, tx, packageFile);
    if (!/\.bin$/i.test(name)) throw refusePackage(ctx, 3103, 'packageFile', texts.bin);
    if (String(nextOf(saving, 'md5')).toLowerCase() !== md5)
      throw refusePackage(ctx, 3103, 'md5', texts.md5, { is: md5 });
    Object.assign(values, { fileSize, sha256, crc16, md5 });
  },
  refuses: { disable: ofUse(texts.inUse) },
};
