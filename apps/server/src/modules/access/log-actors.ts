import type { OperationEntry } from '@wheelhouse/contract/calls/access/logs';
import { operationLog } from '@wheelhouse/entities/access/operation-log';
import { sql } from 'kysely';
import { wallClock } from '../../db/wall-clock.ts';
import { nameFor } from '../../entity/hidden.ts';
import { holds } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import type { LogRow } from './log-rows.ts';

/** Columns of a row of the operation log, of `operations`. */
export const operationColumns = sql`l.id, l.user_id, l.username, l.route, l.function_code, l.method, l.path, l.action, l.entity, l.entity_id, l.before, l.after,
  l.ip, l.result_code, l.cost_ms, l.request_id, ${wallClock(sql`l.time`)} as time, u.real_name`;
/** The operation log with who did it. */
export const operations = sql`sys_operation_log l left join sys_user u on u.id = l.user_id`;

/** A row of the operation log with what decides whom its reader may know. */
export type HistoryRow = LogRow &
  Omit<OperationEntry, 'changes' | 'entityTitle'> & { readonly actorDealerId: string | null };

/**
 * Who did it, as far as the reader may know: dealers know their own people, all others are the platform to them. From where is for those who
 * read the operation log.
 */
export function withActor<Row extends HistoryRow>(ctx: CallContext, row: Row): Omit<Row, 'actorDealerId'> {
  const { actorDealerId, ...rest } = row;
  const { user } = ctx;
  const isOwn = row.userId === user.id;
  const realName = nameFor(ctx, { id: row.userId ?? '', dealerId: actorDealerId, name: row.realName });
  return {
    ...rest,
    ...(realName !== row.realName && { userId: null, username: null, realName }),
    ...(!isOwn && !holds(user, `${operationLog.page}.query`) && { ip: null }),
  };
}
