import type { DebugDownlink, LogUplink } from '@wheelhouse/contract/device/payloads';
import type { Vehicle } from './vehicle.ts';

type Lines = Omit<LogUplink, 'v' | 'mid'>;

const everyMs = 2_000;
const defaultBudget = 65_536;
const longestMs = 30 * 60_000;

/** A remote-debug session: log lines of the parts until it is switched off, its time is over or its budget of bytes is used up. */
export class DebugSession {
  readonly #vehicle: Vehicle;
  readonly #say: (body: Lines) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(vehicle: Vehicle, say: (body: Lines) => void) {
    this.#vehicle = vehicle;
    this.#say = say;
  }

  handle({ sid, on, level, bytes, exp }: DebugDownlink): void {
    this.stop();
    if (!on) return;
    let left = bytes ?? defaultBudget;
    const until = Math.min(exp ?? Infinity, Date.now() + longestMs);
    this.#timer = setInterval(() => {
      const lines = this.#lines(level ?? 'I');
      if (Date.now() > until) return this.stop();
      if (lines.length === 0) return;
      left -= lines.reduce((sum, line) => sum + line.length, 0);
      if (left <= 0) return this.stop();
      this.#say({ sid, lvl: level ?? 'I', ecu: 'VCU', ts: Date.now(), lines, left });
    }, everyMs);
  }

  /** The more is asked for, the more it says. */
  #lines(level: string): string[] {
    const { pack, speed, acc, random } = this.#vehicle;
    if (level === 'E' || level === 'W')
      return random.chance(0.25)
        ? [`wdg task=${random.pick(['gnss', 'mqtt', 'can'])} late=${random.int(20, 400)}ms`]
        : [];
    const lines = [
      `can 0x18FF50E5 ${hex(random.int(0, 0xffff))} ${hex(Math.round(speed * 100))} ${hex(pack.soc)}`,
      `bms u=${pack.voltage.toFixed(2)}V i=${pack.current.toFixed(1)}A t=${pack.temperature.toFixed(1)}C`,
    ];
    if (random.chance(0.3)) lines.push(`pwr acc=${acc ? 1 : 0} wake=rtc heap=${random.int(21_000, 34_000)}`);
    if (level === 'D') lines.push(`can 0x18FF60E5 ${hex(random.int(0, 0xffff))} ${hex(random.int(0, 0xffff))}`);
    if (random.chance(0.2)) lines.push(`net rssi=${-random.int(60, 105)} cell=${hex(random.int(0, 0xffff))}`);
    return lines;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
