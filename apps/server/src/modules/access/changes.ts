import { dayRange, type DayRange } from '../../http/day-range.ts';
import type { ChangesSummary } from '@wheelhouse/contract/calls/access/logs';
import type { EntityDef } from '@wheelhouse/entities/define';
import { domains } from '@wheelhouse/entities/domains';
import { entities, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayOf } from '../../db/wall-clock.ts';
import { knowsStaff, nameFor } from '../../entity/hidden.ts';
import { visibleWhere } from '../../entity/read.ts';
import type { Fragment } from '../../entity/scope.ts';
import { readPage } from '../../entity/sql-page.ts';
import { keyColumn } from '../../entity/storage.ts';
import { inTurn } from '../../entity/turns.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { id, paged } from '../../http/kit.ts';
import { type HistoryRow, operationColumns, operations, withActor } from './log-actors.ts';
import { withChanges } from './log-rows.ts';
import { mayRead } from './privacy.ts';

/** Longest stretch, in days: what changed lately is asked, not what ever happened. */
const longestDays = 31;
/** What people keep for themselves is nobody's news. */
const personal: ReadonlySet<string> = new Set(['savedView', 'dashboardLayout', 'reportSubscription', 'exploration']);
/** Entries that tell of a look, not of a change. */
const looks = [
  'export',
  'exportRecipients',
  'download',
  'reveal',
  'query',
  'list',
  'points',
  'proof',
  'compare',
  'operation',
];

const kinds: readonly EntityDef[] = Object.values(entities)
  .map(plain)
  .filter(({ name, keyedBy }) => !personal.has(name) && keyedBy === undefined);

const body = z.strictObject({
  from: z.string().max(19),
  to: z.string().max(19),
  domain: z
    .string()
    .refine((name) => Object.hasOwn(domains, name))
    .optional(),
  userId: id.optional(),
  ...paged,
});
type Asked = z.output<typeof body>;

/** Rows about records that the user may open: of kinds whose page they have, within their data scope. */
function aboutReadable(ctx: CallContext, domain: string | undefined): Fragment {
  const whole: string[] = [];
  const parts: Fragment[] = [];
  for (const entity of kinds) {
    if ((domain !== undefined && entity.domain !== domain) || !mayRead(ctx, entity)) continue;
    const visible = visibleWhere(entity, 't', ctx.user);
    if (visible === undefined) whole.push(entity.name);
    else
      parts.push(sql`(l.entity = ${entity.name} and exists (select 1 from ${sql.raw(entity.table)} t
        where t.${sql.raw(keyColumn(entity))} = case when l.entity_id ~ '^[0-9]{1,18}$' then l.entity_id::bigint end and ${visible}))`);
  }
  return sql`(${sql.join([sql`l.entity = any(${whole}::text[])`, ...parts], sql` or `)})`;
}

/** Changes of a stretch of time that a user may know of. Dealers ask for their own people alone: all others are the platform to them. */
function changesWhere(ctx: CallContext, { from, to }: DayRange, { domain, userId }: Asked): Fragment {
  const person = userId === undefined ? sql`true` : sql`l.user_id = ${userId}`;
  const known =
    userId === undefined || knowsStaff(ctx.user)
      ? sql`true`
      : sql`u.dealer_id is not distinct from ${ctx.user.dealerId}::bigint`;
  return sql`l.time between ${from} and ${to} and l.result_code = 0 and l.action <> all(${looks}::text[])
    and ${person} and ${known} and ${aboutReadable(ctx, domain)}`;
}

interface Counted {
  readonly day: string;
  readonly entity: string;
  readonly userId: string | null;
  readonly realName: string | null;
  readonly dealerId: string | null;
  readonly n: number;
}

const mostPeople = 50;

/** The same changes counted by day, by domain and by who made them. */
async function summaryOf(ctx: CallContext, where: Fragment): Promise<ChangesSummary> {
  const { rows } = await sql<Counted>`
    select to_char(${dayOf('l.time')}, 'YYYY-MM-DD') as day, l.entity, l.user_id::text as user_id, u.real_name, u.dealer_id::text as dealer_id, count(*)::int as n
    from ${operations} where ${where} group by 1, 2, 3, 4, 5`.execute(ctx.app.db);
  const domainOf = new Map(kinds.map(({ name, domain }) => [name, domain]));
  const [days, byDomain] = [new Map<string, number>(), new Map<string, number>()];
  const people = new Map<string, { userId: string | null; name: string | null; count: number }>();
  const add = (counts: Map<string, number>, key: string, n: number) => counts.set(key, (counts.get(key) ?? 0) + n);
  for (const { day, entity, userId, realName, dealerId, n } of rows) {
    add(days, day, n);
    add(byDomain, domainOf.get(entity) ?? '', n);
    const name = userId === null ? null : nameFor(ctx, { id: userId, dealerId, name: realName });
    const isKnown = name === realName;
    const key = isKnown ? (userId ?? '') : 'platform';
    const before = people.get(key);
    people.set(key, { userId: isKnown ? userId : null, name, count: (before?.count ?? 0) + n });
  }
  const most = <T extends { readonly count: number }>(all: readonly T[]): readonly T[] =>
    all.toSorted((a, b) => b.count - a.count);
  return {
    byDay: [...days].map(([day, count]) => ({ day, count })).toSorted((a, b) => b.day.localeCompare(a.day)),
    byDomain: most([...byDomain].map(([domain, count]) => ({ domain, count }))),
    byPerson: most([...people.values()]).slice(0, mostPeople),
  };
}

/** `POST /system/crm/operationLog/changes`: what changed on any record that the user may open, newest first, with its numbers. */
export const changesCall: Call = defineCall('POST /system/crm/operationLog/changes', {
  access: 'login',
  body,
  effect: 'reads',
  summary: { zh: '全部记录的变更', en: 'Changes of all records' },
  async run(ctx, input) {
    const range = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: longestDays, tolerance: 1 });
    const where = changesWhere(ctx, range, input);
    const [page, summary] = await inTurn(ctx, () =>
      Promise.all([
        readPage<HistoryRow>(
          ctx.app.db,
          {
            select: sql`${operationColumns}, u.dealer_id::text as actor_dealer_id`,
            from: operations,
            where,
            order: sql`l.time desc nulls last, l.id desc`,
          },
          input,
        ),
        summaryOf(ctx, changesWhere(ctx, range, { ...input, domain: undefined, userId: undefined })),
      ]),
    );
    const shown = await withChanges(ctx, { ...page, list: page.list.map((one) => withActor(ctx, one)) });
    return { ...shown, summary };
  },
});
