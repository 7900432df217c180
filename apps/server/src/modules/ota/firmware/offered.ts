import { codes } from '@wheelhouse/entities/codes';
import type { Text } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import type { App } from '../../../http/context.ts';
import { isTrusted } from './keys.ts';

const { testing, inReview, released } = machines['SM-Firmware'].states;
const old = machines['SM-FirmwareOld'].states;

const offeredStates: Readonly<Record<number, readonly number[]>> = {
  // Vehicles of the test groups download before the release.
  [codes.OtaGeneration.new]: [testing, inReview, released],
  [codes.OtaGeneration.old]: [old.released],
};

interface Offered {
  /** D:OtaGeneration. */
  readonly generation: number;
  readonly status: number;
  readonly signKeyId: string | null;
}

export const notOffered = {
  gone: { zh: '升级包已停用或退回，不能下发', en: 'The package is disabled or a draft again, and is not handed out' },
  key: {
    zh: '升级包的签名密钥已移除，不能下发',
    en: 'The key that signed the package was taken out, and it is not handed out',
  },
} as const satisfies Record<string, Text>;

/** Why vehicles may not have a package now; undefined: they may. The old generation has no signatures. */
export function whyNotOffered(
  app: Pick<App, 'config' | 'secrets'>,
  { generation, status, signKeyId }: Offered,
): Text | undefined {
  if (offeredStates[generation]?.includes(status) !== true) return notOffered.gone;
  return generation === codes.OtaGeneration.old || isTrusted(app, signKeyId) ? undefined : notOffered.key;
}

export const isOffered = (app: Pick<App, 'config' | 'secrets'>, firmware: Offered): boolean =>
  whyNotOffered(app, firmware) === undefined;
