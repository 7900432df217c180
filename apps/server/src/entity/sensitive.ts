import type { EntityDef } from '@wheelhouse/entities/define';
import type { PrivateField } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import type { App, CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { sealedHash } from './compare.ts';
import { run } from './run.ts';
import { maskOf } from './seal.ts';

/** Data right that lets a sealed value be searched by. */
const searchRight = 'privacy.search';

/** Who asks, as far as a search by a sealed value needs to know. */
export type Asker = Pick<CallContext, 'app' | 'user' | 'lang' | 'ip' | 'requestId'>;

interface Access {
  readonly entity: string;
  /** `*` for several records, or for none in particular. */
  readonly entityId: string;
  /** What was seen, or searched by. */
  readonly field: string;
  readonly reason: string;
}

/** Keeps that somebody saw personal data or a position, or searched by it, and what for. */
export async function logSensitive(
  db: Db | Tx,
  ctx: Pick<CallContext, 'user' | 'ip' | 'requestId'>,
  { entity, entityId, field, reason }: Access,
): Promise<void> {
  await run(
    db,
    sql`insert into sys_sensitive_access_log (user_id, username, entity, entity_id, field, reason, ip, request_id)
      values (${ctx.user.id}, ${ctx.user.username}, ${entity}, ${entityId}, ${field}, ${reason}, ${ctx.ip}, ${ctx.requestId})`,
  );
}

/** The trace of a search by a sealed value, which it names masked. */
export const traceSearch = (entity: EntityDef, name: string, { mask }: PrivateField, value: string): Access => ({
  entity: entity.name,
  entityId: '*',
  field: name,
  reason: `按值查询：${maskOf(mask, value.trim())}`,
});

/** How long the same search by the same person is one search: a list is paged, sorted and refreshed. */
const sameMs = 10 * 60_000;
const mostKept = 10_000;

interface Kept {
  readonly at: number;
  readonly done: Promise<void>;
}
const recent = new WeakMap<App, Map<string, Kept>>();

/** Does something once for a key while it is remembered; a failure is forgotten. */
function once(app: App, key: string, work: () => Promise<void>): Promise<void> {
  const kept = recent.get(app) ?? new Map<string, Kept>();
  recent.set(app, kept);
  const known = kept.get(key);
  if (known && Date.now() - known.at < sameMs) return known.done;
  const done = work();
  kept.delete(key);
  kept.set(key, { at: Date.now(), done });
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  done.catch(() => kept.delete(key));
  return done;
}

/** Whether a user may search by sealed values at all. */
export function maySearchSealed({ user }: Pick<Asker, 'user'>): boolean {
  return user.isAdmin || user.functions.has(searchRight);
}

async function count({ app, user }: Asker): Promise<void> {
  if (!(await app.sessions.countSealed?.(app.db, 'sealed-search', user.id))) throw new AppError(1122);
}

/**
 * Lets a search by a sealed value go ahead: counted by person and value, kept by field in the log of sensitive accesses (masked).
 * @throws AppError 1003 without the right, 1122 too many values in an hour
 */
export async function admitSealed(
  ctx: Asker,
  entity: EntityDef,
  name: string,
  field: PrivateField,
  value: string,
): Promise<void> {
  if (!maySearchSealed(ctx)) throw new AppError(1003);
  const searched = `${ctx.user.id} ${sealedHash(ctx.app, field, value).toString('hex')}`;
  await once(ctx.app, searched, () => count(ctx));
  await once(ctx.app, `${searched} ${entity.name}.${name}`, () =>
    logSensitive(ctx.app.db, ctx, traceSearch(entity, name, field, value)),
  );
}
