import { codes, type Code } from '@wheelhouse/entities/codes';
import type { Text } from '@wheelhouse/contract/lang';
import type { Tx } from '../../db/pool.ts';
import type { ActionContext, ActionOf } from '../../entity/hooks.ts';
import { notifyOwner } from '../messages/service.ts';
import { builtInText, type TemplateValues } from '../templates/service.ts';
import { addNote, withRemark } from './notes.ts';

export type CaseRow = ActionOf<'stolenCase'>['rows'][number];

export const text = (row: CaseRow, name: keyof CaseRow): string => String(row[name] ?? '');
/** Page of a case. */
export const casePath = (id: string): string => `/equipmentManage/stolenVehicleDetail?id=${id}`;

/** An entry of the case log with the remark of the action. */
export async function note(
  { tx, ctx, input }: Pick<ActionContext, 'tx' | 'ctx' | 'input'>,
  row: CaseRow,
  said: Text,
  more: {
    readonly kind?: Code<'StolenNoteKind'>;
    readonly commandId?: string;
    readonly at?: { lng: number; lat: number } | undefined;
  } = {},
): Promise<void> {
  const { kind = codes.StolenNoteKind.status, ...rest } = more;
  await addNote(tx, {
    ...rest,
    kind,
    caseId: row.id,
    text: withRemark(said, input['remark']),
    operatorId: ctx.user.id,
  });
}

/** Notifies the owner about the case. */
export async function notifyCaseOwner(
  tx: Tx,
  row: CaseRow,
  template: 'STOLEN_OPENED' | 'STOLEN_DISMISSED' | 'STOLEN_RECOVERED',
  values: TemplateValues,
): Promise<void> {
  const userId = row.ownerUserId;
  if (userId === null) return;
  await notifyOwner(tx, {
    userId,
    kind: 'service',
    ...(await builtInText(tx, template, values)),
    route: '/stolen',
    vehicleId: row.vehicleId,
    ref: { type: 'stolenCase', id: row.id },
  });
}
