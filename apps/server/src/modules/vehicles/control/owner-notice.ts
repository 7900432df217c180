import type { Text } from '@wheelhouse/contract/lang';
import { dictionaries } from '@wheelhouse/entities/reference/dictionaries';
import type { Tx } from '../../../db/pool.ts';
import { notifyOwner } from '../../messages/service.ts';
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
  { ownerUserId, name }: Facts,
  commandId: string,
): Promise<void> {
  if (ownerUserId === null || order.command === 'CUT_POWER') return;
  if (order.source === 'app' && order.operatorId === ownerUserId) return;
  const command = names.get(order.command);
  const [zh, en] = [command?.zh ?? order.command, command?.en ?? order.command];
  const by = order.source === 'app' ? { zh: '共享用户', en: 'A shared user' } : { zh: '平台', en: 'The platform' };
  await notifyOwner(tx, {
    userId: ownerUserId,
    kind: 'service',
    title: { zh: '远程控车提醒', en: 'Remote control of your vehicle' },
    body: {
      zh: `${by.zh}向您的车辆（${name}）发送了「${zh}」指令。如非您本人要求，请联系客服。`,
      en: `${by.en} sent the command “${en}” to your vehicle (${name}). If you did not request this, contact customer service.`,
    },
    route: '/vehicle/control-log',
    dedupeKey: `control:${commandId}`,
    ref: { type: 'controlCommand', id: commandId },
  });
}
