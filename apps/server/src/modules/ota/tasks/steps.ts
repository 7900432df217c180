import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { codes } from '@wheelhouse/entities/codes';
import { actors, execStates, taskStates, type Changed, type Entry, type Execution } from './rows.ts';

const { notified, downloading, ready, installing, succeeded, rolledBack, failed } = execStates;
const { received, download, verify, install, reboot, done, failed: failedPhase } = codes.OtaPhase;
const minuteMs = 60_000;
const whole = 100;
/** Progress is kept in steps of so many percent. */
const leastGain = 5;

/** What a vehicle says about an attempt, from MQTT or HTTP. */
export interface Report {
  /** A state of `otaStates` (contract/device/payloads.ts). */
  readonly st: string;
  /** Percent. */
  readonly progress: number | null;
  readonly code: string | null;
  readonly text: string | null;
}

/** Order of what is said in an attempt: whatever is not beyond the last one changes nothing. */
const ranks: Readonly<Record<string, number>> = {
  accepted: 1,
  downloading: 2,
  downloaded: 3,
  verified: 4,
  deferred: 5,
  installing: 6,
  rebooting: 7,
  succeeded: 8,
  rejected: 9,
  failed: 9,
  rolledBack: 9,
};
const phases: Readonly<Record<string, number>> = {
  accepted: received,
  downloading: download,
  downloaded: verify,
  verified: verify,
  deferred: verify,
  installing: install,
  rebooting: reboot,
  succeeded: done,
  rejected: failedPhase,
  failed: failedPhase,
  rolledBack: failedPhase,
};

const failCodes: readonly string[] =
  dictionaries.find(({ category }) => category === 'OtaFailCode')?.entries.map(({ code }) => code) ?? [];
export const timeoutCode = 'E05';
const [otherCode, rolledBackCode] = ['E99', 'E09'];
const knownCode = (code: string | null): string => (code !== null && failCodes.includes(code) ? code : otherCode);

/** The end of an attempt: it is tried again later while its task goes on and has retries left. */
export function asFailed(row: Execution, code: string, msg: string | null): Execution {
  const isGoingOn = row.taskStatus === taskStates.running || row.taskStatus === taskStates.paused;
  const next = row.now + row.retryMin * minuteMs;
  const again = isGoingOn && row.retryCount < row.retryTimes && next < (row.taskEnd ?? Infinity);
  return {
    ...row,
    status: failed,
    failCode: code,
    failMsg: msg,
    failCount: row.failCount + 1,
    endTime: row.now,
    deadline: null,
    nextTime: again ? next : null,
  };
}

export const asSucceeded = (row: Execution): Execution => ({
  ...row,
  status: succeeded,
  progress: whole,
  failCode: null,
  failMsg: null,
  endTime: row.now,
  deadline: null,
  nextTime: null,
});

const asReady = (row: Execution): Execution => ({ ...row, status: ready, progress: whole, deadline: null });
const asInstalling = (row: Execution): Execution => ({
  ...row,
  status: installing,
  installTime: row.now,
  deadline: row.now + row.installMin * minuteMs,
});

/** The states between where it is and `to` that the vehicle has gone through without our hearing of it. */
function through(row: Execution, to: number, phase: number): Changed {
  let now = row;
  const entries: Entry[] = [];
  const step = (next: Execution, event: string): void => {
    now = next;
    entries.push({ event, status: next.status, phase, actor: actors.vehicle });
  };
  if (now.status === downloading && to >= ready) step(asReady(now), 'downloaded');
  if (now.status === ready && to >= installing) step(asInstalling(now), 'install');
  return { row: now, entries };
}

const reachedBy: Readonly<Record<string, number>> = {
  verified: ready,
  deferred: ready,
  installing,
  rebooting: installing,
  succeeded: installing,
};

function afterEnd(row: Execution, { st, code, text }: Report): Changed {
  const entry = { phase: failedPhase, text, actor: actors.vehicle } as const;
  if (st === 'rolledBack' || code === rolledBackCode) {
    const { row: here, entries } = through(row, installing, failedPhase);
    const end: Execution = {
      ...here,
      status: rolledBack,
      failCode: rolledBackCode,
      failMsg: text,
      failCount: row.failCount + 1,
      endTime: row.now,
      deadline: null,
    };
    return {
      row: end,
      entries: [...entries, { ...entry, event: 'rollback', status: rolledBack, code: rolledBackCode }],
    };
  }
  const known = knownCode(code);
  const msg = text ?? (code === known ? null : code);
  return {
    row: asFailed(row, known, msg),
    entries: [{ ...entry, event: st === 'rejected' ? 'rejected' : 'fail', status: failed, code: known }],
  };
}

/** Its gateway ended between handing the job over and noting it: the vehicle has it. */
const asHeardOf = (row: Execution): Execution => ({
  ...row,
  nextTime: null,
  deadline: row.now + row.downloadMin * minuteMs,
});

/**
 * An execution after a report of its vehicle about the present attempt; undefined where it changes nothing. States never go back, and no report
 * makes a success: that is the version in the telemetry.
 */
export function afterReport(stored: Execution, report: Report): Changed | undefined {
  const { st, progress, text } = report;
  const row = isHeld(stored) ? asHeardOf(stored) : stored;
  const rank = ranks[st];
  if (rank === undefined || row.status < downloading || row.status > installing) return undefined;
  const phase = phases[st] ?? null;
  if (rank === 9) return afterEnd({ ...row, reportRank: rank }, report);
  const gains = st === 'downloading' && (progress ?? 0) >= row.progress + leastGain && row.status === downloading;
  if (rank < row.reportRank || (rank === row.reportRank && !gains)) return undefined;
  const { row: here, entries } = through({ ...row, reportRank: rank }, reachedBy[st] ?? downloading, phase ?? 0);
  const next: Execution = {
    ...here,
    ...(st === 'downloading' && { progress: Math.max(row.progress, progress ?? 0) }),
    ...(st === 'downloaded' && { progress: whole }),
    ...(st === 'succeeded' && { claimTime: row.now }),
  };
  const said: Entry = { event: st, status: next.status, phase, progress: next.progress, text, actor: actors.vehicle };
  const isSaid = entries.length > 0 && (st === 'verified' || st === 'installing');
  return { row: next, entries: isSaid ? entries : [...entries, said] };
}

/** It is tried again, with the same package as before. */
export const asRetried = (row: Execution): Execution => ({
  ...row,
  status: notified,
  retryCount: row.retryCount + 1,
  endTime: null,
  failCode: null,
  failMsg: null,
});

/** Its job waited for a vehicle that was away when the task was paused, and was taken back. */
export const isHeld = (row: Pick<Execution, 'status' | 'nextTime'>): boolean =>
  row.status === downloading && row.nextTime !== null;
export const asHeld = (row: Execution): Execution => ({ ...row, nextTime: row.now, deadline: null });

/** Its vehicle gets its job. One that was held gets that of the same attempt, by which it knows the job if it has heard of it after all. */
export const asDispatched = (row: Execution): Execution => ({
  ...row,
  status: downloading,
  attempt: isHeld(row) ? row.attempt : row.attempt + 1,
  progress: 0,
  reportRank: 0,
  notifyTime: row.notifyTime ?? row.now,
  startTime: row.now,
  installTime: null,
  claimTime: null,
  endTime: null,
  nextTime: null,
  deadline: row.now + row.downloadMin * minuteMs,
});
