import { errorText } from '@wheelhouse/contract';
import { codeOfCall, type ActionDef, type EntityDef, type Row, type StoredField } from '@wheelhouse/entities';
import { closedTo, inUse } from '@wheelhouse/entities/in-use';
import { deleteKey, switchesOf, switchKey, type SwitchOf } from '@wheelhouse/entities/may';
import { isOwnWork, ownWorkCode, wrongStateFor } from '@wheelhouse/entities/transitions';
import type { EntityPath } from '../../api/paths.ts';
import { common } from '../../i18n/common.ts';
import { getLang, type Text } from '../../i18n/lang.ts';
import { sessionStore } from '../../session/session.ts';
import { callPath, hasCall, pathUnder } from '../model.ts';

export type ActionPlace = 'row' | 'bulk' | 'detail';

/** Anything that can be done to records beyond editing them: the standard calls and the entity's actions, in one shape. */
export interface RecordAction {
  readonly key: string;
  readonly label: Text;
  /** Function code that allows it. */
  readonly code: string;
  readonly where: readonly ActionPlace[];
  readonly danger: boolean;
  /** Shown as a button where it is possible; default: unless it is dangerous. */
  readonly next?: boolean | undefined;
  readonly path: EntityPath<'action' | 'batchDelete' | 'enable' | 'shelf'>;
  /** Sends `{ids}` rather than `{id}`. */
  readonly many: boolean;
  readonly fixedInput: Readonly<Record<string, number | string>>;
  /** Sends the revision that was read. */
  readonly byRevision?: boolean;
  readonly input?: Readonly<Record<string, StoredField>> | undefined;
  readonly confirm?: Text | undefined;
  /** Offered at all for a row; a toggle offers one side. */
  readonly offered: (row: Row) => boolean;
  /** Why it is not possible now: code of the refusal and the state it names. */
  readonly refusal: (row: Row) => Refusal | undefined;
  /** A step of another state, with nothing to say about it: left out of menus. */
  readonly moot?: (row: Row) => boolean;
}

export interface Refusal {
  readonly code: Parameters<typeof errorText>[0];
  /** Field whose value is the wrong state. */
  readonly field: string;
}

const always = (): boolean => true;
/** A record without a state does not follow the machine: nothing of it is offered. */
const follows = (row: Row, field: string | undefined): boolean => field === undefined || row[field] !== null;

/** Where the row does not hold the state the action is offered: the server checks it. Nobody reviews a record that they made or submitted. */
const refusalOf =
  (action: ActionDef): RecordAction['refusal'] =>
  (row) =>
    wrongStateFor(action, row) ??
    (isOwnWork(action, row, sessionStore.get()?.user.id ?? '')
      ? { code: ownWorkCode(action), field: action.transition?.field ?? '' }
      : undefined);

const ofAction = (entity: EntityDef, key: string, action: ActionDef): RecordAction => ({
  key,
  label: action.label,
  code: action.button,
  where: action.where,
  danger: action.danger ?? false,
  next: action.next,
  path: pathUnder(entity, action.path),
  many: action.many !== undefined,
  fixedInput: action.fixedInput ?? {},
  byRevision: action.byRevision ?? false,
  input: action.input,
  confirm: action.confirm,
  offered: (row) => follows(row, action.transition?.field),
  refusal: refusalOf(action),
  moot: (row) =>
    action.transition !== undefined && action.fromRefusal === undefined && wrongStateFor(action, row) !== undefined,
});

/** The question before a switch that takes something away. */
const questions: Readonly<Record<string, Text>> = {
  disable: common.disableConfirm,
  shelfOff: common.shelfOffConfirm,
};

const ofSwitch = (entity: EntityDef, { call, field, moves }: SwitchOf): readonly RecordAction[] =>
  moves.map(({ action, from, to, label }) => {
    const isOffered = (row: Row): boolean =>
      row[field] === undefined || (follows(row, field) && from.includes(Number(row[field])));
    return {
      key: switchKey(call, to),
      label,
      code: codeOfCall(entity, call),
      where: ['row', 'bulk', 'detail'],
      danger: false,
      path: callPath(entity, call),
      many: true,
      fixedInput: { [field]: to },
      confirm: entity.questions?.[action] ?? questions[action],
      offered: isOffered,
      refusal: (row) => (isOffered(row) ? undefined : { code: 1004, field }),
    };
  });

const ofDelete = (entity: EntityDef): RecordAction => ({
  key: deleteKey,
  label: common.delete,
  code: codeOfCall(entity, 'batchDelete'),
  where: ['row', 'bulk', 'detail'],
  danger: true,
  path: callPath(entity, 'batchDelete'),
  many: true,
  fixedInput: {},
  confirm: common.deleteConfirm,
  offered: always,
  refusal: (row) => {
    const found = inUse(entity, row) ?? closedTo(entity, 'deletable', row);
    return found && { code: 1004, field: found.field };
  },
});

/** Everything that can be done to an entity's records, in the order it is shown; deletion comes last. */
export function actionsOf(entity: EntityDef): readonly RecordAction[] {
  return [
    ...Object.entries(entity.actions ?? {}).map(([key, action]) => ofAction(entity, key, action)),
    ...switchesOf(entity).flatMap((one) => ofSwitch(entity, one)),
    ...(hasCall(entity, 'batchDelete') ? [ofDelete(entity)] : []),
  ];
}

/** Body of the call for some records with the dialog's values. `record`: as it was read, where it is one. */
export function bodyOf(
  action: RecordAction,
  ids: readonly string[],
  values: Row,
  record?: { readonly rev?: unknown },
): Record<string, unknown> {
  const rev = action.byRevision === true ? record?.rev : undefined;
  return {
    ...(action.many ? { ids } : { id: ids[0] }),
    ...(rev !== undefined && { rev }),
    ...action.fixedInput,
    ...values,
  };
}

/** The refusal's text in the current language; `state` is the wrong state's name. */
export const refusalText = ({ code }: Refusal, state: string): string => errorText(code, getLang(), { state });
