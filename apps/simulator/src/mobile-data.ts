import { dataPurposes, type DeviceKb } from '@wheelhouse/contract/device/payloads';
import { formatDay } from '@wheelhouse/contract/time';

type Purpose = (typeof dataPurposes)[number];
/** What TLS, TCP and IP add to a message and its acknowledgement. */
const overheadBytes = 180;
const reportMs = 600_000;

const nothing = (): Record<Purpose, number> => ({ telemetry: 0, ota: 0, log: 0, other: 0 });

/** What messages of a topic are for, in either direction. */
export const purposeOf = (kind: string): Purpose =>
  kind === 'telemetry' || kind === 'ota' ? kind : kind === 'log' || kind === 'debug' ? 'log' : 'other';

/** Counts what a control unit moves over its card, by day (Asia/Shanghai) and purpose. */
export class MobileData {
  #day = '';
  #bytes = nothing();
  /** Days that have ended, not reported yet. */
  readonly #ended: DeviceKb[] = [];
  #reportedAt = 0;

  /** @param bytes of one message, or of what was downloaded */
  count(purpose: Purpose, bytes: number, now: number): void {
    this.#turn(now);
    this.#bytes[purpose] += bytes + overheadBytes;
  }

  /** What the next sample is to say: every ten minutes the day so far, after midnight once more the day before. */
  due(now: number): DeviceKb | undefined {
    this.#turn(now);
    const ended = this.#ended.shift();
    if (ended) return ended;
    if (now - this.#reportedAt < reportMs) return undefined;
    this.#reportedAt = now;
    return this.#told();
  }

  #turn(now: number): void {
    const day = formatDay(new Date(now));
    if (day === this.#day) return;
    if (this.#day !== '') this.#ended.push(this.#told());
    this.#day = day;
    this.#bytes = nothing();
  }

  #told(): DeviceKb {
    const kb = Object.fromEntries(dataPurposes.map((purpose) => [purpose, Math.ceil(this.#bytes[purpose] / 1024)]));
    return { day: this.#day, ...kb };
  }
}
