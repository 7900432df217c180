import type { Text } from '@wheelhouse/contract/lang';
import type { Tx } from '../../../db/pool.ts';
import { touched, type ActionContext } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { notifyOwner } from '../../messages/service.ts';
import { addNote, noteKinds, withRemark } from './notes.ts';

export type CaseRow = ActionContext['rows'][number];

/** The case that is worked on. */
export function only({ rows }: ActionContext): CaseRow {
  const [row] = rows;
  if (!row) throw new AppError(1002);
  return row;
}

export const text = (row: CaseRow, name: string): string => String(row[name] ?? '');
/** Page of a case. */
export const casePath = (id: string): string => `/equipmentManage/stolenVehicleDetail?id=${id}`;

export async function set({ tx, ctx }: ActionContext, id: string, values: object): Promise<void> {
  await tx
    .updateTable('veh_stolen_case')
    .set({ ...touched(ctx), ...values })
    .where('id', '=', id)
    .execute();
}

/** A line of evidence with the remark that came with the action. */
export async function note(
  { tx, ctx, input }: ActionContext,
  row: CaseRow,
  said: Text,
  more: {
    readonly kind?: (typeof noteKinds)[keyof typeof noteKinds];
    readonly commandId?: string;
    readonly at?: { lng: number; lat: number } | undefined;
  } = {},
): Promise<void> {
  const { kind = noteKinds.status, ...rest } = more;
  await addNote(tx, {
    ...rest,
    kind,
    caseId: row.id,
    text: withRemark(said, input['remark']),
    operatorId: ctx.user.id,
  });
}

/** Word to the owner about his case. */
export async function tellOwner(tx: Tx, row: CaseRow, title: Text, body: Text): Promise<void> {
  const userId = row['ownerUserId'];
  if (typeof userId !== 'string') return;
  await notifyOwner(tx, {
    userId,
    kind: 'service',
    title,
    body,
    route: '/stolen',
    channels: ['push', 'sms'],
    ref: { type: 'stolenCase', id: row.id },
  });
}
