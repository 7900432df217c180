/**
 * Every call of the product by method and path: own calls from the contract's table, standard calls and actions from the definitions.
 * Types only. `defineCall` of the server and `call`, `useCall`, `useAction` of the console are typed by it.
 */

import type { Calls } from '@wheelhouse/contract/calls';
import type { AlarmCounters } from '@wheelhouse/contract/calls/alarms';
import type { AudienceCount, EstimateInput } from '@wheelhouse/contract/calls/messages/messages';
import type { ModelFeature } from '@wheelhouse/contract/calls/content/content';
import type { Page } from '@wheelhouse/contract/envelope';
import type { Lang } from '@wheelhouse/contract/lang';
import type {
  ActionAnswer,
  Added,
  Call,
  ExportInput,
  Form,
  ImportReport,
  ListInput,
  MadeFile,
  MayAnswer,
  Nothing,
  DraftAnswer,
  DraftInput,
  DraftMark,
  RecordVersion,
  SaveDraftInput,
  Saved,
  VersionsInput,
  VersionStep,
} from '@wheelhouse/contract/calls/kit';
import type { CallName } from './define.ts';
import type { Row } from './fields.ts';
import type { ActInput, AddInput, AnyInputs, Inputs, UpdateInput, WriteInput } from './inputs.ts';
import type { PublishableCall } from './publishable.ts';
import type { entities, EntityName } from './registry.ts';
import type { ListRowOf, RowOf } from './rows.ts';

type Entity<N extends EntityName> = (typeof entities)[N];

/** Input and output of the standard calls, for rows of one kind. */
interface Standard<Answered, Listed, Input extends AnyInputs> {
  readonly list: Call<ListInput, Page<Listed>>;
  readonly detail: Call<{ readonly id: string }, Answered>;
  readonly add: Call<Input['add'], Added>;
  readonly update: Call<Input['update'], Saved>;
  readonly batchDelete: Call<{ readonly ids: readonly string[] }, ActionAnswer>;
  readonly enable: Call<{ readonly ids: readonly string[]; readonly enabled: number }, ActionAnswer>;
  readonly sort: Call<{ readonly items: readonly { readonly id: string; readonly sort: number }[] }, ActionAnswer>;
  readonly shelf: Call<{ readonly ids: readonly string[]; readonly shelfStatus: number }, ActionAnswer>;
  readonly export: Call<ExportInput, MadeFile>;
  /** The workbook comes as multipart. */
  readonly import: Call<Nothing, ImportReport>;
  /** Answers the file itself. */
  readonly importTemplate: Call<{ readonly lang?: Lang }, never>;
  /** Actions of the definition that share a path. */
  readonly action: Call<Input['act'], ActionAnswer | null>;
  /** How many people a message goes to. */
  readonly estimate: Call<EstimateInput, AudienceCount>;
  /** Records in each state, by its code. */
  readonly counters: Call<Nothing, Readonly<Record<string, number>>>;
  /** Versions of a record that is publishable, the newest first; one of them; a save with its values. */
  readonly versions: Call<VersionsInput, Page<VersionStep>>;
  readonly version: Call<{ readonly id: string; readonly number: number }, RecordVersion>;
  readonly restore: Call<{ readonly id: string; readonly rev: number; readonly number: number }, Saved>;
  readonly draft: Call<DraftInput, DraftAnswer>;
  readonly saveDraft: Call<SaveDraftInput, DraftMark>;
  readonly dropDraft: Call<DraftInput, null>;
  /** What may not be done to records now, and why. */
  readonly may: Call<{ readonly ids: readonly string[] }, MayAnswer>;
}

/** Own calls that answer rows of an entity, or extend a standard call. */
interface EntityCalls {
  'POST /veh/crm/alarm/list': Call<
    ListInput,
    Page<ListRowOf<'alarm'>> & {
      readonly counters: AlarmCounters;
      /** Whether alarms can become repair orders. */
      readonly repairOrders: boolean;
    }
  >;
  'POST /veh/crm/alarm/newSince': Call<
    { readonly afterTime: string; readonly level?: number },
    { readonly count: number; readonly list: readonly ListRowOf<'alarm'>[] }
  >;
  'POST /veh/crm/trace/list': Call<ListInput & Form, Page<ListRowOf<'trip'>>>;
  'POST /veh/crm/mileage/list': Call<ListInput & { readonly granularity?: 'day' | 'month' | 'trip' }, Page<Form>>;
  'POST /veh/crm/vehicleType/preview': Call<
    { readonly id: string },
    {
      readonly model: RowOf<'vehicleType'>;
      readonly images: readonly ListRowOf<'vehicleImage'>[];
      readonly features: readonly ModelFeature[];
    }
  >;
  'POST /veh/crm/bluetoothInfo/logs': Call<ListInput & { readonly vin?: string }, Page<ListRowOf<'bleLog'>>>;
  /** Phones on which the user of this id has signed in. */
  'POST /user/crm/appUser/devices': Call<ListInput & { readonly id?: string }, Page<ListRowOf<'appUserDevice'>>>;
  /** What the user of this id answered when asked for consent. */
  'POST /user/crm/appUser/consents': Call<ListInput & { readonly id?: string }, Page<ListRowOf<'appUserConsent'>>>;
  'POST /user/crm/userTag/members': Call<ListInput & { readonly tagId?: string }, Page<ListRowOf<'userTagMember'>>>;
  'POST /user/crm/userTag/export': Call<ExportInput & { readonly tagId?: string }, MadeFile>;
  /** What readers wrote below the article of this id. */
  'POST /ps/crm/article/comments': Call<ListInput & { readonly articleId?: string }, Page<ListRowOf<'articleComment'>>>;
  /** Vehicles of the task of this id. */
  'POST /ps/crm/otaTask/executions': Call<ListInput & { readonly taskId?: string }, Page<ListRowOf<'otaExecution'>>>;
  'POST /ps/crm/otaTask/exportExecutions': Call<ExportInput & { readonly taskId?: string }, MadeFile>;
  /** Vehicles of the task of the first platform of this id. */
  'POST /ps/crm/otaTaskOld/executions': Call<
    ListInput & { readonly taskId?: string },
    Page<ListRowOf<'otaExecutionOld'>>
  >;
  'POST /ps/crm/otaTaskOld/exportExecutions': Call<ExportInput & { readonly taskId?: string }, MadeFile>;
  /** Movements of the prize of this id. */
  'POST /act/crm/prize/stockLog': Call<ListInput & { readonly id?: string }, Page<ListRowOf<'prizeStockLog'>>>;
  'GET /veh/crm/vehicleType/getVehicleTypePage': Call<
    { readonly page?: number; readonly pageSize?: number; readonly seriesId?: string; readonly 'name.like'?: string },
    Page<ListRowOf<'vehicleType'>>
  >;
}

