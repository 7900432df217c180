import { recordOf } from '@wheelhouse/contract/object';
import { controlCommand, type CommandStep } from '@wheelhouse/entities/control/control-commands';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { DeviceMessage, UplinkHandler } from '../../gateway/service.ts';
import { takeDebugAnswers } from './debug/answers.ts';
import { release } from './dispatch.ts';
import { judge, readFacts, type Facts } from './facts.ts';
import { afterAnswer, isAnswerState, isTerminal, status, type Answer } from './state.ts';
import { lockCommands, saveCommands, type Changed, type CommandRow } from './store.ts';

function answerOf(message: DeviceMessage): Answer[] {
  const { vehicleId, ref, state, ts, recv: at, payload } = message;
  const code = Number(payload['code'] ?? 0);
  if (ref === null || !isAnswerState(state)) return [];
  return [{ vehicleId, id: ref, state, code: Number.isSafeInteger(code) ? code : -1, ts, at, data: payload['data'] }];
}

const stepOf = (row: CommandRow, { state, code, ts, at, data }: Answer): CommandStep => ({
  at,
  step: state,
  ts,
  ...(code !== 0 && { code }),
  ...(data !== undefined && { data }),
  ...(isTerminal(row.status) && { late: true as const }),
});

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The facts of a vehicle, updated by the answer to a status query. */
function factsOf(facts: Facts, answer: Answer): Pick<Facts, 'fresh' | 'speedKmh' | 'acc'> {
  const { speed: said, acc: on } = recordOf(answer.data);
  const speed = numberOf(said);
  const acc = typeof on === 'boolean' ? Number(on) : null;
  return {
    fresh: facts.fresh || speed !== null,
    speedKmh: speed === null ? facts.speedKmh : speed * 3.6,
    acc: acc ?? facts.acc,
  };
}

/** The vehicle reported its status: the waiting command is sent or refused. */
async function takeCheck(db: Db | Tx, row: CommandRow, answer: Answer): Promise<Changed> {
  const { state, code, ts, at, data } = answer;
  const step: CommandStep = {
    at,
    step: 'queryAnswer',
    ts,
    ...(code !== 0 && { code }),
    ...(data !== undefined && { data }),
  };
  if (row.status !== status.queued || state === 'received' || state === 'executing') return { row, steps: [] };
  const command = controlCommand(row.command);
  const facts = await readFacts(db, row.vehicleId);
  if (!command || !facts) return { row, steps: [step] };
  const after = await release(db, row, judge(command, factsOf(facts, answer), true), Date.now());
  return { row: after.row, steps: [step, ...after.steps] };
}

/** Answers to control commands, in the order they came. @returns those that belong to no control command */
async function takeAnswers(db: Db | Tx, answers: readonly Answer[]): Promise<readonly Answer[]> {
  const ids = answers.map((answer) => answer.id);
  const vehicles = answers.map((answer) => answer.vehicleId);
  const found = await lockCommands(
    db,
    sql`(c.command_id = any(${ids}::text[]) or (c.status = ${sql.lit(status.queued)} and c.check_id = any(${ids}::text[]))) and c.vehicle_id = any(${vehicles}::bigint[])`,
  );
  const changes = new Map<string, Changed>(found.map((row) => [row.id, { row, steps: [] }]));
  const rowOf = new Map(
    found.flatMap((row) => [[row.commandId, row.id] as const, [row.checkId ?? row.commandId, row.id] as const]),
  );
  const others: Answer[] = [];
  for (const answer of answers) {
    const known = changes.get(rowOf.get(answer.id) ?? '');
    if (known?.row.vehicleId === answer.vehicleId) changes.set(known.row.id, await takeOne(db, known, answer));
    else others.push(answer);
  }
  await saveCommands(
    db,
    [...changes.values()].filter(({ steps }) => steps.length > 0),
  );
  return others;
}

async function takeOne(db: Db | Tx, { row, steps }: Changed, answer: Answer): Promise<Changed> {
  if (row.commandId === answer.id) {
    const next = afterAnswer(row, answer.state, answer.code, answer.at);
    const dueTime = isTerminal(next.status) ? null : next.dueTime;
    return { row: { ...next, dueTime }, steps: [...steps, stepOf(row, answer)] };
  }
  // The query has been answered once already.
  if (row.checkId !== answer.id) return { row, steps };
  const next = await takeCheck(db, row, answer);
  return { row: next.row, steps: [...steps, ...next.steps] };
}

/** Handles the answers of devices to control and debug commands. */
export const takeUplinks: UplinkHandler = async (db, messages) => {
  const others = await takeAnswers(db, messages.flatMap(answerOf));
  if (others.length > 0) await takeDebugAnswers(db, others);
};
