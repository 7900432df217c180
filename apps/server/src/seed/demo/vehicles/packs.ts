import { formatDay } from '@wheelhouse/contract/time';
import { after, day, monthsAfter } from '../clock.ts';
import type { Vehicle } from './fleet.ts';
import { batterySnOf, bmsSnOf } from '../identifiers.ts';
import { softwareVersions, type Model } from './models.ts';
import { clamp, type Random } from '../random.ts';

export interface Battery {
  id: string;
  readonly sn: string;
  readonly bmsSn: string | null;
  readonly model: Model;
  readonly made: Date;
  readonly warrantyEnd: string;
  readonly vehicle: Vehicle | null;
  readonly slot: number | null;
  /** D:BatteryStatus. */
  readonly status: 0 | 1 | 2 | 3 | 4;
  readonly soh: number | null;
  readonly cycles: number | null;
  readonly bmsVersion: string | null;
  readonly recycleCode: string | null;
  readonly remark: string | null;
  /** Time of the last report for a pack that is in no vehicle any more. */
  readonly lastReport: Date | null;
}

export interface BatteryStay {
  readonly battery: Battery;
  readonly vehicle: Vehicle;
  readonly slot: number;
  readonly from: Date;
  readonly until: Date | null;
  readonly kmFrom: number;
  readonly kmUntil: number | null;
  readonly cyclesFrom: number;
  readonly cyclesUntil: number | null;
  readonly sohFrom: number;
  readonly sohUntil: number | null;
  /** D:BatterySwapReason: why it came in. */
  readonly reason: string;
  readonly byStaff: boolean;
}

const spareCount = 150;

class Works {
  readonly batteries: Battery[] = [];
  readonly stays: BatteryStay[] = [];
  readonly #random: Random;
  readonly #now: Date;
  #serial = 4000;

  constructor(random: Random, now: Date) {
    this.#random = random;
    this.#now = now;
  }