/** Own calls: each is defined by the server and has one place in these tables. */
interface OwnCalls extends Calls, EntityCalls {}

type BaseOf<N extends EntityName> = Entity<N>['base'];

/** Last segment of a standard call. */
type SegmentOf<N extends EntityName, C extends CallName> =
  Entity<N> extends { readonly callPaths?: infer P } ? (C extends keyof P ? P[C] & string : C) : C;

type PathsOfActions<N extends EntityName> =
  Entity<N> extends { readonly actions?: infer A }
    ? { [K in keyof A]: A[K] extends { readonly path: infer P extends string } ? P : never }[keyof A]
    : never;

/** Of an entity that `answersMay` (`may.ts`). */
interface MayOf<N extends EntityName> {
  readonly key: `POST ${BaseOf<N>}/${Entity<N> extends { readonly callPaths: { readonly list: infer L extends string } } ? `${L}/may` : 'may'}`;
  readonly entity: N;
  readonly call: 'may';
}

/** The standard calls and actions of an entity: path, entity, name. */
type StandardOf<N extends EntityName> =
  | {
      [C in Entity<N>['calls'][number]]: {
        key: `${C extends 'importTemplate' ? 'GET' : 'POST'} ${BaseOf<N>}/${SegmentOf<N, C>}`;
        entity: N;
        call: C;
      };
    }[Entity<N>['calls'][number]]
  | {
      [P in PathsOfActions<N>]: { key: `POST ${BaseOf<N>}/${P}`; entity: N; call: 'action'; path: P };
    }[PathsOfActions<N>]
  | (Entity<N> extends { readonly list: { readonly counters: string } }
      ? { key: `POST ${BaseOf<N>}/counters`; entity: N; call: 'counters' }
      : never)
  | (Entity<N> extends { readonly actions: object }
      ? MayOf<N>
      : Extract<Entity<N>['calls'][number], 'batchDelete' | 'enable' | 'shelf'> extends never
        ? never
        : MayOf<N>)
  | (Entity<N> extends { readonly publishable: true }
      ? { [C in PublishableCall]: { key: `POST ${BaseOf<N>}/${C}`; entity: N; call: C } }[PublishableCall]
      : never);

type StandardCall = { [N in EntityName]: StandardOf<N> }[EntityName];

/** Calls that definitions give. */
type StandardCalls = {
  [S in StandardCall as S['key']]: Standard<
    RowOf<S['entity']>,
    ListRowOf<S['entity']>,
    Inputs<
      AddInput<S['entity']>,
      UpdateInput<S['entity']>,
      S extends { path: infer P } ? ActInput<S['entity'], P> : never
    >
  >[S['call']];
};

/** `/rest/r` and `/rest/w` by model name. */
type GenericCalls = {
  [N in EntityName as `POST /rest/r/${N}`]: Call<Form, { readonly [M in N]: Page<ListRowOf<N>> }>;
} & {
  [N in EntityName as `POST /rest/w/${N}`]: Call<WriteInput<N>, { readonly [M in N]: RowOf<N> }>;
};

/** Every call by method and path. An own call at the path of a standard one says more. */
export interface CallTable extends OwnCalls, Omit<StandardCalls & GenericCalls, keyof OwnCalls> {}

/** Method and path of a call. */
export type CallKey = keyof CallTable;
/** Those of own calls alone: what a module defines at another path than these takes the place of a standard call. */
export type OwnKey = keyof OwnCalls;

export type InputOf<K extends CallKey> = CallTable[K]['input'];
export type OutputOf<K extends CallKey> = CallTable[K]['output'];

export type StandardName = keyof Standard<unknown, unknown, AnyInputs>;

type AnyRow = Row & { readonly id: string };
/** A standard call of an entity that is known only when it runs: the one place where rows and forms are of anything. */
export type AnyEntityCall<C extends StandardName> = Standard<AnyRow, AnyRow, AnyInputs>[C];
