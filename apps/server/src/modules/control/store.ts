import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import type { CommandStep } from '@wheelhouse/entities/control/control-commands';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { jsonbText } from '../../gateway/service.ts';
import type { Fragment } from '../../entity/scope.ts';
import { notifyCommands, type CommandNotice } from './notices.ts';
import type { CommandState } from './state.ts';

/** A command as the server works on it; times in ms since epoch. */
export interface CommandRow extends CommandState {
  readonly id: string;
  readonly commandId: string;
  readonly vehicleId: string;
  /** IMEI of the control unit. */
  readonly deviceId: string | null;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sentTime: number | null;
  readonly dueTime: number | null;
  readonly cacheUntil: number | null;
  readonly tryTime: number | null;
  readonly checkId: string | null;
  readonly down: CommandDownlink | null;
  readonly stepCount: number;
}

const ms = (column: string): string => `(extract(epoch from c.${column}) * 1000)::float8`;
const columns =
  sql.raw(`c.id::text as id, c.command_id as "commandId", c.vehicle_id::text as "vehicleId", v.imei as "deviceId", c.command, coalesce(c.params, '{}') as params,
  c.status, c.result_code as "resultCode", c.late, c.check_id as "checkId", c.down, jsonb_array_length(c.steps) as "stepCount",
  ${ms('sent_time')} as "sentTime", ${ms('ack_time')} as "ackTime", ${ms('finish_time')} as "finishTime", ${ms('due_time')} as "dueTime",
  ${ms('cache_until')} as "cacheUntil", ${ms('try_time')} as "tryTime"`);

/** Commands by a condition over `c`, locked in their order; `rest` may order, limit or skip. */
export async function lockCommands(
  db: Db | Tx,
  where: Fragment,
  rest: Fragment = sql`order by c.id for update of c`,
): Promise<CommandRow[]> {
  const { rows } =
    await sql<CommandRow>`select ${columns} from veh_control_command c join veh_vehicle v on v.id = c.vehicle_id where ${where} ${rest}`.execute(
      db,
    );
  return rows;
}

/** A command with its new steps. */
export interface Changed {
  readonly row: CommandRow;
  readonly steps: readonly CommandStep[];
}

/** Limits the steps, so that a device that repeats its answer cannot fill the row. */
const mostSteps = 60;

/** Steps that come again and again while a command waits for its vehicle: the first and the last of each are kept. */
const repeating: readonly CommandStep['step'][] = ['query', 'queryAnswer', 'queryLost'];

const kept = (steps: Fragment): Fragment => sql`(
  select coalesce(jsonb_agg(s.step order by s.n), '[]') from (
    select e.step, e.n, row_number() over same as nth, count(*) over (partition by e.step->>'step') as times
    from jsonb_array_elements(${steps}) with ordinality as e(step, n) window same as (partition by e.step->>'step' order by e.n)) s
  where s.step->>'step' <> all(${[...repeating]}::text[]) or s.nth in (1, s.times))`;

/** Steps as JSON for the column, up to the limit of the row. */
export function stepsText(steps: readonly CommandStep[], stepCount: number): string {
  return jsonbText(steps.slice(0, Math.max(0, mostSteps - stepCount)));
}

export const noticeOf = (row: CommandRow): CommandNotice => ({ ...row, checking: row.checkId !== null });

/** Stores what changed and notifies open pages. */
export async function saveCommands(db: Db | Tx, changes: readonly Changed[]): Promise<void> {
  if (changes.length === 0) return;
  const values = changes.map(({ row, steps }) => ({
    ...row,
    params: undefined,
    steps: stepsText(steps, row.stepCount),
    down: row.down && jsonbText(row.down),
  }));
  await sql`
    update veh_control_command c set status = u.status, result_code = u."resultCode", late = u.late, check_id = u."checkId", down = u.down::jsonb,
      sent_time = to_timestamp(u."sentTime" / 1000), ack_time = to_timestamp(u."ackTime" / 1000), finish_time = to_timestamp(u."finishTime" / 1000),
      due_time = to_timestamp(u."dueTime" / 1000), try_time = to_timestamp(u."tryTime" / 1000), steps = ${kept(sql`c.steps || u.steps::jsonb`)}, rev = c.rev + 1, update_time = now()
    from json_to_recordset(${JSON.stringify(values)}) as u(id bigint, status smallint, "resultCode" text, late smallint, "checkId" text, down text, "sentTime" float8,
      "ackTime" float8, "finishTime" float8, "dueTime" float8, "tryTime" float8, steps text)
    where c.id = u.id`.execute(db);
  await notifyCommands(
    db,
    changes.map(({ row }) => noticeOf(row)),
  );
}