  make(
    model: Model,
    made: Date,
    rest: Pick<Battery, 'vehicle' | 'slot' | 'status' | 'soh' | 'cycles'> &
      Partial<Pick<Battery, 'lastReport' | 'recycleCode' | 'remark'>>,
    known?: { sn: string; bmsSn: string },
  ): Battery {
    const random = this.#random;
    const { chemistry, makerCode } = model.pack;
    const serial = (this.#serial += random.int(1, 9));
    const battery: Battery = {
      id: '',
      model,
      made,
      lastReport: null,
      recycleCode: null,
      remark: null,
      sn: known?.sn ?? batterySnOf(makerCode, chemistry.letter, made, serial, random.hex(2)),
      bmsSn: known?.bmsSn ?? (chemistry.cell === null ? null : bmsSnOf(made, serial)),
      warrantyEnd: monthsAfter(formatDay(made), model.warranty[1]),
      bmsVersion: chemistry.cell === null ? null : known ? 'V1.4.2' : random.weighted<string>(softwareVersions.bms),
      ...rest,
    };
    this.batteries.push(battery);
    return battery;
  }

  /** Charge cycles and health after so many kilometres. */
  wear(model: Model, km: number, years: number): { cycles: number; soh: number } {
    const cycles = Math.round((km / (model.rangeKm * 0.8)) * this.#random.between(0.9, 1.3));
    const fade = { 1: 0.055, 2: 0.045, 3: 0.02, 4: 0.011, 5: 0.028, 6: 0.013 }[model.pack.chemistry.type] ?? 0.02;
    return {
      cycles,
      soh: Math.round(clamp(100 - cycles * fade - years * 1.6 - Math.abs(this.#random.normal(0, 1.4)), 58, 100)),
    };
  }

  /** The packs of a vehicle, with those it had before. */
  equip(vehicle: Vehicle): void {
    const random = this.#random;
    const { model, activated, offline } = vehicle;
    const known =
      vehicle.vin === 'LZXE3C1A9SA000123' ? { sn: '08QPB1LZX25B2000000123AB', bmsSn: 'BMS25B2000123' } : undefined;
    const made = after(vehicle.made, -random.int(3, 35) * day);
    const rideDays = activated ? (this.#now.getTime() - activated.getTime()) / day : 0;
    for (let slot = 1; slot <= model.packs; slot++) {
      const swapped = !known && activated && rideDays > 45 && random.chance(model.packs > 1 ? 0.05 : 0.07);
      const start = after(offline, random.between(8, 17) * 3_600_000);
      if (!swapped) {
        const worn = known
          ? { cycles: 41, soh: 97 }
          : this.wear(model, (rideDays * vehicle.kmPerDay) / model.packs, rideDays / 365);
        const battery = this.make(model, made, { vehicle, slot, status: 1, ...worn }, known);
        this.#stay(battery, vehicle, slot, { from: start, reason: '1' });
        continue;
      }
      this.#swap(vehicle, slot, { made, start, swapDay: rideDays * random.between(0.3, 0.85), rideDays });
    }
  }

  #swap(
    vehicle: Vehicle,
    slot: number,
    { made, start, swapDay, rideDays }: { made: Date; start: Date; swapDay: number; rideDays: number },
  ): void {
    const random = this.#random;
    const { model, activated } = vehicle;
    const time = after(activated ?? start, swapDay * day);
    const km = Math.round(swapDay * vehicle.kmPerDay * 10) / 10;
    const worn = this.wear(model, km / model.packs, swapDay / 365);
    const reason = random.weighted([
      ['2', 6],
      ['4', 3],
      ['3', 2],
      ['5', 2],
    ]);
    const broken = { cycles: worn.cycles, soh: reason === '2' ? Math.min(worn.soh, random.int(60, 79)) : worn.soh };
    const status = random.weighted<2 | 3 | 4>([
      [2, 4],
      [3, 3],
      [4, 3],
    ]);
    const old = this.make(model, made, {
      vehicle: null,
      slot: null,
      status,
      ...broken,
      lastReport: time,
      recycleCode: status === 4 ? `HS${random.digits(10)}` : null,
    });
    this.#stay(old, vehicle, slot, { from: start, reason: '1', until: time, km });
    const fresh = this.make(model, after(time, -random.int(20, 120) * day), {
      vehicle,
      slot,
      status: 1,
      ...this.wear(model, ((rideDays - swapDay) * vehicle.kmPerDay) / model.packs, (rideDays - swapDay) / 365),
    });
    this.#stay(fresh, vehicle, slot, { from: time, reason, kmFrom: km, byStaff: reason !== '5' });
  }

  #stay(
    battery: Battery,
    vehicle: Vehicle,
    slot: number,
    {
      from,
      until = null,
      reason,
      km = null,
      kmFrom = 0,
      byStaff = false,
    }: { from: Date; until?: Date | null; reason: string; km?: number | null; kmFrom?: number; byStaff?: boolean },
  ): void {
    const ended = until !== null;
    this.stays.push({
      battery,
      vehicle,
      slot,
      from: from < this.#now ? from : this.#now,
      until,
      reason,
      byStaff,
      kmFrom,
      kmUntil: km,
      cyclesFrom: 0,
      cyclesUntil: ended ? battery.cycles : null,
      sohFrom: 100,
      sohUntil: ended ? battery.soh : null,
    });
  }

  /** Packs on the shelf, laid aside, at the workshop and at the recycler. */
  spares(models: readonly Model[], count: number): void {
    const random = this.#random;
    const sold = models
      .filter((model) => model.weight > 0)
      .map((model) => [model, model.weight * model.packs] as const);
    for (let i = 0; i < count; i++) {
      const model = random.weighted(sold);
      const status = random.weighted<0 | 2 | 3 | 4>([
        [0, 100],
        [2, 22],
        [3, 14],
        [4, 14],
      ]);
      const age = status === 0 ? random.between(3, 160) : random.between(200, 720);
      const worn = status === 0 ? { cycles: 0, soh: 100 } : this.wear(model, age * 9, age / 365);
      this.make(model, after(this.#now, -age * day), {
        vehicle: null,
        slot: null,
        status,
        cycles: worn.cycles,
        soh: status === 4 ? Math.min(worn.soh, random.int(56, 69)) : worn.soh,
        lastReport: status === 0 ? null : after(this.#now, -random.between(5, 90) * day),
        recycleCode: status === 4 ? `HS${random.digits(10)}` : null,
        remark:
          status === 3 ? random.pick(['BMS通信间歇中断', '单体压差超过100mV', '外壳破损进水', '充电口松动']) : null,
      });
    }
  }
}

/** Every battery, the documented one first, and which vehicle it was in when. */
export function makeBatteries(
  seed: Random,
  now: Date,
  { fleet, models }: { fleet: readonly Vehicle[]; models: readonly Model[] },
): { batteries: readonly Battery[]; stays: readonly BatteryStay[] } {
  const works = new Works(seed.fork('batteries'), now);
  for (const vehicle of fleet) works.equip(vehicle);
  works.spares(models, spareCount);
  return works;
}
