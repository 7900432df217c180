import type { DrawResult } from '@wheelhouse/contract/calls/events/raffles';
import { codes } from '@wheelhouse/entities/codes';
import type { PoolRow } from '@wheelhouse/entities/events/raffle-pool';
import { entityNamed } from '@wheelhouse/entities/registry';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { addAppUser } from './app-user.ts';
import type { TestApp } from './app.ts';
import { poolRowFor, putIn } from './pool.ts';

/** A row of a prize pool: a physical prize of its own with so many in stock, unless another is named. */
export async function poolRow(t: TestApp, row: Partial<PoolRow>): Promise<PoolRow> {
  if (row.prizeId !== undefined) return poolRowFor(row.prizeId, row);
  const prizeId = await addSample(t, entityNamed('prize'));
  await putIn(t, prizeId, Math.max(row.quantity ?? 2, 2));
  return poolRowFor(prizeId, row);
}

export type Pool = readonly PoolRow[];

interface Answer {
  readonly id: string;
  readonly rev: number;
}

/** A plain raffle as a draft of `as`. */
export async function draftRaffle(t: TestApp, prizes: Pool, more: object = {}, as = 'admin'): Promise<string> {
  const sample = await sampleForm(t, entityNamed('raffleActivity'));
  const form = { ...sample, maxTimesPerUser: 30, budgetLimitFen: 100_000_000, prizes, ...more };
  const { code, data, message } = await t.call<Answer>('POST', '/act/crm/raffleActivity/add', form, { as });
  if (code !== 0) throw new Error(`raffle: ${JSON.stringify(data)} ${message} ${t.errors.join('\n')}`);
  return data.id;
}

export async function moveRaffle(t: TestApp, id: string, action: string, more: object = {}, as = 'admin') {
  const { data } = await t.call<{ rev: number }>('POST', '/act/crm/raffleActivity/detail', { id }, { as });
  return t.call('POST', '/act/crm/raffleActivity/transition', { id, rev: data.rev, action, ...more }, { as });
}

/** A raffle that runs: handed in, approved by another person, begun. */
export async function runningRaffle(t: TestApp, prizes: Pool, more: object = {}): Promise<string> {
  const id = await draftRaffle(t, prizes, more, 'admin');
  const submitted = await moveRaffle(t, id, 'submit');
  if (submitted.code !== 0) throw new Error(`submit: ${JSON.stringify(submitted)}`);
  // Another person: the sample's author does not approve their own.
  await t.app.pool.query(`update act_raffle_activity set submitter_id = null, create_by = null where id = $1`, [id]);
  await t.app.pool.query(`delete from sys_author where entity = 'raffleActivity' and entity_id = $1`, [id]);
  const approved = await moveRaffle(t, id, 'approve');
  if (approved.code !== 0) throw new Error(`approve: ${JSON.stringify(approved)}`);
  await t.app.pool.query(
    `update act_raffle_activity set status = 2, start_time = now() - interval '1 day', end_time = now() + interval '1 day' where id = $1`,
    [id],
  );
  return id;
}

/** A campaign of blind boxes that runs: 9.90 yuan a box, ten a user. */
export const runningBoxes = (t: TestApp, prizes: Pool, more: object = {}): Promise<string> =>
  runningRaffle(t, prizes, {
    activityType: codes.RaffleType.blindBox,
    priceFen: 990,
    guaranteeCount: 0,
    maxBoxesPerUser: 10,
    ...more,
  });

export interface Drawing {
  readonly userId: string;
  readonly requestId: string;
  readonly more?: object;
}

export async function drawAs(t: TestApp, activityId: string, { userId, requestId, more = {} }: Drawing) {
  const as = await issueAppToken(t.app, userId);
  return t.call<DrawResult>('POST', '/app/v1/raffle/draw', { activityId, requestId, ...more }, { as });
}

/** A user who draws once. */
export async function drawOnce(t: TestApp, activityId: string, requestId: string, more: object = {}) {
  return drawAs(t, activityId, { userId: await addAppUser(t), requestId, more });
}
