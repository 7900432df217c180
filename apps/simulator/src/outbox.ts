import { formatMid, type Sample } from '@wheelhouse/contract/device/payloads';
import type { UplinkKind } from '@wheelhouse/contract/device/topics';
import type { Random } from './random.ts';

/** Hands a payload to the network. */
export type Send = (kind: UplinkKind, payload: string) => void;

const maxKept = 2_000;
const perMessage = 20;
const repeatChance = 0.01;

/** Numbers what a device says, keeps samples while there is no signal, and brings in the disorder of real networks. */
export class Outbox {
  readonly #send: Send;
  readonly #random: Random;
  #kept: Sample[] = [];
  #boot = 0;
  #seq = 0;

  constructor(send: Send, random: Random) {
    this.#send = send;
    this.#random = random;
  }

  /** A power-up: the counter is the clock in seconds, so that it also rises from one run of the fleet to the next. */
  powerUp(now: number): void {
    this.#boot = Math.max(this.#boot + 1, Math.floor(now / 1000) - 1_700_000_000);
    this.#seq = 0;
  }

  /** An uplink other than telemetry. */
  say(kind: Exclude<UplinkKind, 'telemetry' | 'status'>, body: Readonly<Record<string, unknown>>): void {
    this.#send(kind, JSON.stringify({ v: 1, mid: this.#mid(), ...body }));
  }

  /** Keeps a sample for when the signal is back; the oldest go first when the memory is full. */
  keep(sample: Sample): void {
    this.#kept.push(sample);
    if (this.#kept.length > maxKept) this.#kept.splice(0, this.#kept.length - maxKept);
  }

  get kept(): number {
    return this.#kept.length;
  }

  /** Sends a sample; what was kept follows in batches, in whatever order. */
  report(sample: Sample): void {
    this.#batch([sample]);
    const late = this.#kept;
    if (late.length === 0) return;
    this.#kept = [];
    const batches: Sample[][] = [];
    while (late.length > 0) batches.push(late.splice(0, this.#random.int(3, perMessage)));
    const messages = batches.map((samples) => this.#message(samples));
    for (const message of this.#random.shuffle(messages)) this.#send('telemetry', message);
  }

  #batch(samples: readonly Sample[]): void {
    const message = this.#message(samples);
    this.#send('telemetry', message);
    // An acknowledgement that went missing: the same message once more.
    if (this.#random.chance(repeatChance)) this.#send('telemetry', message);
  }

  #message(samples: readonly Sample[]): string {
    return JSON.stringify({ v: 1, mid: this.#mid(), s: samples });
  }

  #mid(): string {
    return formatMid(this.#boot, this.#seq++);
  }
}
