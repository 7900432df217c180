import type { EntityDef } from '@wheelhouse/entities/define';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { authorsOf, contentsOf, seal, type Step } from '../../entity/approval/keep.ts';
import { rowsById, type WireRow } from '../../entity/read.ts';
import { rawFields } from '../../entity/write-fields.ts';
import type { App } from '../../http/context.ts';

const { toApprove } = machines['SM-SimOperation'].states;
const raffle = machines['SM-Raffle'].states;

/** In review, and beyond it. */
function beyond(machine: 'SM-Article' | 'SM-Message' | 'SM-Firmware' | 'SM-OtaTask' | 'SM-Theme') {
  const { inReview } = machines[machine].states;
  return { submitted: `status >= ${inReview}`, approved: `status > ${inReview}` };
}

/** Which records of the demo were handed in, and which of them decided about. */
const reviewed: Readonly<Record<string, { readonly submitted: string; readonly approved: string }>> = {
  activityMessage: beyond('SM-Message'),
  systemMessage: beyond('SM-Message'),
  serviceMessage: beyond('SM-Message'),
  firmware: {
    ...beyond('SM-Firmware'),
    submitted: `generation = 2 and status >= ${machines['SM-Firmware'].states.inReview}`,
  },
  otaTask: {
    ...beyond('SM-OtaTask'),
    submitted: `generation = 2 and status >= ${machines['SM-OtaTask'].states.inReview}`,
  },
  appTheme: beyond('SM-Theme'),
  article: beyond('SM-Article'),
  raffleActivity: {
    submitted: `status <> ${raffle.draft}`,
    approved: `status not in (${raffle.draft}, ${raffle.inReview})`,
  },
  simOperation: {
    submitted: `status = ${toApprove} or auditor_id is not null`,
    approved: `auditor_id is not null and status > ${toApprove}`,
  },
  repairOrder: { submitted: 'audit_requested = 1 or audit_result is not null', approved: 'audit_result is not null' },
};

const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function keep(tx: Tx, entity: EntityDef, row: WireRow, isApproved: boolean): Promise<void> {
  const contents = await contentsOf(tx, entity, [row]);
  const authors = await authorsOf(tx, entity, [row]);
  const { submitterId, createBy, auditorId, submitTime, createTime, auditTime, updateTime } = row;
  const [submitter, auditor] = [idOf(submitterId) ?? idOf(createBy), idOf(auditorId)];
  const of = (step: Step, userId: string | null, time: unknown) =>
    seal(tx, entity, {
      step,
      userId,
      contents,
      authors,
      times: new Map(typeof time === 'string' ? [[row.id, `${time}+08`]] : []),
    });
  // Notices for the console alone, tests and a handful of vehicles need nobody.
  if (isApproved && auditor === null) {
    await of('waived', submitter, submitTime ?? createTime);
    return;
  }
  await of('submitted', submitter, submitTime ?? createTime);
  if (isApproved && auditor !== null && authors.get(row.id)?.includes(auditor) !== true)
    await of('approved', auditor, auditTime ?? updateTime);
}

/** Keeps the contents of what the demo has had approved, so that it takes effect as what people approve does. Does nothing twice. */
export async function keepApprovals(app: Pick<App, 'db'>): Promise<void> {
  for (const [name, { submitted, approved }] of Object.entries(reviewed))
    await withTransaction(app.db, async (tx) => {
      const entity: EntityDef = entityNamed(name);
      const found = await sql<{ id: string; isApproved: boolean }>`
        select id::text as id, coalesce(${sql.raw(approved)}, false) as is_approved from ${sql.raw(entity.table)}
        where not deleted and (${sql.raw(submitted)})
          and not exists (select from sys_approval a where a.entity = ${name} and a.entity_id = ${sql.raw(entity.table)}.id)`.execute(
        tx,
      );
      const states = new Map(found.rows.map(({ id, isApproved }) => [id, isApproved]));
      const rows = await rowsById(tx, entity, [...states.keys()], rawFields(entity));
      for (const row of rows) await keep(tx, entity, row, states.get(row.id) === true);
    });
}
