import type { BatteryPack } from '@wheelhouse/contract/device/payloads';
import type { Pack } from './pack.ts';
import { clamp, type Random, round } from './random.ts';

/** Bits of the contract's `protectionFlags`. */
const flags = { packLow: 3, chargeHot: 4, dischargeHot: 6 } as const;
const [hotC, lowCharge] = [58, 0.04];

/** Cells of the packs of one vehicle: each a little stronger or weaker than the mean, more so as the pack ages. */
export class Cells {
  /** By pack and cell, in units of the spread. */
  readonly #offsets: readonly (readonly number[])[];

  constructor(series: number, random: Random) {
    this.#offsets = [0, 1, 2].map(() => Array.from({ length: series }, () => clamp(random.normal(0, 1), -2.2, 2.2)));
  }

  /** What the BMS of pack `n` says of its cells and of the protections that act. */
  report(pack: Pack, n: number, charging: boolean): Pick<BatteryPack, 'cells' | 'prot'> {
    const offsets = this.#offsets[n] ?? [];
    // Under load, and towards either end, cells drift apart.
    const spreadV =
      0.004 + (100 - pack.soh) * 0.0006 + Math.abs(pack.current) * 0.0001 + (pack.charge < 0.1 ? 0.01 : 0);
    const mean = pack.voltage / offsets.length;
    const bits =
      (pack.charge < lowCharge ? 1 << flags.packLow : 0) |
      (pack.temperature > hotC ? 1 << (charging ? flags.chargeHot : flags.dischargeHot) : 0);
    return { cells: offsets.map((offset) => round(mean + offset * spreadV, 3)), prot: bits };
  }
}
