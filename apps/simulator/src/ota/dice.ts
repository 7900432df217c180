import { hash } from '../random.ts';

/** What befalls an update of one vehicle, in the order in which the dice are read. */
export const fates = ['storage', 'hash', 'battery', 'network', 'powerLoss', 'rollback', 'silence', 'lie'] as const;
type Mishap = (typeof fates)[number];
export type Fate = Mishap | 'none';

/** Share of the updates, 0 to 1, that each mishap befalls. */
export type Mishaps = Readonly<Record<Mishap, number>>;

/** Rare, but seen in a roll-out to some hundred vehicles: three of a hundred updates fail. */
export const usualMishaps: Mishaps = {
  storage: 0.004,
  hash: 0.003,
  battery: 0.004,
  network: 0.006,
  powerLoss: 0.02,
  rollback: 0.006,
  silence: 0.004,
  lie: 0.002,
};

export const noMishaps: Mishaps = {
  storage: 0,
  hash: 0,
  battery: 0,
  network: 0,
  powerLoss: 0,
  rollback: 0,
  silence: 0,
  lie: 0,
};

/**
 * Reads `storage=0.01,lie=0.002`: mishaps that are not named have the share 0. `none` is none at all.
 * @throws Error naming what is wrong
 */
export function readMishaps(text: string): Mishaps {
  const shares: Record<Mishap, number> = { ...noMishaps };
  for (const entry of text === 'none' ? [] : text.split(',')) {
    const [name = '', share = ''] = entry.split('=').map((piece) => piece.trim());
    const found = fates.find((fate) => fate === name);
    if (found === undefined || !/^(0|0?\.\d+|1)$/.test(share)) throw new Error(`SIMULATOR_OTA_MISHAPS: ${entry}`);
    shares[found] = Number(share);
  }
  if (Object.values(shares).reduce((sum, share) => sum + share, 0) > 1)
    throw new Error('SIMULATOR_OTA_MISHAPS: the shares come to more than 1');
  return shares;
}

const charCodes = (text: string): number[] => [...text].map((char) => char.codePointAt(0) ?? 0);

/**
 * What befalls a job of a vehicle: the same for ever, so that whoever knows seeds, jobs and shares knows what a roll-out has to come to.
 * @param seed of the vehicle
 * @param job as the vehicle gets it; a retry with a job of its own has dice of its own
 */
export function fateOf(seed: number, job: string, shares: Mishaps): Fate {
  const draw = hash(0x0a7a, seed, ...charCodes(job));
  let upTo = 0;
  for (const fate of fates) {
    upTo += shares[fate];
    if (draw < upTo) return fate;
  }
  return 'none';
}

/** What the vehicle reports in the end: a code of D:OtaFailCode, `succeeded`, or nothing. */
export interface Outcome {
  readonly reported: 'succeeded' | 'failed' | 'rolledBack' | undefined;
  readonly failCode?: string;
  /** Its normal telemetry has the new version. */
  readonly isNew: boolean;
}

const failed = (failCode: string): Outcome => ({ reported: 'failed', failCode, isNew: false });
const outcomes: Readonly<Record<Fate, Outcome>> = {
  none: { reported: 'succeeded', isNew: true },
  storage: failed('E01'),
  hash: failed('E02'),
  battery: failed('E04'),
  network: failed('E05'),
  // It starts again and goes on.
  powerLoss: { reported: 'succeeded', isNew: true },
  rollback: { reported: 'rolledBack', failCode: 'E09', isNew: false },
  silence: { reported: undefined, isNew: false },
  lie: { reported: 'succeeded', isNew: false },
};

/** What becomes of an update with nothing in its way but its fate. */
export const outcomeOf = (fate: Fate): Outcome => outcomes[fate];
