import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { filtersOf } from '@wheelhouse/entities/facts';
import { entityOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { holds } from '../../entity/read.ts';
import { ownConditions } from '../../entity/admit.ts';
import { whereAll } from '../../entity/where.ts';
import { costCache, scopeKey } from '../fleet/map/service.ts';
import { counted, runShared, type Who } from './scoped.ts';

interface Source {
  readonly key: string;
  readonly kind: TodoItem['kind'];
  /** Model name; a source whose entity does not exist is no source. */
  readonly entity: string;
  /** `field.operator` → value, as in the list's address: the same filters count and lead there. */
  readonly filters: Readonly<Record<string, string>>;
  /** The right to act on it: for read-only users it is no task. */
  readonly access: string;
  readonly route: string;
  /** Columns that name whose work it is: nobody decides about their own. */
  readonly own?: readonly ('create_by' | 'submitter_id')[];
}

/** Open tasks: unbinding, repair, feedback, refund, upgrade and SIM requests; and states of the fleet to check. */
const sources: readonly Source[] = [
  {
    key: 'alarmCritical',
    kind: 'todo',
    entity: 'alarm',
    filters: { 'handleStatus.eq': '0', 'level.in': '4', 'suppressed.eq': '0' },
    access: 'alarmManage.claim',
    route: 'alarmManage',
  },
  {
    key: 'alarm',
    kind: 'watch',
    entity: 'alarm',
    filters: { 'handleStatus.eq': '0', 'suppressed.eq': '0' },
    access: 'alarmManage.claim',
    route: 'alarmManage',
  },
  {
    key: 'unbind',
    kind: 'todo',
    entity: 'unbindApplication',
    filters: { 'status.eq': '0' },
    access: 'unbindManage.audit',
    route: 'unbindManage',
  },
  {
    key: 'unbindObjection',
    kind: 'todo',
    entity: 'unbindApplication',
    filters: { 'status.eq': '5' },
    access: 'unbindManage.auditNow',
    route: 'unbindManage',
  },
  {
    key: 'stolen',
    kind: 'todo',
    entity: 'stolenCase',
    filters: { 'status.eq': '0' },
    access: 'stolenMonitorManage.verify',
    route: 'stolenMonitorManage',
  },
  {
    key: 'repair',
    kind: 'todo',
    entity: 'repairOrder',
    filters: { 'status.eq': '0' },
    access: 'repairListsManage.dispatch',
    route: 'repairListsManage',
  },
  {
    key: 'feedback',
    kind: 'todo',
    entity: 'feedback',
    filters: { 'status.eq': '0' },
    access: 'appFeedbackManage.claim',
    route: 'appFeedbackManage',
  },
  {
    key: 'refund',
    kind: 'todo',
    entity: 'refund',
    filters: { 'refundStatus.eq': '1' },
    access: 'orderList.refundAudit',
    route: 'orderList',
  },
  {
    key: 'redInvoice',
    kind: 'todo',
    entity: 'goodsOrder',
    filters: { 'invoiceStatus.eq': '4' },
    access: 'orderList.invoice',
    route: 'orderList',
  },
  {
    key: 'otaTask',
    kind: 'todo',
    entity: 'otaTask',
    filters: { 'status.eq': '1' },
    access: 'taskList.audit',
    route: 'taskList',
    own: ['create_by', 'submitter_id'],
  },
  {
    key: 'simOperation',
    kind: 'todo',
    entity: 'simOperation',
    filters: { 'status.eq': '0' },
    access: 'stopResume.audit',
    route: 'stopResume',
    own: ['create_by'],
  },
  {
    key: 'changeRequest',
    kind: 'todo',
    entity: 'changeRequest',
    filters: { 'status.eq': '1' },
    access: 'changeRequest.audit',
    route: 'changeRequest',
    own: ['submitter_id'],
  },
  {
    key: 'lowSoc',
    kind: 'watch',
    entity: 'vehicle',
    filters: { ...filtersOf('online'), 'soc.le': '20' },
    access: 'vehicleManage.query',
    route: 'vehicleManage',
  },
  {
    key: 'silent',
    kind: 'watch',
    entity: 'vehicle',
    filters: { ...filtersOf('inUse'), 'online.eq': '0' },
    access: 'vehicleManage.query',
    route: 'vehicleManage',
  },
  {
    key: 'stopped',
    kind: 'watch',
    entity: 'vehicle',
    filters: filtersOf('stopped'),
    access: 'vehicleManage.query',
    route: 'vehicleManage',
  },
  {
    key: 'weakBattery',
    kind: 'watch',
    entity: 'battery',
    filters: { 'status.eq': '1', 'soh.le': '70' },
    access: 'batteryManage.query',
    route: 'batteryManage',
  },
];

async function countOf(who: Who, source: Source): Promise<number> {
  const { app, user } = who;
  const entity = entityOf(source.entity);
  if (!entity) return 0;
  const conditions = Object.entries(source.filters).map(([key, value]) => {
    const [field = '', op] = key.split('.');
    if (op === 'in') return { field, op: 'in' as const, value: value.split(',') };
    return { field, op: op === 'le' ? ('le' as const) : ('eq' as const), value };
  });
  const others = (source.own ?? []).map((column) => sql`t.${sql.raw(column)} is distinct from ${user.id}::bigint`);
  const where = sql.join(
    [counted(entity, user), ...whereAll(app, entity, 't', ownConditions(entity, conditions)), ...others],
    sql` and `,
  );
  const [row] = await runShared<{ n: number }>(
    who,
    sql`select count(*)::int as n from ${sql.raw(entity.table)} t where ${where}`,
  );
  return row?.n ?? 0;
}

const cached = costCache<number>();
/** Users of a scope share a count, unless their own work is left out of it. */
const keyOf = ({ key, own }: Source, { user }: Who): string =>
  `${key} ${scopeKey(user)}${own === undefined ? '' : ` ${user.id}`}`;

/** Open tasks of the user, with links. Items they may not act on are absent; a count of 0 means that there is none. */
export async function todoOf(who: Who): Promise<TodoItem[]> {
  const mine = sources.filter((source) => entityOf(source.entity) && holds(who.user, source.access));
  return Promise.all(
    mine.map(async (source) => ({
      key: source.key,
      kind: source.kind,
      count: await cached(who.app, keyOf(source, who), () => countOf(who, source)),
      link: { route: source.route, query: source.filters },
    })),
  );
}
