/** What becomes of a vehicle's attempts: known beforehand, so that what the platform counts can be compared with it. */
export type Fate = 'well' | 'onceBad' | 'rollsBack' | 'noSpace' | 'lies' | 'silent' | 'badBatch';

/** What a vehicle says of one attempt. */
export interface Step {
  readonly st: string;
  readonly err?: string;
  /** Share of the package that has arrived. */
  readonly share?: number;
}

/** Same for the same vehicle in every run. @returns 0 to 1 */
function diceOf(n: number): number {
  let hash = (n + 1) * 0x9e37_79b1;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const limits: readonly (readonly [number, Fate])[] = [
  [0.01, 'rollsBack'],
  [0.02, 'lies'],
  [0.03, 'silent'],
  [0.035, 'noSpace'],
  [0.055, 'onceBad'],
];

/** @param isBad the vehicle hears of its job while a bad batch is on its way */
export function fateOf(n: number, attempt: number, isBad: boolean): Fate {
  const dice = diceOf(n);
  const own = limits.find(([limit]) => dice < limit)?.[1] ?? 'well';
  if (own === 'onceBad' && attempt > 1) return 'well';
  return own === 'well' && isBad && dice > 0.2 ? 'badBatch' : own;
}

const begun: readonly Step[] = [
  { st: 'accepted' },
  { st: 'downloading', share: 0.3 },
  { st: 'downloading', share: 0.8 },
  { st: 'downloaded', share: 1 },
  { st: 'verified' },
  { st: 'installing' },
  { st: 'rebooting' },
];
/** Most vehicles say less; some say everything. */
const brief: readonly Step[] = begun.filter(({ st }) =>
  ['accepted', 'verified', 'installing', 'rebooting'].includes(st),
);

/** What a vehicle says; after the last step of `well` its telemetry has the new version, of `lies` the old one. */
export function stepsOf(n: number, fate: Fate): readonly Step[] {
  const usual = n % 5 === 0 ? begun : brief;
  switch (fate) {
    case 'well':
      return usual;
    case 'rollsBack':
      return [...usual, { st: 'rolledBack', err: 'E09' }];
    case 'lies':
      return [...usual, { st: 'succeeded' }];
    case 'badBatch':
      return [...usual, { st: 'failed', err: 'E06' }];
    case 'onceBad':
      return [...usual.slice(0, 1), { st: 'failed', err: 'E02' }];
    case 'noSpace':
      return [{ st: 'failed', err: 'E01' }];
    case 'silent':
      return [{ st: 'accepted' }];
  }
}
