import type { Sample, TroubleCode } from '@wheelhouse/contract/device/payloads';
import { ambientAt, nextStand, type Persona, personaOf, rideShare, tripMetres } from './habits.ts';
import { Cells } from './cells.ts';
import { Pack } from './pack.ts';
import { partsOf, reportParts, type Parts } from './parts.ts';
import { clamp, Random, round } from './random.ts';
import { Ride } from './ride.ts';
import { findRoute, stretch } from './route.ts';
import type { SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';
import type { Point, Streets } from './streets.ts';

const hourMs = 3_600_000;
const maxFromHome = 7_000;
const lowCharge = 0.24;
const faults = [
  ['MCU', 'F3001'],
  ['MCU', 'F3004'],
  ['MCU', 'F3006'],
  ['MCU', 'F3007'],
  ['MCU', 'F3008'],
  ['BMS', 'F2002'],
  ['BMS', 'F2005'],
] as const;

/** A scooter and its rider: where it is, how it moves, what its sensors say. Knows nothing of the network. */
export class Vehicle {
  readonly spec: SimulatedVehicle;
  readonly persona: Persona;
  readonly parts: Parts;
  readonly pack: Pack;
  readonly random: Random;
  readonly #streets: Streets;
  #now: number;
  #at: Point;
  #ride: Ride | undefined;
  /** While standing: until when, and whether it is ridden then. */
  #stand: { until: number; thenRides: boolean } | undefined;
  #odometer: number;
  #heading: number;
  #motorC: number;
  #controllerC: number;
  #garage: 'open' | 'roof' | 'cellar' = 'open';
  #fault: { code: TroubleCode; until: number } | undefined;
  readonly #cells: Cells | undefined;
  locked = true;
  armed = true;
  acc = false;
  seatOpen = false;
  readonly soundOfScene = new Map<string, string>();
  /** Voices of holidays by their id: what it was told of them. */
  readonly voices = new Map<string, Readonly<Record<string, unknown>>>();
  /** Remotely locked: it does not ride until released. */
  immobilised = false;
  /** km/h, set from afar; absent: the model's own. */
  speedLimitKmh: number | undefined;

  constructor(spec: SimulatedVehicle, streets: Streets, now: number) {
    this.spec = spec;
    this.#streets = streets;
    this.#now = now;
    const character = new Random(spec.seed);
    this.persona = personaOf(character);
    this.random = new Random(spec.seed ^ Math.floor(now / 1000));
    const { last } = spec;
    const place =
      typeof last?.lng === 'number' && typeof last.lat === 'number' ? { lng: last.lng, lat: last.lat } : spec.home;
    this.#at = streets.toPoint(place);
    const ambient = ambientAt(now);
    this.pack = new Pack(
      {
        voltageV: spec.voltageV,
        capacityAh: spec.capacityAh,
        rangeKm: spec.rangeKm,
        appetite: character.between(0.95, 1.2),
        chargeRate: character.between(0.7, 1.2),
      },
      { soc: last?.soc ?? character.int(40, 95), cycles: last?.cycles ?? character.int(5, 260), soh: last?.soh ?? 97 },
      ambient,
      this.random,
    );
    if (spec.cells) this.#cells = new Cells(spec.cells, new Random(spec.seed ^ 0x5ce1));
    this.#odometer = last?.odometerM ?? character.int(200_000, 9_000_000);
    this.#heading = this.random.between(0, 2 * Math.PI);
    this.#motorC = this.#controllerC = ambient;
    this.parts = partsOf(spec);
    if (this.random.chance(rideShare(this.persona, now)) && this.pack.charge > lowCharge) this.#setOff();
    else this.#park();
  }

  get riding(): boolean {
    return this.#ride !== undefined;
  }
  /** m/s. */
  get speed(): number {
    return this.#ride?.speed ?? 0;
  }
  get charging(): boolean {
    return this.pack.charging && this.pack.charge < 1;
  }
  /** When standing ends, ms since epoch; undefined while riding. */
  get wakesAt(): number | undefined {
    return this.#stand?.until;
  }
  /** Below ground or under a bridge: no satellites. */
  get hidden(): boolean {
    return this.#ride ? this.#ride.inTunnel : this.#garage === 'cellar';
  }

  /** Lets life go on until `now`, ms since epoch. */
  advance(now: number): void {
    while (this.#now < now) {
      if (this.#ride) this.#rideOn(this.#ride);
      else this.#rest(Math.min(now, this.#now + 30_000));
    }
  }

  #rideOn(ride: Ride): void {
    this.#now += 1000;
    const { speed, acceleration, metres } = ride.step();
    this.#odometer += metres;
    this.#at = ride.point ?? this.#at;
    this.#heading = ride.heading;
    const ambient = ambientAt(this.#now);
    this.pack.ride(speed, acceleration, 1);
    this.pack.settle(1, ambient);
    const load = clamp(Math.abs(this.pack.current) / this.spec.capacityAh, 0, 2);
    this.#motorC += (ambient + 24 + 32 * load - this.#motorC) / 240;
    this.#controllerC += (ambient + 14 + 24 * load - this.#controllerC) / 200;
    if (ride.finished || this.pack.charge <= 0.02) this.#park();
  }

  #rest(until: number): void {
    const seconds = (until - this.#now) / 1000;
    this.#now = until;
    const ambient = ambientAt(until);
    this.pack.rest(seconds, ambient);
    const cooling = 1 - Math.exp(-seconds / 900);
    this.#motorC += (ambient - this.#motorC) * cooling;
    this.#controllerC += (ambient - this.#controllerC) * cooling;
    if (!this.#stand || until < this.#stand.until) return;
    const low = this.pack.charge < (this.pack.charging ? 0.5 : lowCharge);
    if (this.#stand.thenRides && !low && !this.immobilised) this.#setOff();
    else this.#stayOn();
  }

  #setOff(): void {
    this.#stand = undefined;
    this.pack.charging = false;
    this.acc = true;
    this.locked = this.armed = this.seatOpen = false;
    const here = this.#streets.nearest(this.#at);
    const target = this.#streets.nearest(this.#destination());
    const start = stretch(this.#at, this.#streets.point(here));
    const legs = [start, ...findRoute(this.#streets, here, target)];
    const top = Math.min(this.spec.maxSpeedKmh, this.speedLimitKmh ?? Infinity, 58);
    // Couriers know the traffic and save their battery.
    const [from, to] = this.persona === 'courier' ? [0.55, 0.75] : [0.72, 0.96];
    this.#ride = new Ride(legs, (top / 3.6) * this.random.between(from, to), this.random);
  }

  /** Somewhere around here, but not ever further from home. */
  #destination(): Point {
    const home = this.#streets.toPoint(this.spec.home);
    if (this.persona !== 'courier' && this.random.chance(0.4)) return home;
    const [dx, dy] = [home.x - this.#at.x, home.y - this.#at.y];
    const away = Math.hypot(dx, dy);
    const metres = tripMetres(this.persona, this.random);
    const homeward = Math.atan2(dx, dy);
    const angle =
      away > maxFromHome - metres ? homeward + this.random.normal(0, 0.5) : this.random.between(0, 2 * Math.PI);
    return { x: this.#at.x + Math.sin(angle) * metres, y: this.#at.y + Math.cos(angle) * metres };
  }

  #park(): void {
    this.#ride = undefined;
    this.acc = false;
    this.locked = true;
    this.armed = true;
    const draw = this.random.next();
    this.#garage = draw < 0.05 ? 'cellar' : draw < 0.28 ? 'roof' : 'open';
    this.#stayOn();
  }

  #stayOn(): void {
    const { ms, thenRides } = nextStand(this.persona, this.#now, this.random);
    this.#stand = { until: this.#now + ms, thenRides };
    const plug = this.pack.charge < lowCharge || (this.pack.charge < 0.75 && this.random.chance(0.75));
    if (plug) this.pack.charging = true;
    else if (this.pack.charge >= 1) this.pack.charging = false;
  }

  /** Switches the power from afar; it stays where it is. */
  setPower(on: boolean): void {
    this.acc = on;
    if (on) this.locked = this.armed = false;
  }

  /** The codes that are active now; one comes and goes every few days. */
  #troubleCodes(): readonly TroubleCode[] {
    if (this.#fault && this.#now > this.#fault.until) this.#fault = undefined;
    return this.#fault ? [this.#fault.code] : [];
  }

  /** Perhaps something breaks, given the time since the last look. @returns whether the codes changed */
  wear(seconds: number): boolean {
    const had = this.#fault !== undefined;
    this.#troubleCodes();
    if (!this.#fault && this.random.chance(seconds / (4 * 24 * 3600))) {
      const [ecu, code] = this.random.pick(faults);
      this.#fault = { code: { ecu, code, active: true }, until: this.#now + this.random.between(0.3, 5) * hourMs };
    }
    return had !== (this.#fault !== undefined);
  }

  clearFaults(): void {
    this.#fault = undefined;
  }

  /** What the sensors say now. @param full with part versions, SIM and trouble codes, as after a start */
  sample(full: boolean): Sample {
    const { pack, random } = this;
    const share = 1 / Math.max(1, this.spec.batterySns.length);
    const packs = this.spec.batterySns.map((sn, n) => ({
      sn,
      slot: n + 1,
      soc: pack.soc,
      soh: Math.round(pack.soh),
      v: round(pack.voltage, 2),
      i: round(pack.current * share, 2),
      tMax: round(pack.temperature + 1.2 + 0.3 * n, 1),
      tMin: round(pack.temperature - 0.8, 1),
      cyc: pack.cycles,
      chg: this.charging,
      ...this.#cells?.report(pack, n, this.charging),
    }));
    const csq = clamp(Math.round(random.normal(this.hidden ? 9 : 22, 3)), 2, 31);
    return {
      ts: this.#now,
      tsq: this.hidden ? 'rtc' : 'gnss',
      pos: this.#position(),
      ...(packs.length > 0 && { bat: packs }),
      st: {
        acc: this.acc,
        locked: this.locked,
        armed: this.armed,
        seat: this.seatOpen,
        stand: this.riding ? 'up' : 'down',
        gear: this.riding ? 2 : 0,
      },
      odo: Math.round(this.#odometer),
      tmp: { motor: round(this.#motorC, 1), ctrl: round(this.#controllerC, 1) },
      net: {
        csq,
        rsrp: 2 * csq - 123 + random.int(-2, 2),
        aux: round(random.normal(12.6, 0.05), 2),
        ...(full && this.spec.iccid !== null && { iccid: this.spec.iccid }),
      },
      ...(full && {
        ecu: reportParts(this.parts),
        dtc: this.#troubleCodes(),
      }),
    };
  }

  #position(): NonNullable<Sample['pos']> {
    const { random } = this;
    const spd = round(this.speed, 2);
    const hdg = round(((((this.#heading * 180) / Math.PI) % 360) + 360) % 360, 1) % 360;
    if (this.hidden) return { spd, hdg, sat: random.int(0, 3), hdop: round(random.between(9, 30), 1), fix: 0 };
    const roof = !this.riding && this.#garage === 'roof';
    const sigma = roof ? 7 : this.riding ? 2 : 1.2;
    const { lng, lat } = this.#streets.toPlace({
      x: this.#at.x + random.normal(0, sigma),
      y: this.#at.y + random.normal(0, sigma),
    });
    const sat = roof ? random.int(5, 8) : clamp(Math.round(random.normal(14, 2)), 8, 22);
    return {
      lat: round(lat, 6),
      lng: round(lng, 6),
      spd,
      hdg,
      sat,
      hdop: round(roof ? random.between(1.8, 4.5) : random.between(0.6, 1.3), 1),
      fix: 3,
    };
  }
}
