import { encodeFrame, encodeValues, hexOf, type FrameField } from '@wheelhouse/contract/device/debug-frame';
import { controlCommands, type ControlCommandCode } from '@wheelhouse/entities/control/control-commands';
import { fieldsOf } from '@wheelhouse/entities/control/debug-schema';
import type { PoolClient } from 'pg';
import { newCommandId } from '../../../modules/control/service.ts';
import { after, day, hour, minute, officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import type { Random } from '../random.ts';
import { simulationOrder } from '../simulation-order.ts';
import type { World } from '../world.ts';

const vehiclesWithCommands = 160;
const sessions = 24;

/** A reason of D:ControlReason with what people write beside it. */
const words = [
  ['1', ['车主来电找不到车', '车主要求远程设防', '车主忘带钥匙，核实身份后开坐垫']],
  ['2', ['客户报无法启动，远程检查', '中控离线后复位', '仪表不亮，断电重启']],
  ['4', ['新固件回归测试', '门店交车前测试']],
] as const;

/** How often each command is sent, and what for. */
const kinds: readonly (readonly [ControlCommandCode, number])[] = [
  ['QUERY', 5],
  ['FIND', 6],
  ['LOCK', 4],
  ['UNLOCK', 2],
  ['POWER_OFF', 1],
  ['POWER_ON', 1],
  ['OPEN_SEAT', 2],
  ['REBOOT', 1.5],
  ['SPEED_LIMIT', 0.6],
];

interface End {
  readonly status: number;
  readonly result: string;
  readonly steps: readonly string[];
}
const ends: readonly (readonly [End, number])[] = [
  [{ status: 3, result: 'OK', steps: ['queued', 'sent', 'received', 'executing', 'succeeded'] }, 80],
  [{ status: 3, result: 'OK', steps: ['queued', 'query', 'queryAnswer', 'sent', 'received', 'succeeded'] }, 20],
  [{ status: 4, result: 'MECHANICAL', steps: ['queued', 'sent', 'received', 'executing', 'failed'] }, 3],
  [{ status: 4, result: 'MOVING', steps: ['queued', 'sent', 'rejected'] }, 3],
  [{ status: 5, result: 'NO_ANSWER', steps: ['queued', 'sent', 'received', 'timeout'] }, 6],
  [{ status: 6, result: 'WITHDRAWN', steps: ['queued', 'cancelled'] }, 2],
  [{ status: 7, result: 'LAPSED', steps: ['queued', 'expired'] }, 3],
];

/** Time of each step: a command is over within seconds, but for those that wait. */
function stepsOf(random: Random, end: End, created: Date): { step: string; at: number }[] {
  let at = created.getTime();
  return end.steps.map((step, n) => {
    if (n > 0)
      at +=
        step === 'timeout'
          ? 30_000
          : step === 'expired'
            ? 2 * hour
            : step === 'cancelled'
              ? 7 * minute
              : random.int(150, 2_400);
    return { step, at };
  });
}

const timeOf = (steps: readonly { step: string; at: number }[], names: readonly string[]): Date | null => {
  const found = steps.find((step) => names.includes(step.step));
  return found ? new Date(found.at) : null;
};

function paramsOf(random: Random, command: ControlCommandCode): object {
  if (command === 'FIND') return { seconds: random.pick([5, 10, 10, 20]) };
  return command === 'SPEED_LIMIT' ? { maxKmh: 25 } : {};
}

function commandRow(random: Random, vehicle: Vehicle, created: Date, staff: string | null): CopyRow {
  const command = random.weighted(kinds);
  const end = random.weighted(ends);
  const steps = stepsOf(random, end, created);
  const byOwner = vehicle.owner !== null && 'byOwner' in controlCommands[command] && random.chance(0.45);
  const [reason, remarks] = random.pick(words);
  const waits = end.status >= 6;
  return {
    command_id: newCommandId(created.getTime()),
    vehicle_id: vehicle.id,
    command,
    params: JSON.stringify(paramsOf(random, command)),
    reason_code: byOwner ? null : reason,
    remark: byOwner ? null : random.pick(remarks),
    source: byOwner ? 2 : 1,
    operator_id: byOwner ? null : staff,
    app_user_id: byOwner ? (vehicle.owner?.id ?? null) : null,
    status: end.status,
    result_code: end.result,
    late: 0,
    sent_time: timeOf(steps, ['sent']),
    ack_time: timeOf(steps, ['received', 'rejected']),
    finish_time: new Date(steps.at(-1)?.at ?? created.getTime()),
    cache_until: waits ? after(created, 2 * hour) : null,
    steps: JSON.stringify(steps),
    create_by: byOwner ? null : staff,
    create_time: created,
    update_time: new Date(steps.at(-1)?.at ?? created.getTime()),
  };
}

interface LibraryRow {
  readonly id: string;
  readonly cmd_code: string;
  readonly device_type: number;
  readonly opcode: string;
  readonly param_schema: unknown;
  readonly result_schema: unknown;
}

/** A value that a part might well report. */
function likely(random: Random, field: FrameField): number | string | number[] {
  if (field.type === 'text') return 'V1.4.2';
  if (field.type === 'hex') return hexOf([0, 0, 0, random.int(0, 3)]);
  if (field.enum) return random.pick(field.enum).value;
  if (field.count === 0) return Array.from({ length: 16 }, () => random.int(3_280, 3_312));
  const top = field.max ?? (field.type === 'u8' ? 100 : 600);
  return random.int(Math.ceil(field.min ?? 1), top) * (field.scale ?? 1);
}

function recordRow(random: Random, command: LibraryRow, at: Date, more: CopyRow): CopyRow {
  const valuesOf = (schema: readonly FrameField[]) =>
    Object.fromEntries(schema.map((field) => [field.name, likely(random, field)]));
  const [asked, answered] = [fieldsOf(command.param_schema), fieldsOf(command.result_schema)];
  const [params, result] = [valuesOf(asked), valuesOf(answered)];
  const silent = random.chance(0.06);
  const cost = silent ? 10_000 : random.int(180, 3_200);
  const frame = (body: Uint8Array) => encodeFrame(command.device_type, command.opcode, body);
  const finish = after(at, cost);
  const steps = ['sent', ...(silent ? ['timeout'] : ['received', 'succeeded'])].map((step, n) => ({
    step,
    at: at.getTime() + (n === 0 ? 0 : n === 1 && !silent ? cost / 2 : cost),
  }));
  return {
    ...more,
    command_id: newCommandId(at.getTime()),
    cmd_code: command.cmd_code,
    device_type: command.device_type,
    params: JSON.stringify(params),
    request_hex: frame(encodeValues(asked, params)),
    response_hex: silent ? null : frame(Uint8Array.of(0, ...encodeValues(answered, result))),
    decoded: silent ? null : JSON.stringify({ result: 0, ...result }),
    status: silent ? 5 : 3,
    result_code: silent ? 'NO_ANSWER' : 'OK',
    late: 0,
    cost_ms: silent ? null : cost,
    sent_time: at,
    ack_time: silent ? null : after(at, cost / 2),
    finish_time: finish,
    steps: JSON.stringify(steps),
    debug_command_id: command.id,
    create_time: at,
    update_time: finish,
  };
}

async function makeSessions(
  client: PoolClient,
  world: World,
  vehicles: readonly Vehicle[],
  engineer: string,
): Promise<void> {
  const random = world.random.fork('debug');
  const { rows: library } = await client.query<LibraryRow>(
    'select id::text as id, cmd_code, device_type, opcode, param_schema, result_schema from veh_debug_command where dangerous = 0 and enabled = 1 and not deleted order by id',
  );
  if (library.length === 0) return;
  const records: CopyRow[] = [];
  for (let n = 0; n < sessions; n++) {
    const vehicle = random.pick(vehicles);
    const opened = officeTime(world.now, 1 + n * 1.2, n + 11);
    const { rows } = await client.query<{ session_id: string }>(
      `insert into veh_debug_session (vehicle_id, user_id, open_time, expire_time, close_time) values ($1, $2, $3, $4, $4) returning session_id`,
      [vehicle.id, engineer, opened, after(opened, 10 * minute)],
    );
    const more = {
      session_id: rows[0]?.session_id ?? '',
      vehicle_id: vehicle.id,
      operator_id: engineer,
      create_by: engineer,
    };
    for (
      let at = after(opened, minute), count = random.int(2, 5);
      count > 0;
      count--, at = after(at, random.int(40, 100) * 1000)
    )
      records.push(recordRow(random, random.pick(library), at, more));
  }
  await copyRows(client, 'veh_debug_record', records);
}

/** Commands of the last weeks, and some days in the workshop of the firmware engineers. */
export async function makeCommands(client: PoolClient, world: World, service: string | null): Promise<void> {
  const random = world.random.fork('commands');
  const known = world.fleet.filter(
    ({ activated, stopReason }) => activated !== null && stopReason === null && activated < after(world.now, -40 * day),
  );
  // Those of the simulated fleet first: they are looked at most.
  const vehicles = simulationOrder(
    known.map((vehicle) => ({ vehicle, imei: vehicle.imei, cityId: vehicle.dealer?.city.id ?? null })),
  ).map(({ vehicle }) => vehicle);
  const rows: CopyRow[] = [];
  for (const vehicle of vehicles.slice(0, vehiclesWithCommands))
    for (let n = random.int(0, 5); n > 0; n--)
      rows.push(commandRow(random, vehicle, officeTime(world.now, random.int(1, 30), rows.length), service));
  await copyRows(client, 'veh_control_command', rows);
  const { rows: staff } = await client.query<{ id: string }>(
    "select id::text as id from sys_user where username = 'ota.chen' and not deleted",
  );
  const engineer = staff[0]?.id ?? service;
  if (engineer !== null && vehicles.length > 0)
    await makeSessions(client, world, vehicles.slice(0, vehiclesWithCommands), engineer);
}
