import { codes } from '@wheelhouse/entities/codes';
import { isLiveRaffle } from '@wheelhouse/entities/events/raffle-activity';
import { oddsOf, poolOf, type PoolRow } from '@wheelhouse/entities/events/raffle-pool';
import type { Text } from '@wheelhouse/contract/lang';
import type { Row } from '@wheelhouse/entities/fields';
import { entityNamed, inputLabel, labelOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { HeldChange, isApproved } from '../../../entity/held.ts';
import type { SavingOf } from '../../../entity/hooks.ts';
import { lockInScope } from '../../../entity/read.ts';
import { updateIn } from '../../../entity/update.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { type Content, contentOf, type KindOfChange, requestChange } from '../../changes/service.ts';
import { addOdds, reserveFor } from '../draws/service.ts';

const entity = entityNamed('raffleActivity');
type Saving = SavingOf<'raffleActivity'>;
type Item = Content['fields'][number];

/** What a second person approves, and what changes at once: pictures and what is shared. */
const held = ['name', 'nameEn', 'ruleContent', 'ruleContentEn', 'endTime', 'budgetLimitFen'] as const;
const direct = ['cover', 'bgImage', 'shareTitle', 'shareImage', 'shareUrl'] as const;

const mayChange = {
  zh: '名称、规则、图片、分享、结束时间（延后）、预算和数量（增加）、未中出奖品的概率（降低）',
  en: 'name, rules, images, sharing, a later end, a higher budget or quantity, lower odds of what no one has won',
} as const;

const separately = {
  zh: '图片和分享内容立即生效，请与须审批的变更分开保存',
  en: 'Images and sharing take effect at once: save them apart from changes that are approved',
} as const;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** How often each row of the pool was won, in their order. */
async function wonOf(tx: Tx, id: string): Promise<readonly number[]> {
  const { rows } = await sql<{ won: number }>`
    select won from act_raffle_prize where activity_id = ${id} order by sort`.execute(tx);
  return rows.map(({ won }) => won);
}

const item = (field: string, name: string, before: unknown, after: unknown): Item => {
  const label = labelOf(entity, name);
  return { field, label: label.zh, labelEn: label.en, before: before ?? null, after: after ?? null };
};

const names = [
  'prizeKind',
  'prizeId',
  'levelName',
  'quantity',
  'probability',
  'dailyLimit',
  'minIntervalSec',
  'validDays',
  'displayImage',
] as const satisfies readonly (keyof PoolRow)[];

const poolLabel = (name: keyof PoolRow): Text => {
  const { prizes } = entity.fields;
  const column = prizes?.kind === 'rows' ? prizes.fields[name] : undefined;
  return inputLabel(name, column ?? {});
};

/** Row by row what changes in the pool. @returns undefined where it is more than may change */
function poolItems(
  before: readonly PoolRow[],
  after: readonly PoolRow[],
  won: readonly number[],
): readonly Item[] | undefined {
  if (before.length !== after.length) return undefined;
  const items: Item[] = [];
  for (const [at, old] of before.entries()) {
    const row = after[at] ?? old;
    for (const name of names) {
      if (row[name] === old[name]) continue;
      const isMore = name === 'quantity' && row.quantity > old.quantity;
      const isLess = name === 'probability' && oddsOf(row.probability) < oddsOf(old.probability) && won[at] === 0;
      if (!isMore && !isLess && name !== 'displayImage') return undefined;
      const label = poolLabel(name);
      const level = old.levelName;
      items.push({
        field: `prizes[${at}].${name}`,
        label: `${level} ${label.zh}`,
        labelEn: `${level} ${label.en}`,
        before: old[name],
        after: row[name],
      });
    }
  }
  return items;
}

async function changesOf({
  tx,
  old,
  values,
}: Saving & { readonly old: NonNullable<Saving['old']> }): Promise<readonly Item[] | undefined> {
  const was: Row = { ...old };
  const given: Row = { ...values };
  const items = held.flatMap((name) =>
    name in given && !same(given[name], was[name]) ? [item(name, name, was[name], given[name])] : [],
  );
  const isEarlier = items.some(({ field, before, after }) => field === 'endTime' && String(after) < String(before));
  const isLess = items.some(({ field, before, after }) => field === 'budgetLimitFen' && Number(after) < Number(before));
  if (isEarlier || isLess) return undefined;
  if (values.prizes === undefined) return items;
  const more = poolItems(poolOf(old.prizes), poolOf(values.prizes), await wonOf(tx, old.id));
  return more && [...items, ...more];
}

/**
 * A campaign that was approved changes only as the catalogue allows (6005), and but for pictures only when a second person has approved it.
 * @throws AppError 6005; HeldChange
 */
export async function holdLiveChange(saving: Saving): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (old === undefined || !isLiveRaffle({ ...old }) || isApproved(tx)) return;
  const items = await changesOf({ ...saving, old });
  if (items === undefined) throw new AppError(6005, { fields: mayChange[ctx.lang] });
  if (items.length === 0) return;
  const given: Row = { ...values };
  const was: Row = { ...old };
  const also = direct.find((name) => name in given && !same(given[name], was[name]));
  if (also !== undefined) throw refuseField(ctx, also, separately);
  const reason = String(values.changeReason ?? '');
  const about = { id: old.id, rev: old.rev };
  throw new HeldChange(about, (own) =>
    requestChange(ctx, own, {
      kind: codes.ChangeKind.raffle,
      action: codes.ChangeAction.edit,
      subject: `${old.activityNo} ${old.name}`,
      content: { target: about, fields: [...items] },
      reason,
    }),
  );
}

