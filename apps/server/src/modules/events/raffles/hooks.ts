import { isPast } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { isLiveRaffle } from '@wheelhouse/entities/events/raffle-activity';
import { plainOf } from '@wheelhouse/entities/rich-text';
import { poolOf } from '@wheelhouse/entities/events/raffle-pool';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { todayDigits } from '../../../db/wall-clock.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { type ActionHandlers, type HooksOf, only, type RefusesOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { closeDraws, noteHead, openDraws } from '../draws/service.ts';
import { holdLiveChange, keepDirectChange } from './live-change.ts';
import { scoreTarget } from './target.ts';

type Activity = StoredRowOf<'raffleActivity'>;

const { physical } = codes.PrizeKind;
const { image } = codes.ArMode;
/** Of 5. */
const leastScore = 3;

/** `AR`, the day, running number of at least three digits. */
const nextNo = sql<{ no: string }>`select 'AR' || ${todayDigits} || ${runningNumber('seq_act_raffle', 3)} as no`;

const over = { zh: '结束时间已过', en: 'The end has passed' } as const;
const otherName = { zh: '与活动名称不一致', en: 'Not the name of the event' } as const;

/** @throws AppError 6004 with the name of the prize of which there is not so much */
async function refuseWithoutStock(tx: Tx, { prizes }: Activity): Promise<void> {
  const wanted = new Map<string, number>();
  for (const { prizeKind, prizeId, quantity } of poolOf(prizes))
    if (prizeKind === physical) wanted.set(prizeId, (wanted.get(prizeId) ?? 0) + quantity);
  const { rows } = await sql<{ name: string }>`
    select p.name from unnest(${[...wanted.keys()]}::bigint[], ${[...wanted.values()]}::integer[]) w (id, qty)
    join act_prize p on p.id = w.id where p.available < w.qty or p.enabled = 0 or p.deleted order by p.id limit 1`.execute(
    tx,
  );
  const [short] = rows;
  if (short !== undefined) throw new AppError(6004, { name: short.name });
}

/** @throws AppError 6002 a picture is hard to recognise */
async function refuseHardTargets(ctx: CallContext, tx: Tx, { arMode, targetImages }: Activity): Promise<void> {
  if (Number(arMode) !== image) return;
  for (const fileId of targetImages ?? []) {
    const { score } = await scoreTarget(ctx.app, tx, fileId);
    if (score < leastScore) throw fieldRefusal(ctx, 'targetImages', 6002);
  }
}

async function refuseUnfinished(
  row: Activity,
  { tx, ctx }: { readonly tx: Tx; readonly ctx: CallContext },
): Promise<void> {
  if (Number(row.rulesComplete) !== 1 || plainOf(row.ruleContent).trim() === '')
    throw fieldRefusal(ctx, 'rulesComplete', 6001);
  if (isPast(row.endTime)) throw refuseField(ctx, 'endTime', over);
  await refuseHardTargets(ctx, tx, row);
  await refuseWithoutStock(tx, row);
}

const refuses: RefusesOf<'raffleActivity'> = {
  submit: each(refuseUnfinished),
  approve: each((row, { ctx }) => {
    if (isPast(row.endTime)) throw refuseField(ctx, 'endTime', over);
  }),
  resume: each(async ({ id }, { tx }) => {
    const { rows } = await sql<{ left: number | null; name: string | null }>`
      select sum(quantity - won)::int as left, min(name) as name from act_raffle_prize where activity_id = ${id}`.execute(
      tx,
    );
    const [pool] = rows;
    if (pool?.left === 0) throw new AppError(6004, { name: pool.name ?? '' });
  }),
};

const actions: ActionHandlers<'raffleActivity'> = {
  async approve(action) {
    await openDraws(action.tx, action.ctx.app, only(action));
  },
  async pause({ input, store }) {
    store({ pauseReason: input.reason.slice(0, 100) });
  },
  async resume({ store }) {
    store({ pauseReason: null });
  },
  async finish(action) {
    const { ctx, tx, input } = action;
    const { id, name } = only(action);
    if (input.retype !== name) throw refuseField(ctx, 'retype', otherName);
    await closeDraws(tx, id, ctx.user.id);
    await noteHead(tx, id);
  },
};

const ofLanes = (t: string, what: string): string =>
  `coalesce((select sum(l.${what}) from act_raffle_lane l where l.activity_id = ${t}.id), 0)::int`;
const ofPool = (t: string, what: string): string =>
  `(select sum(${what}) from act_raffle_prize p where p.activity_id = ${t}.id)`;
const ofState = (t: string, what: string): string =>
  `(select s.${what} from act_raffle_state s where s.activity_id = ${t}.id)`;

export const raffleHooks: HooksOf<'raffleActivity'> = {
  computed: {
    joinUsers: (t) => ofLanes(t, 'users'),
    draws: (t) => ofLanes(t, 'last'),
    wins: (t) => `coalesce(${ofPool(t, 'p.won')}, 0)::int`,
    winRate: (t) => `round(100.0 * ${ofPool(t, 'p.won')} / nullif(${ofLanes(t, 'last')}, 0), 2)`,
    stockLeft: (t) => `${ofPool(t, 'p.quantity - p.won')}::int`,
    budgetUsedFen: (t) => `${ofPool(t, 'p.won * p.cost_fen')}::bigint`,
    oddsVersion: (t) => ofState(t, 'odds_version'),
    commitment: (t) => ofState(t, 'commitment'),
  },
  async beforeSave(saving) {
    const { tx, old, values } = saving;
    if (old === undefined) {
      const { rows } = await nextNo.execute(tx);
      values.activityNo = rows[0]?.no ?? '';
    }
    await holdLiveChange(saving);
    if (old !== undefined && !isLiveRaffle({ ...old })) values.changeReason = null;
  },
  afterSave: keepDirectChange,
  refuses,
  actions,
};
