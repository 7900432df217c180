import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { todayDigits } from '../../../db/wall-clock.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';

export const wishStatus = machines['SM-Wish'].states;
export const wishEntity = entityNamed('wish');

/** `WS`, the day, running number. */
export async function nextWishNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'WS' || ${todayDigits} || ${runningNumber('seq_wish', 6)} as no`.execute(tx);
  return rows[0]?.no ?? '';
}

/** Letters of a wish that a message repeats. */
const repeated = 20;
const shortened = (text: string): string => {
  const letters = [...text];
  return letters.length > repeated ? `${letters.slice(0, repeated - 1).join('')}…` : text;
};

interface Answered {
  readonly id: string;
  readonly wishNo: string;
  readonly content: string;
  readonly userId: string;
}

type Answer =
  | { readonly template: 'WISH_REPLY' | 'WISH_GRANTED'; readonly values: { readonly reply: string } }
  | { readonly template: 'WISH_REJECTED'; readonly values: { readonly reason: string } };

/** Tells the user of a wish what became of it. */
export async function tellUser(tx: Tx, wish: Answered, { template, values }: Answer): Promise<void> {
  await notifyOwner(tx, {
    userId: wish.userId,
    kind: 'service',
    ...(await builtInText(tx, template, { wish: shortened(wish.content), ...values })),
    route: `/wish/${wish.wishNo}`,
    ref: { type: 'wish', id: wish.id },
  });
}
