import { formatDay } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { seal } from '../../../entity/seal.ts';
import { after, day, dayStart, earlier, hour, later, minute, officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import type { World } from '../world.ts';

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
] as const;

interface Person {
  readonly id: string;
  readonly username: string;
  readonly ip: string;
  readonly agent: string;
}

/** Days since the first account of the demo was made; whatever operators do comes later. */
const oldestAccount = 460;

/** Who leaves traces: operators, each at a desk of their own, and the dealer of the documented account. */
async function peopleOf(client: PoolClient): Promise<readonly Person[]> {
  const { rows } = await client.query<{ id: string; username: string; isDealer: boolean }>(
    `select id::text as id, username, user_type = 2 as "isDealer" from sys_user
      where (user_type = 1 and username <> 'admin' or username = 'dealer.pudong') and not deleted order by id`,
  );
  return rows.map(({ isDealer, ...row }, at) => ({
    ...row,
    ip: isDealer ? '112.64.9.12' : `10.20.${1 + (at % 3)}.${21 + at * 7}`,
    agent: agents[at % agents.length] ?? agents[0],
  }));
}

const isWorkday = (time: Date): boolean => ![0, 6].includes(new Date(`${formatDay(time)}T00:00:00Z`).getUTCDay());

/** A month of mornings; now and then somebody mistypes first. */
function signIns({ now, random }: World, people: readonly Person[]): CopyRow[] {
  return people.flatMap((person) => {
    const dice = random.fork(`sign-ins ${person.username}`);
    const row = (time: Date, result: number): CopyRow => ({
      user_id: person.id,
      username: person.username,
      result,
      ip: person.ip,
      user_agent: person.agent,
      channel: dice.chance(0.2) ? 'ticket' : 'password',
      time,
    });
    return Array.from({ length: 30 }, (_, ago) => 30 - ago).flatMap((ago) => {
      const time = after(dayStart(after(now, -ago * day)), 8 * hour + dice.between(25, 95) * minute);
      if (!isWorkday(time) || dice.chance(0.08)) return [];
      const wrong = dice.chance(0.06) ? [{ ...row(after(time, -0.4 * minute), 1101), channel: 'password' }] : [];
      return [...wrong, row(time, 0)];
    });
  });
}

/** What an entry of the operation log says beside who and when. */
interface Operation {
  readonly by: string;
  readonly time: Date;
  readonly code: string;
  readonly action: string;
  readonly entity: string;
  readonly id?: string;
  readonly before?: object;
  readonly after?: object;
  readonly result?: number;
  readonly path?: string;
}

/** Changes whose last state is what the records are now. */
function changes({ now, random, fleet, dealers }: World): Operation[] {
  const dice = random.fork('traces');
  const assigned = fleet
    .filter((v) => v.dealer !== null && v.shipped !== null)
    .slice(-60)
    .map((v, at): Operation => ({
      by: 'ops.lin',
      time: later(after(dayStart(v.shipped ?? now), 9 * hour + ((at * 7919) % 30_600) * 1000), after(now, -400 * day)),
      code: 'vehicleManage.assignDealer',
      action: 'assignDealer',
      entity: 'vehicle',
      id: v.id,
      path: '/veh/crm/vehicle/assignDealer',
      before: { dealerId: null, shipDate: null },
      after: { dealerId: v.dealer?.id, dealerName: v.dealer?.name, shipDate: formatDay(v.shipped ?? now) },
    }));
  const stopped = fleet
    .filter((v) => v.stopReason !== null)
    .slice(0, 15)
    .map((v, at): Operation => ({
      by: 'after.sun',
      time: officeTime(now, 3 + at * 2, at),
      code: 'vehicleManage.stop',
      action: 'stop',
      entity: 'vehicle',
      id: v.id,
      path: '/veh/crm/vehicle/operation',
      before: { operationStatus: 0, stopReason: null },
      after: { operationStatus: 1, stopReason: v.stopReason },
    }));
  const renumbered = dealers.slice(0, 20).map((d, at): Operation => ({
    by: 'ops.lin',
    time: officeTime(now, 2 + at * 1.5, at + 40),
    code: 'dealerManage.edit',
    action: 'update',
    entity: 'dealer',
    id: d.id,
    before: { servicePhone: `400-${dice.int(100, 999)}-${dice.int(1000, 9999)}` },
    after: { servicePhone: d.servicePhone },
  }));
  const exported = ['ops.lin', 'auditor.tang', 'quality.wu', 'after.sun', 'ops.lin'].map((by, at): Operation => ({
    by,
    time: officeTime(now, 1 + at * 4, at + 70),
    code: 'vehicleManage.export',
    action: 'export',
    entity: 'vehicle',
    after: { query: {}, columns: ['vin', 'frameNo', 'vehicleTypeId', 'dealerId'], rows: fleet.length, masked: true },
  }));
  return [...assigned, ...stopped, ...renumbered, ...exported];
}

/** By whom, how many days ago, with which function, what on what, how it ended, where the call is, which record and fields. */
type Attempt = readonly [
  by: string,
  ago: number,
  code: string,
  action: string,
  entity: string,
  result: number,
  path: string,
  id?: string | undefined,
  fields?: string,
];

