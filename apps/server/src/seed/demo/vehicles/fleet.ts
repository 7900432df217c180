import { after, busyMoment, day, dayStart, earlier, hour, minute } from '../clock.ts';
import type { Dealer } from '../dealers/dealers.ts';
import { bleMacOf, ecuSnOf, frameNoOf, iccidOf, imeiOf, partSnOf, plateNoOf, vinOf } from '../identifiers.ts';
import type { Model } from './models.ts';
import { factory, homeOf, type Position } from '../places.ts';
import { fresh, round, type Random } from '../random.ts';

export interface Vehicle {
  id: string;
  readonly vin: string | null;
  readonly frameNo: string | null;
  readonly model: Model;
  readonly color: string;
  readonly imei: string;
  readonly ecuSn: string;
  readonly bleMac: string;
  readonly bleName: string;
  readonly iccid: string;
  readonly motorNo: string;
  readonly controllerSn: string;
  readonly made: Date;
  readonly offline: Date;
  readonly shipped: Date | null;
  readonly dealer: Dealer | null;
  readonly sold: Date | null;
  readonly salePrice: number | null;
  readonly plateNo: string | null;
  readonly activated: Date | null;
  /** D:StopReason; null while operating. */
  readonly stopReason: string | null;
  readonly remark: string | null;
  /** Where it is when its owner is at home. */
  readonly home: Position;
  readonly kmPerDay: number;
  /** Set when its owners are made. */
  owner: { readonly id: string } | null;
}

export const fleetSize = 2400;
const activatedShare = 0.82;
// prettier-ignore
const stopReasons = [['1', 5], ['2', 3], ['3', 2], ['4', 2], ['5', 1]] as const;
const remarks = ['展车转售', '门店试驾车', '大客户团购', '员工内购', '媒体评测车'];
const history = 730;

/** What is written in the documentation about some vehicles. */
interface Known {
  readonly vin?: string;
  readonly frameNo?: string;
  readonly model: string;
  readonly color: string;
  readonly made: string;
  readonly imei?: string;
  readonly ecuSn?: string;
  readonly bleMac?: string;
  readonly iccid?: string;
  readonly plateNo?: string;
}
// prettier-ignore
const known: readonly Known[] = [
  { vin: 'LZXE3C1A9SA000123', model: 'E3', color: 'BLK', made: '2025-09-18', imei: '861234056123451', ecuSn: 'ZK25B20A0F3D21', bleMac: 'A4:C1:38:5E:12:9B', iccid: '89860420123456789018', plateNo: '沪A12345' },
  { vin: 'LZXE3C1A0SA000124', model: 'E3', color: 'WHT', made: '2025-09-18' },
  { vin: 'LZXM5D2B4TB010086', model: 'M5', color: 'RED', made: '2026-03-09' },
  { vin: 'LZXE2A1C6RA004567', model: 'E2', color: 'GRY', made: '2024-12-02' },
  { frameNo: '119122506000123', model: 'C1-PRO', color: 'GRN', made: '2025-06-11', imei: '867305060012346' },
];

/** Rises over two years, steeply in the last weeks: about 30 a day now. */
function activationTime(random: Random, now: Date): Date {
  const daysAgo = random.chance(0.6)
    ? Math.min(history, random.exponential(40))
    : history * (1 - Math.sqrt(random.next()));
  const end = after(now, -40 * minute - Math.floor(daysAgo) * day);
  const moment = busyMoment(random, end);
  // Weekends sell more: some of the weekday buyers come on the next Saturday.
  const weekday = new Date(moment.getTime() + 8 * hour).getUTCDay();
  const saturday = after(moment, (6 - weekday) * day);
  return weekday > 0 && weekday < 6 && random.chance(0.16) && saturday < end ? saturday : moment;
}

/** When and where a vehicle went its way; it gets its numbers in the order of making. */
interface Plan {
  readonly model: Model;
  readonly made: Date;
  readonly shipped: Date | null;
  readonly sold: Date | null;
  readonly activated: Date | null;
  readonly dealer: Dealer | null;
  readonly known: Known | undefined;
}

