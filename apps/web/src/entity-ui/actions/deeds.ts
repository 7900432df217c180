import { errorText } from '@wheelhouse/contract';
import {
  codeOfCall,
  pathOfCall,
  type ActionDef,
  type EntityDef,
  type Row,
  type StoredField,
} from '@wheelhouse/entities';
import type { ApiPath } from '../../api/client.ts';
import { common } from '../../i18n/common.ts';
import { getLang, type Text } from '../../i18n/lang.ts';
import { hasCall, pathUnder } from '../model.ts';

export type DeedPlace = 'row' | 'bulk' | 'detail';

/** Anything that can be done to records beyond editing them: the standard calls and the entity's actions, in one shape. */
export interface Deed {
  readonly key: string;
  readonly label: Text;
  /** Function code that allows it. */
  readonly code: string;
  readonly where: readonly DeedPlace[];
  readonly danger: boolean;
  readonly path: ApiPath;
  /** Sends `{ids}` rather than `{id}`. */
  readonly many: boolean;
  readonly fixedInput: Readonly<Record<string, number | string>>;
  readonly input?: Readonly<Record<string, StoredField>> | undefined;
  readonly confirm?: Text | undefined;
  /** Offered at all for a row; a toggle offers one side. */
  readonly offered: (row: Row) => boolean;
  /** Why not now: code of the refusal and the state it names. */
  readonly refusal: (row: Row) => Refusal | undefined;
}

/** What doing it answers: numbers and those left out, or data of its own (a new secret). */
export interface DeedResult {
  readonly changed?: number;
  readonly deleted?: number;
  readonly skipped?: readonly { readonly id: string; readonly code: number; readonly message: string }[];
  readonly deviceId?: string;
  readonly secret?: string;
  /** A new initial password, told once. */
  readonly newPassword?: string;
}

export interface Refusal {
  readonly code: Parameters<typeof errorText>[0];
  /** Field whose value is the wrong state. */
  readonly field: string;
}

const always = (): boolean => true;
const never = (): undefined => undefined;

function refusalOf(action: ActionDef): Deed['refusal'] {
  return (row) => {
    for (const [field, allowed] of Object.entries(action.from ?? {})) {
      const value = row[field];
      if (value === undefined || allowed.some((one) => String(one) === String(value))) continue;
      return { code: action.fromRefusal ?? 1004, field };
    }
    return undefined;
  };
}

const ofAction = (entity: EntityDef, key: string, action: ActionDef): Deed => ({
  key,
  label: action.label,
  code: action.button,
  where: action.where,
  danger: action.danger ?? false,
  path: pathUnder(entity, action.path),
  many: action.many ?? false,
  fixedInput: action.fixedInput ?? {},
  input: action.input,
  confirm: action.confirm,
  offered: always,
  refusal: refusalOf(action),
});

interface Switch {
  readonly call: 'enable' | 'shelf';
  readonly field: string;
  readonly to: number;
  readonly from: readonly number[];
  readonly label: Text;
  readonly confirm?: Text;
}

const switches: readonly Switch[] = [
  { call: 'enable', field: 'enabled', to: 1, from: [0], label: common.enable },
  { call: 'enable', field: 'enabled', to: 0, from: [1], label: common.disable, confirm: common.disableConfirm },
  { call: 'shelf', field: 'shelfStatus', to: 1, from: [0, 2], label: common.shelfOn },
  { call: 'shelf', field: 'shelfStatus', to: 2, from: [1], label: common.shelfOff, confirm: common.shelfOffConfirm },
];

/** What disabling means where a machine gives it a meaning of its own. */
const disableQuestions: Readonly<Record<string, Text>> = {
  'SM-SysUser': {
    zh: '停用「{username}」后该用户将立即下线，确定吗？',
    en: '“{username}” will be signed out at once. Continue?',
  },
};

const ofSwitch = (entity: EntityDef, { call, field, to, from, label, confirm }: Switch): Deed => ({
  key: `${call}${to}`,
  label,
  code: codeOfCall(entity, call),
  where: ['row', 'bulk', 'detail'],
  danger: false,
  path: pathOfCall(entity, call) as ApiPath,
  many: true,
  fixedInput: { [field]: to },
  confirm: to === 0 ? (disableQuestions[entity.machines?.[field] ?? ''] ?? confirm) : confirm,
  offered: (row) => row[field] === undefined || from.includes(Number(row[field])),
  refusal: (row) => (row[field] === undefined || from.includes(Number(row[field])) ? undefined : { code: 1004, field }),
});

const ofDelete = (entity: EntityDef): Deed => ({
  key: 'delete',
  label: common.delete,
  code: codeOfCall(entity, 'batchDelete'),
  where: ['row', 'bulk', 'detail'],
  danger: true,
  path: pathOfCall(entity, 'batchDelete') as ApiPath,
  many: true,
  fixedInput: {},
  confirm: common.deleteConfirm,
  offered: always,
  // What is on the shelf is taken off before it can go (SM-Shelf).
  refusal:
    entity.machines?.['shelfStatus'] === 'SM-Shelf'
      ? (row) => (Number(row['shelfStatus']) === 1 ? { code: 1004, field: 'shelfStatus' } : undefined)
      : never,
});

/** Everything that can be done to an entity's records, in the order it is shown; deletion comes last. */
export function deedsOf(entity: EntityDef): readonly Deed[] {
  return [
    ...Object.entries(entity.actions ?? {}).map(([key, action]) => ofAction(entity, key, action)),
    ...switches.filter(({ call }) => hasCall(entity, call)).map((one) => ofSwitch(entity, one)),
    ...(hasCall(entity, 'batchDelete') ? [ofDelete(entity)] : []),
  ];
}

/** Body of the call for some records with the dialog's values. */
export function bodyOf(deed: Deed, ids: readonly string[], values: Row): Record<string, unknown> {
  return { ...(deed.many ? { ids } : { id: ids[0] }), ...deed.fixedInput, ...values };
}

/** The refusal's text in the current language; `state` is the wrong state's name. */
export const refusalText = ({ code }: Refusal, state: string): string => errorText(code, getLang(), { state });
