import { commandCodes } from '@wheelhouse/contract/device/command-codes';
import type { CommandDownlink, CommandUplink } from '@wheelhouse/contract/device/payloads';
import { answerFrame } from './frames.ts';
import type { Vehicle } from './vehicle.ts';

/** Codes of a rejected or failed command. */
export const refusal = commandCodes;

export interface CommandContext {
  readonly vehicle: Vehicle;
  /** Reports a step; `data` only with a result. */
  readonly answer: (state: CommandUplink['st'], code: number, data?: Readonly<Record<string, unknown>>) => void;
  readonly reboot: () => void;
  /** SHA-256 of a file of the platform, hex. @throws Error it does not come */
  readonly load: (path: string) => Promise<string>;
  readonly schedule: (work: () => void, ms: number) => void;
}

type Args = CommandDownlink['args'];
type Result = { readonly code: number } | { readonly data?: Readonly<Record<string, unknown>> };
/** Does it; a code refuses it. */
type Action = (vehicle: Vehicle, args: Args, load: CommandContext['load']) => Result | Promise<Result>;

const done: Result = {};
const set =
  (change: (vehicle: Vehicle) => void): Action =>
  (vehicle) => {
    change(vehicle);
    return done;
  };
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The maker's own code: a file did not come, or is not the one that was announced. */
export const notLoaded = 20;

const actions: Readonly<Record<string, Action>> = {
  query: (vehicle) => ({
    data: { soc: vehicle.pack.soc, locked: vehicle.locked, acc: vehicle.acc, speed: vehicle.speed },
  }),
  // The report that follows names every part.
  queryVersion: () => done,
  find: (_vehicle, args) => ({ data: { seconds: number(args['seconds']) ?? 10 } }),
  lock: set((vehicle) => (vehicle.locked = vehicle.armed = true)),
  unlock: set((vehicle) => (vehicle.locked = vehicle.armed = false)),
  arm: set((vehicle) => (vehicle.armed = true)),
  disarm: set((vehicle) => (vehicle.armed = false)),
  powerOn: (vehicle) => {
    if (vehicle.immobilised) return { code: refusal.mechanical };
    if (vehicle.pack.soc < emptySoc) return { code: refusal.lowCharge };
    vehicle.setPower(true);
    return done;
  },
  powerOff: set((vehicle) => vehicle.setPower(false)),
  seatOpen: set((vehicle) => (vehicle.seatOpen = true)),
  cutPower: set((vehicle) => {
    vehicle.immobilised = true;
    vehicle.setPower(false);
  }),
  restorePower: set((vehicle) => (vehicle.immobilised = false)),
  reboot: () => done,
  setSpeedLimit: (vehicle, args) => {
    const kmh = number(args['maxKmh']) ?? number(args['kmh']);
    if (kmh === undefined || kmh < 6) return { code: refusal.badArgument };
    vehicle.speedLimitKmh = kmh;
    return { data: { maxKmh: kmh } };
  },
  setSound: (vehicle, args) => {
    const { soundId, scene, version, url } = args;
    if (typeof url !== 'string' || (typeof scene !== 'string' && typeof scene !== 'number'))
      return { code: refusal.badArgument };
    vehicle.soundOfScene.set(String(scene), String(soundId));
    return { data: { soundId, scene, version } };
  },
  // What it holds already is not loaded again.
  setVoice: async (vehicle, args, load) => {
    const { voiceId, url, sha256 } = args;
    if (typeof voiceId !== 'string' || typeof url !== 'string' || typeof sha256 !== 'string')
      return { code: refusal.badArgument };
    const isHeld = vehicle.voices.get(voiceId)?.['sha256'] === sha256;
    if (!isHeld && (await load(url).catch(() => undefined)) !== sha256) return { code: notLoaded };
    vehicle.voices.set(voiceId, args);
    return { data: { voiceId, sha256 } };
  },
  removeVoice: (vehicle, { voiceId }) => {
    vehicle.voices.delete(String(voiceId));
    return done;
  },
  debug: (vehicle, args) => {
    const hex = answerFrame(vehicle, args);
    if (hex === undefined) return { code: refusal.badArgument };
    return { data: { hex } };
  },
};
/** Never while it is moving, whatever the sender forgot to say. */
const onlyStanding = new Set(['powerOff', 'cutPower', 'seatOpen', 'reboot', 'lock']);

/** Nothing moves for these, so nothing can be stuck. */
const harmless = new Set(['query', 'queryVersion']);

/** Below this charge it does not power up. */
const emptySoc = 3;

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
    const action = Object.hasOwn(actions, command.type) ? actions[command.type] : undefined;
    const refused = !action ? refusal.unsupported : this.#refuses(command, now, context.vehicle);
    if (!action || refused !== undefined) return answer('rejected', refused ?? refusal.unsupported);
    this.#run(command, action, context, answer);
  }

  #refuses(command: CommandDownlink, now: number, vehicle: Vehicle): number | undefined {
    if (command.exp > 0 && now > command.exp) return refusal.expired;
    const limit = command.if?.maxSpeed ?? (onlyStanding.has(command.type) ? 1 : Infinity);
    return vehicle.speed > limit ? refusal.moving : undefined;
  }

  #run(
    command: CommandDownlink,
    action: Action,
    { vehicle, reboot, load, schedule }: CommandContext,
    answer: CommandContext['answer'],
  ): void {
    const { random } = vehicle;
    answer('received', 0);
    // Now and then a device falls silent: the platform has to live with it.
    if (random.chance(silentShare)) return;
    const begin = random.between(150, 600);
    schedule(() => answer('executing', 0), begin);
    const end = (result: Result): void => {
      if ('code' in result) return answer('failed', result.code);
      answer('succeeded', 0, result.data ?? {});
      if (command.type === 'reboot') schedule(reboot, 300);
    };
    schedule(
      () => {
        if (!harmless.has(command.type) && random.chance(failShare)) return answer('failed', refusal.mechanical);
        const result = action(vehicle, command.args, load);
        if (result instanceof Promise) void result.then(end);
        else end(result);
      },
      begin + random.between(800, 4_300),
    );
  }
}
