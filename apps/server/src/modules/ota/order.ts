import { machines } from '@wheelhouse/entities/machines';
import { isAbove } from '@wheelhouse/entities/versions';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';

const { scheduled, published, withdrawn } = machines['SM-AppVersion'].states;

interface Placed {
  /** Undefined: it is not stored yet. */
  readonly id?: string | undefined;
  readonly clientOs: number;
  readonly versionName: string;
  readonly versionCode: number;
}

/** Where a version stands in time: by what is out already, or by what will be. */
interface Neighbour {
  readonly versionName: string;
  readonly versionCode: number;
}

/** A version follows another one by name and by number. @throws AppError 3203 */
function refuseBelow(ctx: Pick<CallContext, 'lang'>, own: Placed, before: Neighbour): void {
  if (!isAbove(own.versionName, before.versionName))
    throw fieldRefusal(ctx, 'versionName', 3203, { v: before.versionName });
  if (own.versionCode <= before.versionCode) throw fieldRefusal(ctx, 'versionCode', 3203, { v: before.versionCode });
}

/**
 * A version is above whatever is published for its platform before it; what was withdrawn counts, as it stays where it is installed.
 * @param at when it is published; null while nobody publishes it
 * @throws AppError 3203
 */
export async function refuseLower(
  ctx: Pick<CallContext, 'lang'>,
  tx: Tx,
  own: Placed,
  at: Date | null = null,
): Promise<void> {
  const others = sql`client_os = ${own.clientOs} and id <> ${own.id ?? '0'} and not deleted`;
  const { rows } = await sql<Neighbour>`
    select version_name as "versionName", version_code as "versionCode" from ota_app_version
    where ${others} and (status in (${published}, ${withdrawn}) or status = ${scheduled} and publish_time <= ${at}::timestamptz)
    order by version_code desc limit 1`.execute(tx);
  const [before] = rows;
  if (before !== undefined) refuseBelow(ctx, own, before);
}

const follows = {
  zh: '版本{v}已定时在此之后发布，须高于本版本，请先取消其定时',
  en: 'Version {v} is scheduled to follow and must be above this one. Cancel its timer first.',
} as const;

/**
 * The same, when it is published: what is scheduled to follow is above it. Of two that are published at once the second waits here.
 * @throws AppError 3203, 1001
 */
export async function takePlace(
  ctx: Pick<CallContext, 'lang'>,
  tx: Tx,
  own: Placed & { readonly id: string },
  at: Date,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ota_app_version.publish'), ${own.clientOs}::int)`.execute(tx);
  await refuseLower(ctx, tx, own, at);
  const { rows } = await sql<Neighbour>`
    select version_name as "versionName", version_code as "versionCode" from ota_app_version
    where client_os = ${own.clientOs} and id <> ${own.id} and not deleted and status = ${scheduled} and publish_time > ${at}
    order by version_code limit 1`.execute(tx);
  const [next] = rows;
  if (next !== undefined && (next.versionCode <= own.versionCode || !isAbove(next.versionName, own.versionName)))
    throw refuseField(ctx, 'versionName', follows, { v: next.versionName });
}
