import { codes } from '@wheelhouse/entities/codes';
import type { SentCommand } from '@wheelhouse/contract/calls/control';
import { machines } from '@wheelhouse/entities/machines';
import type { Lang } from '@wheelhouse/contract/lang';
import { controlCommand, type CommandStep, type ControlCommand } from '@wheelhouse/entities/control/control-commands';
import { validateInput } from '@wheelhouse/entities/validate';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { validationContext } from '../../entity/check.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { release } from './dispatch.ts';
import { isUpgrading, judge, openCaseOf, readFacts, refusalOf, type Facts } from './facts.ts';
import { newCommandId } from './id.ts';
import { notifyOfCommand } from './owner-notice.ts';
import { status } from './state.ts';
import { lockCommands, saveCommands, stepsText } from './store.ts';
import { commandLabel } from './texts.ts';

export type CommandSource = keyof typeof codes.CommandSource;

export interface CommandOrder {
  readonly vehicleId: string;
  /** D:ControlCommandType. */
  readonly command: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** D:ControlReason. */
  readonly reasonCode?: string | undefined;
  readonly remark?: string | undefined;
  /** Who sends it: of the console its user, of the app the app user; null when the system does. */
  readonly operatorId: string | null;
  readonly source: CommandSource;
  /** How long it may wait for a vehicle that is offline, at most a day; without it an offline vehicle is a refusal. */
  readonly ttlSec?: number | undefined;
  /** The same request is carried out once, however often it comes. */
  readonly requestId?: string | undefined;
  readonly ip?: string;
  readonly lang?: Lang;
}

const secondMs = 1000;
const longestSec = 24 * 3600;
const mostPerMinute = 3;
/** State of a case in which power may be cut. */
const { monitoring: monitored } = machines['SM-Stolen'].states;

/** The command of an earlier request with the same number. @throws AppError 1010 when that request was different */
async function earlier(tx: Tx, order: CommandOrder): Promise<SentCommand | undefined> {
  if (order.requestId === undefined) return undefined;
  const { rows } = await sql<SentCommand & { same: boolean }>`
    select command_id as "commandId", status, (vehicle_id = ${order.vehicleId} and command = ${order.command}
      and coalesce(operator_id, app_user_id) is not distinct from ${order.operatorId}::bigint) as same
    from veh_control_command where request_id = ${order.requestId}`.execute(tx);
  const [row] = rows;
  if (row && !row.same) throw new AppError(1010);
  return row && { commandId: row.commandId, status: row.status };
}

