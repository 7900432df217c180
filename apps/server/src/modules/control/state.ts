import { machines } from '@wheelhouse/entities/machines';
import { resultOfCode } from '@wheelhouse/contract/device/command-codes';
import { commandStates, type CommandUplink } from '@wheelhouse/contract/device/payloads';

export const status = machines['SM-Command'].states;

/** States of a command that its vehicle may still answer; a vehicle has one such command at a time. */
export const openCommands: readonly number[] = [status.queued, status.sent, status.acknowledged];
export const isTerminal = (value: number): boolean => !openCommands.includes(value);

/** State of a command; times in ms since epoch, platform clock. */
export interface CommandState {
  readonly status: number;
  readonly ackTime: number | null;
  readonly finishTime: number | null;
  readonly resultCode: string | null;
  readonly late: 0 | 1;
}

type AnswerState = CommandUplink['st'];
export const isAnswerState = (value: unknown): value is AnswerState => commandStates.some((known) => known === value);

/** Answer of a device to a command. */
export interface Answer {
  readonly vehicleId: string;
  /** Of the command, or of the status query before it. */
  readonly id: string;
  readonly state: AnswerState;
  readonly code: number;
  /** Device time and platform time, ms since epoch. */
  readonly ts: number;
  readonly at: number;
  readonly data?: unknown;
}

/**
 * SM-Command upon a device's answer. Terminal is final, but for *timed out*, which turns out *succeeded* and says that it is late. An answer to
 * what was not sent changes nothing.
 */
export function afterAnswer<State extends CommandState>(
  state: State,
  answer: AnswerState,
  code: number,
  at: number,
): State {
  const ackTime = state.ackTime ?? at;
  if (state.status === status.timedOut && answer === 'succeeded')
    return { ...state, status: status.succeeded, ackTime, finishTime: at, resultCode: 'OK', late: 1 };
  if (state.status !== status.sent && state.status !== status.acknowledged) return state;
  if (answer === 'received' || answer === 'executing') return { ...state, status: status.acknowledged, ackTime };
  if (answer === 'succeeded') return { ...state, status: status.succeeded, ackTime, finishTime: at, resultCode: 'OK' };
  // A failure with result code 0 is still a failure.
  return { ...state, status: status.failed, ackTime, finishTime: at, resultCode: resultOfCode(code === 0 ? -1 : code) };
}
