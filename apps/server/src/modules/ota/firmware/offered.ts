import { machines } from '@wheelhouse/entities/machines';
import { newGeneration } from '@wheelhouse/entities/ota/firmware';
import { oldGeneration } from '@wheelhouse/entities/ota/firmware-old';
import type { App } from '../../../http/context.ts';
import { isTrusted } from './keys.ts';

const { testing, inReview, released } = machines['SM-Firmware'].states;
const old = machines['SM-FirmwareOld'].states;

const offeredStates: Readonly<Record<number, readonly number[]>> = {
  // Vehicles of the test groups download before the release.
  [newGeneration]: [testing, inReview, released],
  [oldGeneration]: [old.released],
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
  return generation === oldGeneration || isTrusted(app, signKeyId);
}
