import { inBothLanguages } from './reading.ts';
import type { UploadBiz } from '@wheelhouse/contract/calls/kit';
import type { FunctionCode } from './access/actions.ts';
import type { ActionDef, CallName, CommonName, EntityDef, LogFields, ScopePaths } from './define.ts';
import { f, type Field } from './fields.ts';

const parent = { required: true, readonly: true, index: true, cascade: true } as const;
const parentField = <Name extends string>(name: Name, label: EntityDef['label']) => f.ref(name, { ...parent, label });
type ParentField<Name extends string> = ReturnType<typeof parentField<Name>>;

type Fields = Readonly<Record<string, Field>>;
type Listed = Extract<CallName, 'list'>;

interface LogOptions<
  Name extends string,
  Base extends string,
  Of extends string,
  Parent extends string,
  Own extends Fields,
  Call extends Listed,
> extends Pick<EntityDef, 'table' | 'domain' | 'label' | 'external' | 'fixedValues'> {
  readonly name: Name;
  readonly base: Base;
  /** The definition whose records have the log, and the field that names the record. */
  readonly record: Pick<EntityDef, 'label' | 'page' | 'scope'> & { readonly name: Parent };
  readonly of: Of;
  readonly shown: Omit<LogFields<(keyof Own & string) | CommonName>, 'of'>;
  /** Its own fields; nobody writes them in a form. */
  readonly fields: Own;
  /** None where the entries are read with the record alone. */
  readonly calls: readonly Call[];
}

/** A record's scope as its log sees it: through the reference. */
function through(of: string, { dealer, city, organization }: ScopePaths): ScopePaths {
  const from = (path: string): string => `${of}.${path}`;
  return {
    ...(dealer !== undefined && { dealer: from(dealer) }),
    ...(city !== undefined && { city: [city].flat().map(from) }),
    ...(organization !== undefined && { organization: from(organization) }),
  };
}

/**
 * States the log or the notes of an entity's records: entries that are added and never changed. They have the page and the scope of the
 * record, are listed by it, the newest first, and go with it when it goes.
 * @for the log or the notes of a record: `stolenNote`, `alarmLog`; `<RecordLog>` is the list below the record, `noteAction` lets users add a note
 * with pictures
 */
export function defineLog<
  const Name extends string,
  const Base extends string,
  const Of extends string,
  const Parent extends string,
  const Own extends Fields,
  const Call extends Listed = never,
>({
  record,
  of,
  shown,
  fields,
  calls,
  ...rest
}: LogOptions<Name, Base, Of, Parent, Own, Call>): EntityDef<
  Own & { readonly [K in Of]: ParentField<Parent> },
  Readonly<Record<never, never>>,
  Base,
  Call,
  Readonly<Record<never, never>>,
  Name
> {
  const { time, what } = shown;
  const all: Fields = { [of]: parentField(record.name, record.label), ...fields };
  const scope = record.scope && through(of, record.scope);
  const english = new Set(Object.keys(fields).flatMap((name) => inBothLanguages(fields, name).slice(1)));
  const def: EntityDef = {
    ...rest,
    page: record.page,
    title: [shown.text, what],
    calls,
    fields: all,
    list: {
      columns: [...new Set([time, ...Object.keys(fields).filter((name) => !english.has(name))])],
      filters:
        calls.length === 0 ? {} : { [of]: 'eq', ...(all[what]?.kind === 'dict' && { [what]: 'eq' }), [time]: 'range' },
      order: 'id desc',
      ...(calls.length > 0 && { also: [of] }),
    },
    ...(scope && { scope }),
    log: { of, ...shown },
  };
  return def as never;
}

/** Action of a record that adds a note to its log: who has the button may write, with pictures where the log keeps them. */
export const noteAction = <const Button extends FunctionCode>(button: Button, { biz }: { readonly biz: UploadBiz }) =>
  ({
    label: { zh: '添加记录', en: 'Add note' },
    path: 'note',
    button,
    where: ['detail'],
    input: {
      content: f.longText({ required: true, min: 1, max: 500, label: { zh: '内容', en: 'Content' } }),
      images: f.images({ max: 9, biz, label: { zh: '图片', en: 'Images' } }),
    },
  }) as const satisfies ActionDef;
