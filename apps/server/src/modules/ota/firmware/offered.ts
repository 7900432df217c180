import { codes } from '@wheelhouse/entities/codes';
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

/** Whether vehicles may have a package now. The old generation has no signatures. */
export function isOffered(app: Pick<App, 'config' | 'secrets'>, { generation, status, signKeyId }: Offered): boolean {
  if (offeredStates[generation]?.includes(status) !== true) return false;
  return generation === codes.OtaGeneration.old || isTrusted(app, signKeyId);
}
