import type { Code } from '@wheelhouse/entities/codes';
import type { Text } from '@wheelhouse/contract/lang';
import { notifyLive } from '../../db/live.ts';
import type { Db, Tx } from '../../db/pool.ts';

/** Live topic: something of the case `id` changed. */
export const caseTopic = 'stolen.case';

export interface NewNote {
  readonly caseId: string;
  readonly kind: Code<'StolenNoteKind'>;
  /** Text entered by a person is the same in both languages. */
  readonly text: Text;
  readonly images?: readonly string[];
  readonly at?: { readonly lng: number; readonly lat: number } | undefined;
  readonly operatorId: string | null;
  readonly commandId?: string | null;
}

const most = 500;

/** Adds an entry to a case's log and notifies the pages that show the case. */
export async function addNote(tx: Tx | Db, note: NewNote): Promise<void> {
  const { zh, en } = note.text;
  await tx
    .insertInto('veh_stolen_note')
    .values({
      stolenCaseId: note.caseId,
      kind: note.kind,
      content: zh.slice(0, most),
      contentEn: en === zh ? null : en.slice(0, most),
      images: note.images === undefined || note.images.length === 0 ? null : [...note.images],
      lng: note.at?.lng ?? null,
      lat: note.at?.lat ?? null,
      operatorId: note.operatorId,
      commandId: note.commandId ?? null,
      createBy: note.operatorId,
    })
    .execute();
  await notifyLive(tx, caseTopic, { id: note.caseId });
}

/** A sentence, followed by the remark of a person. */
export const withRemark = (text: Text, remark: unknown): Text =>
  typeof remark === 'string' && remark !== '' ? { zh: `${text.zh}：${remark}`, en: `${text.en}: ${remark}` } : text;