/** Refused attempts: a conflict, a wrong field, a missing right. */
function attempts({ now, fleet, dealers }: World): Operation[] {
  const vehicle = '/veh/crm/vehicle';
  const list: readonly Attempt[] = [
    ['ops.lin', 1, 'vehicleManage.edit', 'update', 'vehicle', 1005, `${vehicle}/update`, fleet[7]?.id],
    ['zhang.wei', 2, 'dealerManage.edit', 'update', 'dealer', 1003, '/data/crm/dealer/update'],
    ['market.he', 3, 'vehicleManage.export', 'export', 'vehicle', 1003, `${vehicle}/export`],
    ['ops.lin', 4, 'vehicleManage.add', 'add', 'vehicle', 1001, `${vehicle}/add`, undefined, 'vin, imei'],
    ['after.sun', 5, 'vehicleManage.unbind', 'unbind', 'vehicle', 2302, `${vehicle}/unbind`, fleet[11]?.id],
    ['auditor.tang', 6, 'appuserManager.export', 'export', 'appUser', 1003, '/user/crm/appUser/export'],
    ['ops.lin', 8, 'dealerManage.edit', 'update', 'dealer', 1001, '/data/crm/dealer/update', dealers[0]?.id, 'uscc'],
  ];
  return list.map(([by, ago, code, action, entity, result, path, id, fields], at) => ({
    by,
    time: officeTime(now, ago, at + 91),
    code,
    action,
    entity,
    result,
    path,
    ...(id !== undefined && { id }),
    ...(fields !== undefined && { after: { '@fields': fields } }),
  }));
}

function operationRows(operations: readonly Operation[], people: readonly Person[], now: Date): CopyRow[] {
  const known = new Map(people.map((person) => [person.username, person]));
  return operations.flatMap((operation): CopyRow[] => {
    const person = known.get(operation.by);
    if (person === undefined) return [];
    return [
      {
        user_id: person.id,
        username: person.username,
        route: operation.code.split('.')[0] ?? null,
        function_code: operation.code,
        path: operation.path ?? null,
        action: operation.action,
        entity: operation.entity,
        entity_id: operation.id ?? null,
        before: operation.before === undefined ? null : JSON.stringify(operation.before),
        after: operation.after === undefined ? null : JSON.stringify(operation.after),
        ip: person.ip,
        user_agent: person.agent,
        result_code: operation.result ?? 0,
        time: earlier(operation.time, after(now, -5 * minute)),
      },
    ];
  });
}

const reasons = ['回访报修进度', '核实车主身份', '车辆被盗，联系车主', '送修车辆取车通知', '投诉处理回电'] as const;

/** Numbers that customer service and after-sales have looked up. */
function reveals({ now, users }: World, people: readonly Person[]): CopyRow[] {
  const callers = people.filter(({ username }) => ['zhang.wei', 'after.sun'].includes(username));
  return callers.flatMap((person, at) =>
    reasons.flatMap((reason, n) => [
      {
        user_id: person.id,
        username: person.username,
        entity: 'appUser',
        entity_id: users[at * 31 + n * 7]?.id ?? '1',
        field: 'mobile',
        reason,
        ip: person.ip,
        time: earlier(officeTime(now, n * 3 + at, n * 5 + at), after(now, -5 * minute)),
      },
    ]),
  );
}

/** What the sandbox "sent" when operators forgot their passwords. */
function messages({ now, random }: World, secrets: Secrets): CopyRow[] {
  const dice = random.fork('messages');
  return ['19900000102', '19900000106', '19900000103'].map((mobile, at) => {
    const { enc, hash, mask } = seal(secrets, 'mobile', mobile);
    const time = officeTime(now, 4 + at * 6, at);
    const code = String(dice.int(0, 999_999)).padStart(6, '0');
    return {
      mobile_enc: enc,
      mobile_hash: hash,
      mobile_mask: mask,
      body: `【出行管理系统】验证码${code}，5分钟内有效。请勿告诉他人。`,
      status: 1,
      create_time: time,
      sent_time: time,
    };
  });
}

const byTime = (rows: readonly CopyRow[]): CopyRow[] => rows.toSorted((a, b) => Number(a['time']) - Number(b['time']));

/** What operators have done, tried and looked at before the demo begins. */
export async function makeTraces(client: PoolClient, world: World, secrets: Secrets): Promise<void> {
  const people = await peopleOf(client);
  await client.query(
    `update sys_user u set create_time = p.made, update_time = p.made from unnest($1::bigint[], $2::timestamptz[]) as p (id, made) where u.id = p.id`,
    [people.map(({ id }) => id), people.map((_, at) => officeTime(world.now, oldestAccount - at * 4, at))],
  );
  await copyRows(client, 'sys_login_log', byTime(signIns(world, people)));
  const operations = operationRows([...changes(world), ...attempts(world)], people, world.now);
  await copyRows(client, 'sys_operation_log', byTime(operations));
  await copyRows(client, 'sys_sensitive_access_log', byTime(reveals(world, people)));
  await copyRows(client, 'sys_sms_outbox', messages(world, secrets).toReversed());
  await client.query(
    `update sys_user u set last_login_time = l.time from (select user_id, max(time) as time from sys_login_log where result = 0 group by user_id) l where l.user_id = u.id`,
  );
}
