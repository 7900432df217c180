import type { Text } from '@wheelhouse/contract/lang';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import type { Tx } from '../../db/pool.ts';
import { notifyOwner } from '../messages/service.ts';
import { builtInText } from '../templates/service.ts';
import type { Facts } from './facts.ts';

const names = new Map<string, Text>(
  dictionaries
    .find((one) => one.category === 'ControlCommandType')
    ?.entries.map((entry) => [entry.code, entry] as const),
);

/** Notifies the owner that somebody else sends the vehicle a command; a power cut sends no notice. */
export async function notifyOfCommand(
  tx: Tx,
  order: { readonly command: string; readonly operatorId: string | null; readonly source: string },
  { vehicleId, ownerUserId, name }: Facts,
  commandId: string,
): Promise<void> {
  if (ownerUserId === null || order.command === 'CUT_POWER') return;
  if (order.source === 'app' && order.operatorId === ownerUserId) return;
  const values = {
    operator: order.source === 'app' ? { zh: '共享用户', en: 'A shared user' } : { zh: '平台', en: 'The platform' },
    command: names.get(order.command) ?? order.command,
    vin6: name.slice(-6),
  };
  await notifyOwner(tx, {
    userId: ownerUserId,
    kind: 'service',
    ...(await builtInText(tx, 'REMOTE_CONTROL', values)),
    route: '/vehicle/control-log',
    vehicleId,
    dedupeKey: `control:${commandId}`,
    ref: { type: 'controlCommand', id: commandId },
  });
}