function checkedParams(command: ControlCommand, order: CommandOrder, facts: Facts): Record<string, unknown> {
  const { lang = 'zh' } = order;
  const { values, errors } = validateInput(command.input ?? {}, order.params ?? {}, validationContext({ lang }));
  if (errors.length > 0) throw new AppError(1001, undefined, { errors });
  const { maxKmh } = values;
  if (typeof maxKmh === 'number' && maxKmh > facts.maxSpeedKmh) {
    const label = command.input?.['maxKmh']?.label?.[lang] ?? 'maxKmh';
    throw refuseField({ lang }, 'maxKmh', validationTexts.max, { label, n: facts.maxSpeedKmh });
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

/** The open stolen case that a command needs, named in its parameters. @throws AppError 2405, 1001 another case, 2501 unreported */
async function caseOf(
  tx: Tx,
  command: ControlCommand,
  order: CommandOrder,
  params: Record<string, unknown>,
): Promise<string | null> {
  if (!command.needs.includes('case')) return null;
  const given = typeof params['caseNo'] === 'string' ? params['caseNo'] : undefined;
  const open = await openCaseOf(tx, order.vehicleId);
  // Restoring power is always allowed, also for the system when it has just closed the case.
  if (!open && order.command === 'RESTORE_POWER' && order.source === 'system') return given ?? null;
  const isCut = order.command === 'CUT_POWER';
  if (!open || (isCut && open.status !== monitored)) throw new AppError(2405);
  if (given !== undefined && given !== open.caseNo) throw new AppError(2405);
  if (isCut && open.policeReportNo === null) throw new AppError(2501);
  params['caseNo'] = open.caseNo;
  return open.caseNo;
}

/** @throws AppError 2402 */
async function refuseTooMany(tx: Tx, { vehicleId, command, source }: CommandOrder): Promise<void> {
  if (source === 'system') return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from veh_control_command
    where vehicle_id = ${vehicleId} and not deleted and command = ${command} and create_time > now() - interval '1 minute'`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) >= mostPerMinute) throw new AppError(2402);
}

interface Draft {
  readonly params: Readonly<Record<string, unknown>>;
  readonly caseNo: string | null;
  readonly cacheUntil: number | null;
  readonly now: number;
}

/** @returns row id; undefined when the vehicle has an open command already, or the request's number is taken */
async function insert(
  tx: Tx,
  order: CommandOrder,
  { params, caseNo, cacheUntil, now }: Draft,
): Promise<string | undefined> {
  const step: CommandStep = { at: now, step: 'queued' };
  const staff = order.source === 'app' ? null : order.operatorId;
  const rider = order.source === 'app' ? order.operatorId : null;
  const waitUntil = cacheUntil === null ? null : new Date(cacheUntil);
  const { rows } = await sql<{ id: string }>`
    insert into veh_control_command (command_id, vehicle_id, command, params, reason_code, remark, source, operator_id, app_user_id, ip, request_id, status, late, cache_until,
      due_time, try_time, case_no, steps, create_by, create_time)
    values (${newCommandId(now)}, ${order.vehicleId}, ${order.command}, ${JSON.stringify(params)}::jsonb, ${order.reasonCode ?? null}, ${order.remark ?? null},
      ${codes.CommandSource[order.source]}, ${staff}, ${rider}, ${order.ip ?? null}, ${order.requestId ?? null}, ${status.queued}, 0, ${waitUntil}, ${waitUntil}, ${new Date(now)}, ${caseNo},
      ${stepsText([step], 0)}::jsonb, ${staff}, ${new Date(now)})
    on conflict do nothing returning id::text as id`.execute(tx);
  return rows[0]?.id;
}

/** Why a command is not allowed now, by the vehicle's last status. */
async function refuseByState(tx: Tx, command: ControlCommand, facts: Facts): Promise<void> {
  if (command.needs.includes('noUpgrade') && (await isUpgrading(tx, facts.vehicleId))) throw new AppError(2020);
  if (facts.online && judge(command, facts) === 'moving') throw new AppError(refusalOf.moving.error);
}

/**
 * Sends a control command to a vehicle when the transaction commits. The caller checks rights, scope and retyped confirmations; what the
 * vehicle's state asks for is checked here, and again when the command goes out.
 * @throws AppError 1001 parameters, 1002 no such vehicle, 1010 request number used, 2017 stopped (app), 2018 no control unit, 2020 upgrading,
 *   2401 another is open, 2402 too many, 2403 offline, 2404 moving, 2405 and 2501 stolen case
 */
export async function sendCommand(tx: Tx, order: CommandOrder): Promise<SentCommand> {
  const command = controlCommand(order.command);
  const { lang = 'zh' } = order;
  if (!command) throw refuseField({ lang }, 'command', validationTexts.dict, { label: commandLabel[lang] });
  const known = await earlier(tx, order);
  if (known) return known;
  const facts = await readFacts(tx, order.vehicleId);
  if (!facts) throw new AppError(1002);
  if (facts.imei === null) throw new AppError(2018);
  if (order.source === 'app' && facts.stopped) throw new AppError(2017);
  const params = checkedParams(command, order, facts);
  const caseNo = await caseOf(tx, command, order, params);
  if (!facts.online && order.ttlSec === undefined) throw new AppError(2403);
  await refuseByState(tx, command, facts);
  await refuseTooMany(tx, order);
  const now = Date.now();
  const cacheUntil =
    facts.online || order.ttlSec === undefined ? null : now + Math.min(order.ttlSec, longestSec) * secondMs;
  const id = await insert(tx, order, { params, caseNo, cacheUntil, now });
  if (id === undefined) {
    const twin = await earlier(tx, order);
    if (twin) return twin;
    throw new AppError(2401);
  }
  const [row] = await lockCommands(tx, sql`c.id = ${id}`);
  if (!row) throw new Error('the command just made is not there');
  const changed = facts.online ? await release(tx, row, judge(command, facts), now) : { row, steps: [] };
  await saveCommands(tx, [changed]);
  await notifyOfCommand(tx, order, facts, row.commandId);
  return { commandId: row.commandId, status: changed.row.status };
}
