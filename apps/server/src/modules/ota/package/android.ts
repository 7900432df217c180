/** Names of Android by API level. */
const releases: Readonly<Record<number, string>> = {
  21: '5.0',
  22: '5.1',
  23: '6.0',
  24: '7.0',
  25: '7.1',
  26: '8.0',
  27: '8.1',
  28: '9',
  29: '10',
  30: '11',
  31: '12',
  32: '12L',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
};

/** Oldest Android that a package runs on, as people know it. */
export const androidOf = (minSdk: number | null): string | null =>
  minSdk === null ? null : `Android ${releases[minSdk] ?? `API ${minSdk}`}`;
