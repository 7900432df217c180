import type { Tx } from '../../db/pool.ts';
import { notifyOwner } from '../messages/service.ts';
import { builtInText } from '../templates/service.ts';
import { vehicleTitle } from '../fleet/shared/service.ts';
import { renewKey } from './device-config.ts';
import { lockBindings } from './unbind.ts';

/**
 * Makes all phone keys of a vehicle void (keyVersion + 1). Its control unit gets the new key with its next contact at the latest; the owner and
 * the shared users are notified to pair again, which makes their apps ask for new keys.
 */
export async function resetKeys(tx: Tx, vehicleId: string): Promise<void> {
  const bindings = await lockBindings(tx, vehicleId);
  await renewKey(tx, vehicleId);
  if (bindings.length === 0) return;
  const text = await builtInText(tx, 'BLE_KEY_RESET', { vin6: (await vehicleTitle(tx, vehicleId)).slice(-6) });
  for (const { userId } of bindings)
    await notifyOwner(tx, { userId, kind: 'service', ...text, route: '/vehicles', vehicleId });
}
