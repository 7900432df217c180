import { clamp, type Random } from './random.ts';

export interface PackOptions {
  readonly voltageV: number;
  readonly capacityAh: number;
  readonly rangeKm: number;
  /** Energy the rider and their speed take, against the maker's figure; about 1.1. */
  readonly appetite: number;
  /** Charging current as a share of the capacity per hour. */
  readonly chargeRate: number;
}

const idleWatt = 12;
/** Above this the charger turns the current down. */
const taperFrom = 0.85;

/** A battery: charge, voltage, current, temperature. Current is negative while discharging. */
export class Pack {
  readonly #options: PackOptions;
  readonly #random: Random;
  readonly #energyWh: number;
  /** 0–1. */
  charge: number;
  cycles: number;
  soh: number;
  /** A. */
  current = 0;
  temperature: number;
  charging = false;
  #cyclePart = 0;

  constructor(
    options: PackOptions,
    state: { soc: number; cycles: number; soh: number },
    ambient: number,
    random: Random,
  ) {
    this.#options = options;
    this.#random = random;
    this.#energyWh = options.voltageV * options.capacityAh;
    this.charge = clamp(state.soc, 0, 100) / 100;
    this.cycles = state.cycles;
    this.soh = state.soh;
    this.temperature = ambient;
  }

  get soc(): number {
    return Math.round(this.charge * 100);
  }

  /** V: higher when full, lower under load. */
  get voltage(): number {
    const { voltageV, capacityAh } = this.#options;
    const rest = voltageV * (0.88 + 0.22 * this.charge - (this.charge < 0.1 ? (0.1 - this.charge) * 0.6 : 0));
    return rest + this.current * (0.9 / capacityAh) + this.#random.normal(0, 0.03);
  }

  /** Takes what a second of riding needs. @param speed m/s @param acceleration m/s² */
  ride(speed: number, acceleration: number, seconds: number): void {
    const { rangeKm, appetite, voltageV, capacityAh } = this.#options;
    const whPerKm = (this.#energyWh / rangeKm) * appetite;
    const drag = 0.7 + 0.3 * (speed / 9) ** 2;
    const watt = idleWatt + whPerKm * speed * 3.6 * drag + 150 * Math.max(0, acceleration) * speed;
    // Brakes give a little back.
    const back = acceleration < -0.8 ? 20 * speed : 0;
    this.#flow(clamp((back - watt) / voltageV, -2.5 * capacityAh, 0.3 * capacityAh), seconds);
  }

  /** Stands, on the charger or not. */
  rest(seconds: number, ambient: number): void {
    const { capacityAh, chargeRate, voltageV } = this.#options;
    if (this.charging && this.charge < 1) {
      const taper = this.charge < taperFrom ? 1 : clamp((1.02 - this.charge) / (1.02 - taperFrom), 0.06, 1);
      this.#flow(capacityAh * chargeRate * taper, seconds);
    } else {
      this.#flow(-1.5 / voltageV, seconds);
    }
    this.settle(seconds, ambient);
  }

  /** Temperature follows current and surroundings. */
  settle(seconds: number, ambient: number): void {
    const load = Math.abs(this.current) / this.#options.capacityAh;
    const target = ambient + 9 * load;
    this.temperature += (target - this.temperature) * (1 - Math.exp(-seconds / 1500));
  }

  #flow(current: number, seconds: number): void {
    this.current = current;
    const share = (current * seconds) / 3600 / this.#options.capacityAh;
    this.charge = clamp(this.charge + share / (this.soh / 100), 0, 1);
    if (share < 0) this.#cyclePart -= share;
    if (this.#cyclePart >= 1) {
      this.#cyclePart -= 1;
      this.cycles++;
      this.soh = Math.max(60, this.soh - 0.015);
    }
  }
}
