import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { codes } from '@wheelhouse/entities/codes';
import { actors, execStates, taskStates, type Changed, type Entry, type Execution } from './rows.ts';

const { notified, downloading, ready, installing, succeeded, rolledBack, failed } = execStates;
const { received, download, verify, install, reboot, done, failed: failedPhase } = codes.OtaPhase;
const minuteMs = 60_000;
/** How long a package may wait to be installed: three nights, as most install while nobody rides. */
const readyMs = 72 * 3_600_000;
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

const endRank = 9;
const recalledRank = 10;
/** From here on a vehicle has begun to start again. */
export const restartRank = 7;
/** Order of what is said in an attempt: whatever is not beyond the last one changes nothing. */
const ranks: Readonly<Record<string, number>> = {
  accepted: 1,
  downloading: 2,
  downloaded: 3,
  verified: 4,
  deferred: 5,
  installing: 6,
  rebooting: restartRank,
  succeeded: 8,
  rejected: endRank,
  failed: endRank,
  rolledBack: endRank,
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

/** Whether its vehicle has a job that it has not answered: it is the same job as long as nobody has taken it, however often it goes out. */
export const isUnanswered = ({
  status,
  attempt,
  reportRank,
}: Pick<Execution, 'status' | 'attempt' | 'reportRank'>): boolean =>
  status === notified && attempt > 0 && reportRank === 0;

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

/** The version came after its attempt had been given up. */
export const asLate = (row: Execution): Execution => ({ ...asSucceeded(row), late: 1 });

/** It had succeeded, and its part runs the version before again. */
export const asReverted = (row: Execution): Execution => ({
  ...row,
  status: rolledBack,
  late: 0,
  failCode: rolledBackCode,
  failCount: row.failCount + 1,
  endTime: row.now,
});

/** Its vehicle did not answer within the time of a download: it was not reached, which is no failure. */
export const asUnreached = (row: Execution): Execution => ({
  ...row,
  deadline: null,
  nextTime: row.now + row.retryMin * minuteMs,
});

/** Its job is called off and its address is over; it gets another one when the task goes on. */
export const asRecalled = (row: Execution): Execution => ({
  ...row,
  status: notified,
  progress: 0,
  reportRank: recalledRank,
  startTime: null,
  deadline: null,
  nextTime: row.now,
});

const asTaken = (row: Execution): Execution => ({
  ...row,
  status: downloading,
  startTime: row.now,
  nextTime: null,
  deadline: row.now + row.downloadMin * minuteMs,
});
const asReady = (row: Execution): Execution => ({
  ...row,
  status: ready,
  progress: whole,
  deadline: row.now + readyMs,
});
const asInstalling = (row: Execution): Execution => ({
  ...row,
  status: installing,
  installTime: row.now,
  installBoot: row.nowBoot,
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
  if (now.status === notified) step(asTaken(now), 'accepted');
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
  const isBack = st === 'rolledBack' || code === rolledBackCode;
  const { row: here, entries } = through(row, isBack ? installing : downloading, failedPhase);
  if (isBack) {
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
    row: asFailed(here, known, msg),
    entries: [...entries, { ...entry, event: st === 'rejected' ? 'rejected' : 'fail', status: failed, code: known }],
  };
}

/**
 * An execution after a report of its vehicle about the present attempt; undefined where it changes nothing. States never go back, and no report
 * makes a success: that is the version in the telemetry. The first one takes the job, also one that was taken back: its vehicle has heard of it after all.
 */
export function afterReport(row: Execution, report: Report): Changed | undefined {
  const { st, progress, text } = report;
  const rank = ranks[st];
  const isOpen = isUnanswered(row) || (row.status >= downloading && row.status <= installing);
  if (rank === undefined || !isOpen) return undefined;
  const phase = phases[st] ?? null;
  if (rank === endRank) return afterEnd({ ...row, reportRank: rank }, report);
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
  const isSaid = entries.length > 0 && (st === 'accepted' || st === 'verified' || st === 'installing');
  return { row: next, entries: isSaid ? entries : [...entries, said] };
}

/** It is tried again, with the same package as before, as another attempt. */
export const asRetried = (row: Execution): Execution => ({
  ...row,
  reportRank: Math.max(1, row.reportRank),
  status: notified,
  retryCount: row.retryCount + 1,
  endTime: null,
  failCode: null,
  failMsg: null,
});

/** Its job waited for a vehicle that was away when the task was paused, and was taken back. */
export const asHeld = (row: Execution): Execution => ({ ...row, nextTime: row.now, deadline: null });

/** Its vehicle gets its job, and takes it by its first report. A job that nobody has answered is the same one again, by which a vehicle knows it. */
export const asDispatched = (row: Execution): Execution => ({
  ...row,
  status: notified,
  attempt: isUnanswered(row) ? row.attempt : row.attempt + 1,
  progress: 0,
  reportRank: 0,
  notifyTime: row.notifyTime ?? row.now,
  sentTime: row.now,
  startTime: null,
  installTime: null,
  installBoot: null,
  claimTime: null,
  endTime: null,
  nextTime: null,
  deadline: row.now + row.downloadMin * minuteMs,
});
