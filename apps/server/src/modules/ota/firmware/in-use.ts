import type { Lang, Text } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { Refuses } from '../../../entity/hooks.ts';
import type { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';

const { running } = machines['SM-OtaTask'].states;

interface Asking {
  readonly ctx: { readonly lang: Lang };
  readonly tx: Tx;
}

interface Use {
  readonly why: Text;
  /** Of tasks: running unless given. */
  readonly states?: readonly number[];
  /** That is refused. */
  readonly field?: string;
}

/** The same as the rule of an action. */
export const ofUse =
  (why: Text): Refuses =>
  ({ ctx, tx, rows }) =>
    refusalsInUse(
      { ctx, tx },
      rows.map(({ id }) => id),
      { why },
    );

/** Packages that vehicles are on their way with: whoever runs the tasks stops them first. @returns 3106 by id */
export async function refusalsInUse(
  { ctx, tx }: Asking,
  ids: readonly string[],
  { why, states = [running], field = 'status' }: Use,
): Promise<ReadonlyMap<string, AppError>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select firmware_id::text as id, count(*)::int as n from ota_task
    where firmware_id = any(${[...ids]}::bigint[]) and status = any(${[...states]}::int[]) and not deleted group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ id, n }) => [id, refuseField(ctx, field, why, { n }, 3106)]));
}
