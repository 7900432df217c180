import { inCodes } from '../../../db/in-codes.ts';
import { recordOf } from '@wheelhouse/contract/object';
import { decodeFrame, decodeValues, isHex } from '@wheelhouse/contract/device/debug-frame';
import type { CommandStep } from '@wheelhouse/entities/control/control-commands';
import { fieldsOf } from '@wheelhouse/entities/control/debug-schema';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { jsonbText } from '../../../gateway/service.ts';
import { afterAnswer, isTerminal, openCommands, type Answer, type CommandState } from '../state.ts';
import { stepsText } from '../store.ts';
import { addFrames, type NewFrame } from './frames.ts';

interface RecordRow extends CommandState {
  readonly id: string;
  readonly commandId: string;
  readonly vehicleId: string;
  readonly session: string;
  readonly cmdCode: string;
  readonly opcode: string;
  readonly resultSchema: unknown;
  readonly sentTime: number | null;
  readonly stepCount: number;
  readonly responseHex: string | null;
  readonly decoded: unknown;
}

const longestHex = 4000;

async function lockRecords(db: Db | Tx, answers: readonly Answer[]): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select r.id::text as id, r.command_id as "commandId", r.vehicle_id::text as "vehicleId", s.id::text as session, r.cmd_code as "cmdCode", c.opcode,
      c.result_schema as "resultSchema", r.status, r.result_code as "resultCode", r.late, jsonb_array_length(r.steps) as "stepCount", r.response_hex as "responseHex", r.decoded,
      (extract(epoch from r.sent_time) * 1000)::float8 as "sentTime", (extract(epoch from r.ack_time) * 1000)::float8 as "ackTime",
      (extract(epoch from r.finish_time) * 1000)::float8 as "finishTime"
    from veh_debug_record r join veh_debug_session s on s.session_id = r.session_id join veh_debug_command c on c.id = r.debug_command_id
    where r.command_id = any(${answers.map((answer) => answer.id)}::text[]) order by r.id for update of r`.execute(db);
  return rows;
}

/** The frame of an answer, and its decoded values. */
function frameIn(row: RecordRow, data: unknown): Pick<RecordRow, 'responseHex' | 'decoded'> | undefined {
  const { hex } = recordOf(data);
  if (!isHex(hex) || hex === '' || hex.length > longestHex) return undefined;
  const responseHex = hex.toUpperCase();
  const frame = decodeFrame(responseHex, row.opcode);
  if (!frame) return { responseHex, decoded: { malformed: true } };
  const [result = 0, ...rest] = frame.body;
  return { responseHex, decoded: { result, ...decodeValues(fieldsOf(row.resultSchema), Uint8Array.from(rest)) } };
}

interface Change {
  readonly row: RecordRow;
  readonly steps: readonly CommandStep[];
  readonly frames: readonly NewFrame[];
}

function take({ row, steps, frames }: Change, answer: Answer): Change {
  const { state, code, ts, at, data } = answer;
  const wasOver = isTerminal(row.status);
  const next = afterAnswer(row, state, code, at);
  const found = frameIn(row, data);
  const step: CommandStep = {
    at,
    step: state,
    ts,
    ...(code !== 0 && { code }),
    ...(wasOver && { late: true as const }),
    ...(data !== undefined && { data }),
  };
  const shown: NewFrame = {
    dir: 'rx',
    commandId: row.commandId,
    cmdCode: row.cmdCode,
    hex: found?.responseHex ?? undefined,
    data: {
      st: state,
      ...(code !== 0 && { code }),
      ...(wasOver && { late: true }),
      ...(found && { decoded: found.decoded }),
    },
  };
  // The first result counts.
  return {
    row: { ...next, ...(found && (!wasOver || next !== row) && found) },
    steps: [...steps, step],
    frames: [...frames, shown],
  };
}

async function save(db: Db | Tx, changes: readonly Change[]): Promise<void> {
  const values = changes.map(({ row, steps }) => ({
    ...row,
    resultSchema: undefined,
    decoded: row.decoded === null ? null : jsonbText(row.decoded),
    steps: stepsText(steps, row.stepCount),
    costMs:
      row.finishTime !== null && row.sentTime !== null ? Math.max(0, Math.round(row.finishTime - row.sentTime)) : null,
  }));
  await sql`
    update veh_debug_record r set status = u.status, result_code = u."resultCode", late = u.late, response_hex = u."responseHex", decoded = u.decoded::jsonb, cost_ms = u."costMs",
      ack_time = to_timestamp(u."ackTime" / 1000), finish_time = to_timestamp(u."finishTime" / 1000), due_time = case when u.status ${inCodes(openCommands)} then r.due_time end,
      steps = r.steps || u.steps::jsonb, rev = r.rev + 1, update_time = now()
    from json_to_recordset(${JSON.stringify(values)}) as u(id bigint, status smallint, "resultCode" text, late smallint, "responseHex" text, decoded text, "costMs" int,
      "ackTime" float8, "finishTime" float8, steps text)
    where r.id = u.id`.execute(db);
  for (const { row, frames } of changes) await addFrames(db, row.session, frames);
}

/** Answers to commands of debug sessions, in the order they came; other answers match no command and are ignored. */
export async function takeDebugAnswers(db: Db | Tx, answers: readonly Answer[]): Promise<void> {
  const changes = new Map<string, Change>(
    (await lockRecords(db, answers)).map((row) => [row.commandId, { row, steps: [], frames: [] }]),
  );
  for (const answer of answers) {
    const known = changes.get(answer.id);
    if (known?.row.vehicleId === answer.vehicleId) changes.set(answer.id, take(known, answer));
  }
  const changed = [...changes.values()].filter(({ steps }) => steps.length > 0);
  if (changed.length > 0) await save(db, changed);
}
