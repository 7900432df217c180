import type { Calls } from '@wheelhouse/contract/calls';
import type { SimulatedOwner } from '@wheelhouse/contract/simulated-fleet';
import type { Random } from '../random.ts';
import type { Phone } from './phone.ts';
import type { AppKey } from './server.ts';

/** What an owner remembers from one opening of the app to the next. */
export interface Memory {
  /** Day on which their phone was registered last. */
  registeredOn: number;
  /** When they wrote last; 0: not since the start. What waits at the start counts as just written. */
  wroteAt: number;
  /** Feedback of theirs is not closed. */
  waits: boolean;
  /** A repair of theirs is not done, or not rated. */
  hasRepairs: boolean;
  /** Version of the app that they have updated to; undefined: the one they had at the start. */
  installed?: { readonly versionName: string; readonly versionCode: number };
  /** Day on which the app looked for a new version last. */
  checkedOn: number;
  /** Day on which they saw an advertisement last, by its id; of the last ones only. */
  readonly seen: Map<string, number>;
}

/** An owner with the app open. Calls throw what `AppServer` throws. */
export interface Session {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly spec: SimulatedOwner;
  readonly phone: Phone;
  readonly memory: Memory;
  readonly random: Random;
  /** What posters show. */
  readonly promoCodes: readonly string[];
  readonly ask: <const K extends AppKey>(key: K, input: Calls[K]['input']) => Promise<Calls[K]['output']>;
  /** Opens an address of the server in the browser. */
  readonly open: (path: string) => Promise<void>;
}

/** Something that owners do in the app. */
export interface Act {
  readonly name: string;
  /** Chance in an opening in which it can be done. */
  readonly chance: number;
  /** Also in a short look for news. */
  readonly short?: true;
  readonly can?: (session: Session) => boolean;
  readonly run: (session: Session) => Promise<void>;
}

/** Number of a day in Asia/Shanghai, which has no summer time. */
export const dayOf = (ms: number): number => Math.floor((ms / 3_600_000 + 8) / 24);
