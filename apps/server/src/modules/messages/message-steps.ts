import { parseInstant } from '@wheelhouse/contract/time';
import type { Row } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Tx } from '../../db/pool.ts';
import { todayDigits } from '../../db/wall-clock.ts';
import { only } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';
import { estimate } from './audience.ts';
import { beginSending, stopSending, withdraw, type BroadcastSource } from './broadcast.ts';
import { deliveryTopic } from './owners.ts';

const { sent } = machines['SM-Message'].states;

/** What the steps read of a message. */
interface Sendable {
  readonly id: string;
  readonly sendTime: string | null;
  readonly endTime: string;
}

interface Step<M> {
  readonly tx: Tx;
  readonly rows: readonly M[];
  store(this: void, changes: { readonly targetCount: number; readonly sendTime: Date }): void;
}

/** Letters of the kind, the day, running number: `MN202511200001`. */
export async function nextMessageNo(tx: Tx, letters: string, sequence: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select ${letters}::text || ${todayDigits} || to_char(nextval(${sequence}::regclass), 'FM0000999999') as no`.execute(
    tx,
  );
  return rows[0]?.no ?? '';
}

export const isPast = (time: string | null): boolean =>
  time !== null && (parseInstant(time)?.getTime() ?? 0) <= Date.now();

/** SQL of the field `expired`, over a row's alias. */
export const expiredSql = (t: string): string => `(${t}.status = ${sent} and ${t}.end_time <= now())::int`;

/**
 * What the steps of SM-Message do to a message of any kind.
 * @param refuseOwn throws what one kind alone refuses, before a message is submitted, approved or sent
 */
export function messageSteps<M extends Sendable & Row>(
  source: BroadcastSource,
  refuseOwn: (tx: Tx, message: M) => Promise<void>,
) {
  const refType = source.entity.name;
  /** @throws AppError 5001 nobody to send to, 5010 too late */
  const refuseUnsendable = async (tx: Tx, message: M): Promise<void> => {
    if (isPast(message.endTime)) throw new AppError(5010);
    await refuseOwn(tx, message);
    if ((await estimate(tx, source.audience({ ...message }))).count === 0) throw new AppError(5001);
  };
  return {
    async submit(step: Step<M>): Promise<void> {
      const message = only(step);
      if (isPast(message.sendTime)) throw new AppError(5010);
      await refuseUnsendable(step.tx, message);
    },
    async approve(step: Step<M>): Promise<void> {
      await refuseUnsendable(step.tx, only(step));
      await notifyLive(step.tx, deliveryTopic, {});
    },
    async send(step: Step<M>): Promise<void> {
      const message = only(step);
      await refuseUnsendable(step.tx, { ...message, sendTime: null });
      step.store(await beginSending(step.tx, source, message.id));
    },
    stop: (step: Step<M>): Promise<void> => stopSending(step.tx, refType, only(step).id, 'stopped'),
    revoke: (step: Step<M>): Promise<void> => withdraw(step.tx, refType, only(step).id),
  };
}
