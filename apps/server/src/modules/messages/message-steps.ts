import { isPast } from '@wheelhouse/contract/time';
import type { Row } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Tx } from '../../db/pool.ts';
import { runningNumber } from '../../db/running-number.ts';
import { todayDigits } from '../../db/wall-clock.ts';
import { only } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { audienceOf, hasMembers } from './audience.ts';
import { beginSending, stopSending, withdraw, type BroadcastSource } from './broadcast.ts';
import { deliveryTopic } from './owners.ts';

const { sent } = machines['SM-Message'].states;

/** What the steps read of a message. */
interface Sendable {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string | null;
  readonly sendTime: string | null;
  readonly endTime: string;
}

interface Step<M> {
  readonly tx: Tx;
  readonly rows: readonly M[];
  store(this: void, changes: { readonly targetCount: number; readonly sendTime: Date }): void;
}

/** A step that lets a message go out. */
interface Release<M> extends Step<M> {
  readonly ctx: CallContext;
  readonly input: { readonly retype?: string | null | undefined };
}

/** What one kind of message has of its own. */
interface OwnRules<M> {
  /** Throws what this kind alone refuses, before a message is submitted, approved or sent. */
  refuse(this: void, tx: Tx, message: M): Promise<void>;
  /** Whether it goes to all users of the app. */
  isForAll(this: void, message: M): boolean;
}

/** Letters of the kind, the day, running number: `MN202511200001`, with more digits once there are that many. */
export async function nextMessageNo(tx: Tx, letters: string, sequence: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select ${letters}::text || ${todayDigits} || ${runningNumber(sequence, 4)} as no`.execute(tx);
  return rows[0]?.no ?? '';
}

/** SQL of the field `expired`, over a row's alias. */
export const expiredSql = (t: string): string => `(${t}.status = ${sent} and ${t}.end_time <= now())::int`;

/** What the steps of SM-Message do to a message of any kind. */
export function messageSteps<M extends Sendable & Row>(source: BroadcastSource, own: OwnRules<M>) {
  const refType = source.entity.name;
  /** @throws AppError 5001 nobody to send to, 5010 too late */
  const refuseUnsendable = async (tx: Tx, message: M): Promise<void> => {
    if (isPast(message.endTime)) throw new AppError(5010);
    await own.refuse(tx, message);
    if (!(await hasMembers(tx, await audienceOf(tx, source.entity, message)))) throw new AppError(5001);
  };
  /** What goes to everybody is confirmed by its title, in either language. @throws AppError 1001 */
  const refuseUnconfirmed = ({ ctx, input: { retype } }: Release<M>, message: M): void => {
    const isConfirmed = retype === message.title || (message.titleEn !== null && retype === message.titleEn);
    if (own.isForAll(message) && !isConfirmed)
      throw refuseField(ctx, 'retype', {
        zh: '将发送给全部用户，请输入消息标题确认',
        en: 'It goes to all users: type its title to confirm',
      });
  };
  const refuses = {
    submit: each<M>(async (message, { tx }) => {
      if (isPast(message.sendTime)) throw new AppError(5010);
      await refuseUnsendable(tx, message);
    }),
    approve: each<M>((message, { tx }) => refuseUnsendable(tx, message)),
    send: each<M>((message, { tx }) => refuseUnsendable(tx, { ...message, sendTime: null })),
  };
  const actions = {
    async approve(step: Release<M>): Promise<void> {
      refuseUnconfirmed(step, only(step));
      await notifyLive(step.tx, deliveryTopic, {});
    },
    async send(step: Release<M>): Promise<void> {
      const message = only(step);
      refuseUnconfirmed(step, message);
      step.store(await beginSending(step.tx, source, message.id));
    },
    stop: (step: Step<M>): Promise<void> => stopSending(step.tx, refType, only(step).id),
    revoke: (step: Step<M>): Promise<void> => withdraw(step.tx, refType, only(step).id),
  };
  // A deleted message is gone for those who got it too.
  const deleted = (tx: Tx, { id }: { readonly id: string }): Promise<void> => withdraw(tx, refType, id);
  return { actions, refuses, deleted };
}
