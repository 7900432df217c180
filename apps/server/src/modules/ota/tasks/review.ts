import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { writersOf } from '../../../entity/approval/keep.ts';
import type { ReviewInput, ReviewOf } from '../../../entity/approval/rules.ts';
import { tagAuthors, tagInput } from '../../messages/service.ts';
import { taskFirmware } from './firmware.ts';
import { notifySubmitted } from './notices.ts';
import { namedVehicles } from './start.ts';
import { stricter } from './strictness.ts';

// What the approval of a task covers: its form, the package and the words that it brings, and the vehicles that it names.

type Task = StoredRowOf<'otaTask'>;

/** The package as it was decided upon: released ones never change, one in test may go back to its draft. */
const firmware: ReviewInput<Task> = {
  label: { zh: '固件', en: 'Firmware' },
  async read(tx, rows) {
    const values = new Map<string, unknown>();
    for (const { id, firmwareId } of rows) {
      const found = await taskFirmware(tx, firmwareId, true);
      if (found === undefined) continue;
      // Its state is judged by itself; what it is cannot change.
      const { id: _package, status: _status, signature: _signature, signKeyId: _key, ...content } = found;
      values.set(id, content);
    }
    return values;
  },
};

interface Notice {
  readonly id: string;
  readonly version: number;
  readonly pushTitle: string | null;
  readonly pushTitleEn: string | null;
  readonly pushBody: string | null;
  readonly pushBodyEn: string | null;
  readonly inboxBody: string | null;
  readonly inboxBodyEn: string | null;
}

/** Owners read the usual text where the task has none of its own. */
const usesTemplate = ({ noticeTitle, notice }: Task): boolean => noticeTitle === null || notice === null;

async function usualNotice(tx: Tx): Promise<Notice | undefined> {
  const { rows } = await sql<Notice>`
    select id::text as id, version, push_title, push_title_en, push_body, push_body_en, inbox_body, inbox_body_en from msg_template
    where template_code = 'OTA_AVAILABLE' and enabled = 1 and not deleted for share`.execute(tx);
  return rows[0];
}

const usualText: ReviewInput<Task> = {
  label: { zh: '车主通知模板', en: 'Template of the notice to owners' },
  async read(tx, rows) {
    const usual = (await usualNotice(tx)) ?? null;
    return new Map(rows.map((row) => [row.id, usesTemplate(row) ? usual : null]));
  },
};

export const otaTaskReview: ReviewOf<'otaTask'> = {
  free: {
    remark: 'a note of the team: no vehicle and no owner gets it',
    startTime: 'when it starts is up to whoever runs it',
    endTime: 'how long it may take is up to whoever runs it',
    retryTimes: 'how often the same vehicle is asked again',
    retryIntervalMin: 'how often the same vehicle is asked again',
  },
  allows: stricter,
  inputs: { firmware, usualText, tags: tagInput },
  list: {
    label: { zh: '目标车辆', en: 'Vehicles' },
    // From its start on the vehicles of a task are its executions.
    members: (tx, row) => (row.currentStage > 0 ? undefined : namedVehicles(tx, row)),
  },
  async authors(tx, rows) {
    const byTags = await tagAuthors(tx, rows);
    const usual = rows.some(usesTemplate) ? await usualNotice(tx) : undefined;
    const writers = usual && (await writersOf(tx, 'serviceTemplate', [usual.id])).get(usual.id);
    return new Map(
      rows.map((row) => [row.id, [...(byTags.get(row.id) ?? []), ...((usesTemplate(row) && writers) || [])]]),
    );
  },
  pending: 'changePending',
  waits: (tx, row) => notifySubmitted(tx, row, row.changePending === 1 ? 'change' : 'task'),
};
