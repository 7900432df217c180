import { clamp, type Random } from './random.ts';
import type { Leg } from './route.ts';
import type { Point } from './streets.ts';

const comfortableBrake = 1.8;
const hardestBrake = 2.8;

/** What a ride asks of the vehicle in one second. */
export interface Motion {
  /** m/s. */
  readonly speed: number;
  /** m/s². */
  readonly acceleration: number;
  /** Metres of this second. */
  readonly metres: number;
}

/** A ride along a route, second by second: speeds up and brakes within limits, slows down for corners, waits at red lights. */
export class Ride {
  readonly #legs: readonly Leg[];
  readonly #random: Random;
  /** Wished speed on a free street, m/s. */
  readonly #cruise: number;
  #leg = 0;
  #along = 0;
  #speed = 0;
  #wait = 0;
  /** Whether the light ahead is red for us; decided when it comes into view. */
  #red: boolean | undefined;

  constructor(legs: readonly Leg[], cruise: number, random: Random) {
    this.#legs = legs.filter((leg) => leg.length > 0.5);
    this.#cruise = cruise;
    this.#random = random;
  }

  get finished(): boolean {
    return this.#leg >= this.#legs.length;
  }
  get speed(): number {
    return this.#speed;
  }
  /** Radians from north, clockwise. */
  get heading(): number {
    return (this.#current ?? this.#legs.at(-1))?.heading ?? 0;
  }
  get inTunnel(): boolean {
    return this.#current?.tunnel ?? false;
  }
  get point(): Point | undefined {
    const leg = this.#current;
    if (!leg) return this.#legs.at(-1)?.to;
    const share = this.#along / leg.length;
    return { x: leg.from.x + (leg.to.x - leg.from.x) * share, y: leg.from.y + (leg.to.y - leg.from.y) * share };
  }

  get #current(): Leg | undefined {
    return this.#legs[this.#leg];
  }

  /** Lets one second pass. */
  step(): Motion {
    const before = this.#speed;
    const leg = this.#current;
    if (!leg) {
      this.#speed = 0;
    } else if (this.#wait > 0) {
      this.#wait--;
      this.#speed = 0;
      if (this.#wait === 0) this.#red = false;
    } else {
      const wish = Math.min(this.#cruise * leg.flow + this.#random.normal(0, 0.3), this.#limitAhead(leg));
      this.#speed = clamp(wish, Math.max(0, before - hardestBrake), before + this.#random.between(0.7, 1.5));
    }
    const metres = this.#advance((before + this.#speed) / 2);
    return { speed: this.#speed, acceleration: this.#speed - before, metres };
  }

  /** The speed from which it can still come down to what the end of the leg allows. */
  #limitAhead(leg: Leg): number {
    const left = leg.length - this.#along;
    if (leg.light && left < 60) this.#red ??= this.#random.chance(0.45);
    const stopHere = (leg.light && this.#red === true) || this.#leg === this.#legs.length - 1;
    const corner = stopHere ? 0 : cornerSpeed(leg, this.#legs[this.#leg + 1]);
    const limit = Math.sqrt(corner * corner + 2 * comfortableBrake * Math.max(0, left - (stopHere ? 2 : 0)));
    if (stopHere && left < 4) return this.#stop(leg, left);
    return Math.max(limit, stopHere ? 0.8 : corner);
  }

  #stop(leg: Leg, left: number): number {
    if (this.#speed > 2) return Math.max(0.5, left / 2);
    if (leg.light && this.#red === true) this.#wait = this.#random.int(5, 45);
    else this.#along = leg.length;
    return 0;
  }

  #advance(wanted: number): number {
    let rest = wanted;
    for (let leg = this.#current; leg && rest > 0; leg = this.#current) {
      const left = leg.length - this.#along;
      if (rest < left) {
        this.#along += rest;
        rest = 0;
        break;
      }
      rest -= left;
      this.#nextLeg();
    }
    if (this.#current && this.#along >= this.#current.length) this.#nextLeg();
    return wanted - Math.max(0, rest);
  }

  #nextLeg(): void {
    this.#leg++;
    this.#along = 0;
    this.#red = undefined;
  }
}

/** m/s at which a scooter takes the corner between two legs. */
function cornerSpeed(leg: Leg, next: Leg | undefined): number {
  if (!next) return 0;
  const turn = Math.abs(Math.atan2(Math.sin(next.heading - leg.heading), Math.cos(next.heading - leg.heading)));
  if (turn > 1) return 3.2;
  return turn > 0.5 ? 5 : 30;
}