/** What is sold, and who sells it. */
interface Trade {
  readonly dealers: readonly Dealer[];
  readonly models: readonly Model[];
}

class Fleet {
  readonly #random: Random;
  readonly #now: Date;
  readonly #dealers: readonly Dealer[];
  readonly #models: readonly Model[];
  readonly #seen = new Set<string>();
  readonly #serials = new Map<string, number>();

  constructor(random: Random, now: Date, { dealers, models }: Trade) {
    this.#random = random;
    this.#now = now;
    this.#dealers = dealers;
    this.#models = models;
    for (const { vin, frameNo, imei, ecuSn, bleMac, iccid } of known) {
      for (const value of [vin, frameNo, imei, ecuSn, bleMac, iccid]) if (value !== undefined) this.#seen.add(value);
    }
  }

  /** Serial numbers rise within a model, with gaps, as lines make for other markets too. */
  #serial(model: Model): number {
    const next = (this.#serials.get(model.code) ?? 200) + this.#random.int(1, 17);
    this.#serials.set(model.code, next);
    return next;
  }

  #dealerAt(time: Date): Dealer {
    const open = this.#dealers.filter(
      (dealer) => dealer.weight > 0 && dealer.openFrom < time && time < dealer.openUntil,
    );
    return this.#random.weighted(open.map((dealer) => [dealer, dealer.weight] as const));
  }

  /** A vehicle that has been sold and activated at that time. */
  activated(time: Date, known?: Known): Plan {
    const random = this.#random;
    const age = (this.#now.getTime() - time.getTime()) / (history * day);
    const model = known
      ? modelOf(this.#models, known.model)
      : random.weighted(
          this.#models.map(
            (each) => [each, each.weight * Math.max(0.02, 1 + (each.ageing - 1) * (age * 2 - 0.3))] as const,
          ),
        );
    const made = known ? new Date(`${known.made}T02:00:00Z`) : after(time, -(14 + random.exponential(38)) * day);
    const shipped = after(made, Math.min(random.between(3, 12) * day, (time.getTime() - made.getTime()) * 0.7));
    const sold = random.chance(0.8)
      ? time
      : after(time, -Math.min(random.int(1, 3) * day, (time.getTime() - shipped.getTime()) * 0.5));
    return {
      model,
      made,
      shipped,
      sold,
      activated: time,
      dealer: known ? (this.#dealers[0] ?? null) : this.#dealerAt(time),
      known,
    };
  }

  /** A vehicle at the maker, in a shop, or sold and not yet taken over by its owner. */
  waiting(): Plan {
    const random = this.#random;
    const age = Math.min(history - 30, 1 + random.exponential(75));
    const made = after(this.#now, -age * day);
    const model = random.weighted(
      this.#models.filter((each) => each.shelf === 1).map((each) => [each, each.weight] as const),
    );
    const shipDelay = random.between(4, 30);
    const common = { model, made, activated: null, known: undefined };
    if (age < shipDelay + 2) return { ...common, shipped: null, sold: null, dealer: null };
    const shipped = after(made, shipDelay * day);
    const sold = random.chance(0.06)
      ? after(this.#now, -random.between(0.1, Math.min(2, age - shipDelay)) * day)
      : null;
    return { ...common, shipped, sold, dealer: this.#dealerAt(after(this.#now, -hour)) };
  }

  build({ model, made, shipped, sold, activated, dealer, known }: Plan): Vehicle {
    const random = this.#random;
    const day0 = dayStart(made);
    const ecuSn = known?.ecuSn ?? fresh(this.#seen, () => ecuSnOf(random, after(made, -random.int(8, 40) * day)));
    const imei = known?.imei ?? fresh(this.#seen, () => imeiOf(random, model.ecu));
    const stopped = activated !== null && known === undefined && random.chance(0.016);
    return {
      id: '',
      imei,
      model,
      made: day0,
      offline: earlier(after(day0, random.int(0, 2) * day), this.#now),
      shipped,
      dealer,
      sold,
      activated,
      ecuSn,
      vin: known
        ? (known.vin ?? null)
        : model.vinPrefix === null
          ? null
          : fresh(this.#seen, () =>
              vinOf(model.vinPrefix ?? '', made, random.pick(['A', 'A', 'B']), this.#serial(model)),
            ),
      frameNo: known
        ? (known.frameNo ?? null)
        : model.vinPrefix === null
          ? fresh(this.#seen, () => frameNoOf(model.frame, made, this.#serial(model)))
          : null,
      color: known?.color ?? random.weighted(model.colors.map((color, at) => [color, 5 - at] as const)),
      bleMac: known?.bleMac ?? fresh(this.#seen, () => bleMacOf(random)),
      bleName: `${model.ecu}-${ecuSn.slice(-6)}`,
      iccid: known?.iccid ?? fresh(this.#seen, () => iccidOf(random, made)),
      motorNo: partSnOf('DJ', made, this.#seen.size),
      controllerSn: partSnOf('KZ', made, this.#seen.size),
      salePrice: sold ? priceOf(random, model) : null,
      plateNo: known
        ? (known.plateNo ?? null)
        : model.category > 1 && activated && dealer && random.chance(0.86) && activated < after(this.#now, -5 * day)
          ? fresh(this.#seen, () => plateNoOf(random, dealer.city.plate))
          : null,
      stopReason: stopped ? random.weighted(stopReasons) : null,
      remark: known?.plateNo ? '样车：文档与培训使用' : random.chance(0.012) ? random.pick(remarks) : null,
      home: homeOf(imei, dealer ?? factory),
      kmPerDay: round(
        Math.max(0.25, random.normal(1, 0.35)) *
          (model.silhouette === 'cargo' ? 48 : ([0, 8, 14, 19][model.category] ?? 10)),
        1,
      ),
      owner: null,
    };
  }
}

function modelOf(models: readonly Model[], code: string): Model {
  const model = models.find((each) => each.code === code);
  if (!model) throw new Error(`no model ${code}`);
  return model;
}

/** In fen: the list price less what the season allows, on a round number of yuan. */
function priceOf(random: Random, { priceYuan }: Model): number {
  const off = random.weighted([
    [0, 6],
    [0.02, 2],
    [0.05, 3],
    [0.08, 1],
  ]);
  return (Math.round((priceYuan * (1 - off)) / 10) * 10 - 1) * 100;
}

/** The whole fleet: the documented vehicles, then the others in the order they were made. */
export function makeFleet(seed: Random, now: Date, trade: Trade): Vehicle[] {
  const random = seed.fork('fleet');
  const fleet = new Fleet(random, now, trade);
  const usable = known.filter(({ made }) => new Date(`${made}T02:00:00Z`) < after(now, -40 * day));
  const samples = usable.map((known) =>
    fleet.activated(
      busyMoment(random, after(new Date(`${known.made}T03:12:00Z`), random.between(20, 38) * day)),
      known,
    ),
  );
  const plans = Array.from({ length: fleetSize - samples.length }, (_, at) =>
    at < fleetSize * activatedShare - samples.length ? fleet.activated(activationTime(random, now)) : fleet.waiting(),
  );
  return [...samples, ...leadByVin(plans, trade.models).toSorted((a, b) => a.made.getTime() - b.made.getTime())].map(
    (plan) => fleet.build(plan),
  );
}

/** The vehicle activated last heads the list of vehicles: it is of a model with VINs, which people look for first. */
function leadByVin(plans: readonly Plan[], models: readonly Model[]): Plan[] {
  const last = plans.reduce((latest, { activated }) => Math.max(latest, activated?.getTime() ?? 0), 0);
  const model = models.find(({ shelf, vinPrefix }) => shelf === 1 && vinPrefix !== null);
  return plans.map((plan) =>
    plan.activated?.getTime() === last && plan.model.vinPrefix === null && model ? { ...plan, model } : plan,
  );
}
