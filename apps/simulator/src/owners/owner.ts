import type { SimulatedOwner } from '@wheelhouse/contract/simulated-fleet';
import { Random } from '../random.ts';
import { acts } from './acts.ts';
import { nextOpening } from './openings.ts';
import { phoneOf, type Phone } from './phone.ts';
import { Away, Refused, SignedOut, type AppServer } from './server.ts';
import type { Act, Memory, Session } from './session.ts';

const hourMs = 3_600_000;
/** Who waits for an answer looks this many times as often, for so long after they have written; most of these looks are short. */
const [keenness, keenMs] = [16, 2 * hourMs];
/** What was refused is not tried again for so long. */
const restMs = 6 * hourMs;

/** An owner and their phone: when they open the app, and what they do there. */
export class Owner {
  readonly #spec: SimulatedOwner;
  readonly #phone: Phone;
  readonly #random: Random;
  readonly #memory: Memory;
  /** Until when an act is left alone, by its name. */
  readonly #resting = new Map<string, number>();
  #wakesAt = 0;

  /** @param now milliseconds since 1970, as everywhere here */
  constructor(spec: SimulatedOwner, now: number) {
    this.#spec = spec;
    this.#phone = phoneOf(spec, new Random(spec.seed));
    this.#random = new Random(spec.seed ^ Math.floor(now / 1000));
    const { waits } = spec;
    this.#memory = {
      registeredOn: -1,
      checkedOn: -1,
      wroteAt: waits ? now : 0,
      waits,
      hasRepairs: waits,
      seen: new Map(),
    };
    this.postpone(now);
  }

  /** When they open the app. */
  get wakesAt(): number {
    return this.#wakesAt;
  }

  /** They do something else now, and open the app at another time. */
  postpone(now: number): void {
    this.#wakesAt = nextOpening(now, this.#random, this.#isKeen(now) ? keenness : 1);
  }

  #isKeen(now: number): boolean {
    const { waits, hasRepairs, wroteAt } = this.#memory;
    return (waits || hasRepairs) && now - wroteAt < keenMs;
  }

  /** Opens the app. @throws Error what is no refusal and no failure of the server */
  async open(now: number, server: AppServer, promoCodes: readonly string[]): Promise<void> {
    const caller = { token: this.#spec.token, agent: this.#phone.agent };
    const session: Session = {
      now,
      spec: this.#spec,
      phone: this.#phone,
      memory: this.#memory,
      random: this.#random,
      promoCodes,
      ask: (key, input) => server.ask(caller, key, input),
      open: (path) => server.open(caller, path),
    };
    const isShort = this.#isKeen(now) && !this.#random.chance(1 / keenness);
    try {
      for (const act of acts) if (act.short || !isShort) await this.#perhaps(act, session);
      this.postpone(now);
    } catch (error) {
      this.postpone(now);
      if (error instanceof SignedOut) this.#wakesAt = now + restMs;
      else if (!(error instanceof Away)) throw error;
    }
  }

  /** Does something by its chance. What fails is left alone for a while; without a server or a token the app is closed. */
  async #perhaps(act: Act, session: Session): Promise<void> {
    if (session.now < (this.#resting.get(act.name) ?? 0)) return;
    if (act.can?.(session) === false || !this.#random.chance(act.chance)) return;
    try {
      await act.run(session);
    } catch (error) {
      if (error instanceof Away || error instanceof SignedOut) throw error;
      this.#resting.set(act.name, session.now + restMs);
      if (!(error instanceof Refused)) throw error;
    }
  }
}
