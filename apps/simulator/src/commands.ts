import type { CommandDownlink, CommandUplink } from '@wheelhouse/contract/device/payloads';
import type { Vehicle } from './vehicle.ts';

/** Codes of a rejected or failed command. */
export const refusal = { unsupported: 1, expired: 2, moving: 3, badArgument: 4, lowCharge: 5, mechanical: 6 } as const;

export interface CommandContext {
  readonly vehicle: Vehicle;
  /** Reports a step; `data` only with a result. */
  readonly answer: (state: CommandUplink['st'], code: number, data?: Readonly<Record<string, unknown>>) => void;
  readonly reboot: () => void;
  readonly schedule: (work: () => void, ms: number) => void;
}

type Args = CommandDownlink['args'];
type Result = { readonly code: number } | { readonly data?: Readonly<Record<string, unknown>> };
/** Does it; a code refuses it. */
type Deed = (vehicle: Vehicle, args: Args) => Result;

const done: Result = {};
const set =
  (change: (vehicle: Vehicle) => void): Deed =>
  (vehicle) => {
    change(vehicle);
    return done;
  };
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const deeds: Readonly<Record<string, Deed>> = {
  query: (vehicle) => ({
    data: { soc: vehicle.pack.soc, locked: vehicle.locked, acc: vehicle.acc, speed: vehicle.speed },
  }),
  find: (_vehicle, args) => ({ data: { seconds: number(args['seconds']) ?? 10 } }),
  lock: set((vehicle) => (vehicle.locked = vehicle.armed = true)),
  unlock: set((vehicle) => (vehicle.locked = vehicle.armed = false)),
  arm: set((vehicle) => (vehicle.armed = true)),
  disarm: set((vehicle) => (vehicle.armed = false)),
  powerOn: set((vehicle) => vehicle.setPower(true)),
  powerOff: set((vehicle) => vehicle.setPower(false)),
  seatOpen: set((vehicle) => (vehicle.seatOpen = true)),
  cutPower: set((vehicle) => {
    vehicle.immobilised = true;
    vehicle.setPower(false);
  }),
  restorePower: set((vehicle) => (vehicle.immobilised = false)),
  reboot: () => done,
  clearFault: set((vehicle) => vehicle.clearFaults()),
  setSpeedLimit: (vehicle, args) => {
    const kmh = number(args['maxKmh']) ?? number(args['kmh']);
    if (kmh === undefined || kmh < 6) return { code: refusal.badArgument };
    vehicle.speedLimitKmh = kmh;
    return { data: { maxKmh: kmh } };
  },
  readParam: (vehicle, args) => ({ data: { name: args['name'] ?? null, value: vehicle.random.int(0, 65_535) } }),
  writeParam: (_vehicle, args) => ({ data: { name: args['name'] ?? null, value: args['value'] ?? null } }),
  readBms: ({ pack }) => {
    const cells = Array.from({ length: 13 }, (_, n) => Math.round((pack.voltage / 13) * 1000 + Math.sin(n * 7) * 6));
    return { data: { soc: pack.soc, cellsMv: cells, tempC: Math.round(pack.temperature * 10) / 10 } };
  },
  uploadLog: (_vehicle, args) => ({ data: { minutes: number(args['minutes']) ?? 10 } }),
  raw: (_vehicle, args) => ({ data: { hex: `06${String(args['hex'] ?? '').slice(0, 8)}00` } }),
};
/** Never while it is moving, whatever the sender forgot to say. */
const onlyStanding = new Set(['powerOff', 'cutPower', 'seatOpen', 'reboot', 'lock']);

const remembered = 100;
const silentShare = 0.03;
const failShare = 0.02;

/** A device's side of remote control: checks, does, reports each step, answers a repeated id with what came of it. */
export class Commands {
  readonly #results = new Map<string, Parameters<CommandContext['answer']>[]>();

  handle(command: CommandDownlink, now: number, context: CommandContext): void {
    const known = this.#results.get(command.id);
    if (known) {
      const last = known.at(-1);
      if (last) context.answer(...last);
      return;
    }
    const steps: Parameters<CommandContext['answer']>[] = [];
    this.#results.set(command.id, steps);
    const [oldest] = this.#results.keys();
    if (this.#results.size > remembered && oldest !== undefined) this.#results.delete(oldest);
    const answer: CommandContext['answer'] = (...step) => {
      steps.push(step);
      context.answer(...step);
    };
    const deed = Object.hasOwn(deeds, command.type) ? deeds[command.type] : undefined;
    const refused = !deed ? refusal.unsupported : this.#refuses(command, now, context.vehicle);
    if (!deed || refused !== undefined) return answer('rejected', refused ?? refusal.unsupported);
    this.#run(command, deed, context, answer);
  }

  #refuses(command: CommandDownlink, now: number, vehicle: Vehicle): number | undefined {
    if (command.exp > 0 && now > command.exp) return refusal.expired;
    const limit = command.if?.maxSpeed ?? (onlyStanding.has(command.type) ? 1 : Infinity);
    return vehicle.speed > limit ? refusal.moving : undefined;
  }

  #run(
    command: CommandDownlink,
    deed: Deed,
    { vehicle, reboot, schedule }: CommandContext,
    answer: CommandContext['answer'],
  ): void {
    const { random } = vehicle;
    answer('received', 0);
    // Now and then a device falls silent: the platform has to live with it.
    if (random.chance(silentShare)) return;
    const begin = random.between(150, 600);
    schedule(() => answer('executing', 0), begin);
    schedule(
      () => {
        if (random.chance(failShare)) return answer('failed', refusal.mechanical);
        const result = deed(vehicle, command.args);
        if ('code' in result) return answer('failed', result.code);
        answer('succeeded', 0, result.data ?? {});
        if (command.type === 'reboot') schedule(reboot, 300);
      },
      begin + random.between(800, 4_300),
    );
  }
}