const inPool = /^prizes\[(\d+)\]\.(\w+)$/;

/** The pool with the changes of a request. */
function poolWith(prizes: readonly PoolRow[], items: readonly Item[]): readonly PoolRow[] | undefined {
  const changes = items.flatMap(({ field, after }) => {
    const found = inPool.exec(field);
    return found === null ? [] : [{ at: Number(found[1]), name: found[2] ?? '', after }];
  });
  if (changes.length === 0) return undefined;
  return prizes.map((row, at) => ({
    ...row,
    ...Object.fromEntries(changes.filter((one) => one.at === at).map(({ name, after }) => [name, after])),
  }));
}

const lowers = ({ field }: Item): boolean => inPool.exec(field)?.[2] === 'probability';

interface Kept {
  readonly activityId: string;
  readonly items: readonly Item[];
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  readonly reason: string | null;
}

/** Keeps what changed for auditors and for the app. */
export async function keepChange(tx: Tx, { activityId, items, askedBy, approvedBy, reason }: Kept): Promise<void> {
  await sql`
    insert into act_raffle_change (activity_id, odds_version, asked_by, approved_by, reason, items, lowers)
    select ${activityId}, odds_version, ${askedBy}, ${approvedBy}, ${reason}, ${JSON.stringify(items)}::jsonb, ${items.some(lowers)}
    from act_raffle_state where activity_id = ${activityId}`.execute(tx);
}

/** Keeps what changed at once: pictures and what is shared. */
export async function keepDirectChange({ ctx, tx, id, old, values }: Saving & { readonly id: string }): Promise<void> {
  if (old === undefined || !isLiveRaffle({ ...old }) || isApproved(tx)) return;
  const [was, given]: [Row, Row] = [{ ...old }, { ...values }];
  const items = direct.flatMap((name) =>
    name in given && !same(given[name], was[name]) ? [item(name, name, was[name], given[name])] : [],
  );
  const reason = values.changeReason ?? null;
  if (items.length > 0) await keepChange(tx, { activityId: id, items, askedBy: ctx.user.id, approvedBy: null, reason });
}

/** What the draws go by, after a change of the pool or the budget. */
async function followChange(
  tx: Tx,
  { id, activityNo, operatorId }: { id: string; activityNo: string; operatorId: string },
  before: readonly PoolRow[],
  after: readonly PoolRow[],
): Promise<void> {
  const hasOtherOdds = before.some((row, at) => row.probability !== after[at]?.probability);
  if (hasOtherOdds) {
    const { rows } = await sql<{ version: number }>`
      update act_raffle_state set odds_version = odds_version + 1 where activity_id = ${id} returning odds_version as version`.execute(
      tx,
    );
    await addOdds(tx, id, rows[0]?.version ?? 1, after);
  }
  for (const [at, row] of after.entries()) {
    const qty = row.quantity - (before[at]?.quantity ?? 0);
    if (qty === 0) continue;
    await sql`update act_raffle_prize set quantity = ${row.quantity} where activity_id = ${id} and sort = ${at + 1}`.execute(
      tx,
    );
    await reserveFor(tx, { row, qty, activityNo, operatorId });
  }
}

/** Changes of campaigns that were approved, as they are done when somebody else approves them. */
export const raffleChanges: KindOfChange = {
  right: 'AReventManage.edit',
  async carryOut(ctx, tx, request) {
    const { target, fields } = contentOf(request);
    if (target === undefined) throw new AppError(1145);
    const old = await lockInScope(ctx, tx, entity, target.id, ['id', 'rev', 'activityNo', 'prizes', 'status', ...held]);
    if (!isLiveRaffle(old)) throw new AppError(1145);
    const { prizes: stored, activityNo } = old;
    const before = poolOf(stored);
    const prizes = poolWith(before, fields);
    // Somebody has won meanwhile what was to become less likely, or what was to change is no longer what it was.
    const won = await wonOf(tx, target.id);
    const now: Row = { ...old };
    const isStill = fields.every(({ field, before: then }) => {
      const found = inPool.exec(field);
      if (found === null) return same(now[field], then);
      const row: Row = { ...before[Number(found[1])] };
      return same(row[found[2] ?? ''], then);
    });
    if (!isStill || (prizes !== undefined && poolItems(before, prizes, won) === undefined)) throw new AppError(1145);
    const values: Row = Object.fromEntries(
      fields.flatMap(({ field, after }) => (inPool.test(field) ? [] : [[field, after]])),
    );
    const input = { ...values, ...(prizes && { prizes }), changeReason: request.reason };
    await updateIn(ctx, tx, entity, { key: target.id, rev: old.rev, input });
    const { budgetLimitFen } = values;
    if (budgetLimitFen !== undefined)
      await sql`update act_raffle_state set budget_limit_fen = ${Number(budgetLimitFen)} where activity_id = ${target.id}`.execute(
        tx,
      );
    if (prizes !== undefined) {
      const about = { id: target.id, activityNo: String(activityNo), operatorId: ctx.user.id };
      await followChange(tx, about, before, prizes);
    }
    const { submitterId, reason } = request;
    await keepChange(tx, {
      activityId: target.id,
      items: fields,
      askedBy: submitterId,
      approvedBy: ctx.user.id,
      reason,
    });
  },
};
