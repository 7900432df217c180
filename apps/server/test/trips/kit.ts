import type { Sample } from '../../src/modules/trips/sample.ts';

/** 2026-03-02 08:00 in Asia/Shanghai. */
export const start = Date.UTC(2026, 2, 2, 0, 0, 0);
const metresPerDegree = (6_371_008.8 * Math.PI) / 180;
const home = { lng: 121.4737, lat: 31.2304 };

interface Leg {
  /** Seconds it takes. */
  readonly sec: number;
  /** km/h to the east; 0 stands. */
  readonly kmh: number;
  /** Seconds between samples. */
  readonly every?: number;
  readonly acc?: 0 | 1 | null;
  /** No samples at all: the vehicle goes on unseen. */
  readonly silent?: boolean;
}

interface ReportOptions {
  /** What the device leaves out or says wrong, per sample. */
  readonly change?: (sample: Sample, at: number) => Partial<Sample>;
  readonly odo?: number | null;
  readonly from?: number;
}

/** Samples of a vehicle that does one leg after the other, to the east along a street. */
export function reported(
  legs: readonly Leg[],
  { change = () => ({}), odo = 10_000, from = start }: ReportOptions = {},
): Sample[] {
  const samples: Sample[] = [];
  let [ts, metres, seq] = [from, 0, 0];
  for (const { sec, kmh, every = kmh > 0 ? 10 : 60, acc = kmh > 0 ? 1 : 0, silent = false } of legs) {
    for (let passed = every; passed <= sec; passed += every) {
      const ridden = metres + (kmh / 3.6) * passed;
      if (silent) continue;
      const sample: Sample = {
        ts: ts + passed * 1000,
        boot: 1,
        seq: seq++,
        idx: 0,
        lng: home.lng + ridden / (metresPerDegree * Math.cos((home.lat * Math.PI) / 180)),
        lat: home.lat,
        kmh,
        odo: odo === null ? null : Math.round(odo + ridden),
        soc: 90 - Math.floor(ridden / 1000),
        acc,
        sat: 12,
        hdop: 0.9,
        fix: 3,
      };
      samples.push({ ...sample, ...change(sample, samples.length) });
    }
    metres += (kmh / 3.6) * sec;
    ts += sec * 1000;
  }
  return samples;
}

/** `HH:mm:ss` after the start of the story. */
export const clock = (ts: number): string => new Date(ts - start).toISOString().slice(11, 19);
