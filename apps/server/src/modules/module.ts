import type { ReviewOf } from '../entity/approval/rules.ts';
import type { HooksOf } from '../entity/hooks.ts';
import type { SettingsCompleter, TroubleHandler, UplinkHandler, UplinkKind } from '../gateway/service.ts';
import type { Call } from '../http/call.ts';
import type { App } from '../http/context.ts';
import type { TopicKind } from '../http/live-stream.ts';
import type { Proof } from '../proof/define.ts';
import type { Work } from '../work/work.ts';
import type { EntityName } from '@wheelhouse/entities/registry';

/** Work that is done at set times by one of the processes with the role `worker`. */
export interface Job {
  /** `domain.what`. */
  readonly name: string;
  /** Minute, hour, day, month, weekday; in Asia/Shanghai. */
  readonly cron: string;
  /** May run more than once for a time, and may be cut off: the next run continues. */
  run(app: App): Promise<void>;
}

/** Starts work that goes on all the time in every process with the role `worker`; each is safe beside another process. */
export type StartService = (app: App) => { stop(): Promise<void> };

/** Everything a module adds to the server. `modules/index.ts` puts it in place; a module registers nothing by itself. */
export interface ServerModule {
  /** One of them takes the place of an entity's standard call at the same path. */
  readonly calls?: readonly Call[];
  /** Behaviour of entities that their definitions cannot say. An entity has its hooks from one module. */
  readonly hooks?: { readonly [Name in EntityName]?: HooksOf<Name> };
  /** What an approval covers, of entities whose records a second person approves. */
  readonly reviews?: { readonly [Name in EntityName]?: ReviewOf<Name> };
  /** Models of `/rest/r` whose rows are no table of an entity, and the calls that list them. */
  readonly models?: Readonly<Record<string, Call>>;
  /** Live topics by their name before the colon. */
  readonly topics?: Readonly<Record<string, TopicKind>>;
  /** Handlers of device messages, in the transaction that stores them. */
  readonly uplinks?: { readonly [Kind in UplinkKind]?: UplinkHandler };
  /** Receives the trouble codes in telemetry, in the transaction that stores them. */
  readonly troubleCodes?: TroubleHandler;
  /** Adds keys to the settings of a device as they are sent: the database does not hold them. */
  readonly deviceKeys?: SettingsCompleter;
  readonly jobs?: readonly Job[];
  readonly services?: readonly StartService[];
  /** What is done later or elsewhere, row by row of a table. */
  readonly works?: readonly Work[];
  /** What the installation proves about the data of this domain every night. */
  readonly proofs?: readonly Proof[];
}
