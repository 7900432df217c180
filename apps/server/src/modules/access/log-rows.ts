import type { Text } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entityOf, labelOf } from '@wheelhouse/entities/registry';
import { holds } from '../../entity/read.ts';
import { isHidden } from '../../entity/select.ts';
import type { CallContext } from '../../http/context.ts';
import { functionLabels } from './function-labels.ts';

type Side = Readonly<Record<string, unknown>> | null;

/** What a row of the operation log says of a record. */
export interface LogRow {
  readonly entity: string | null;
  readonly before: Side;
  readonly after: Side;
}

/** One changed field; a side without it is null. */
export interface Change {
  readonly field: string;
  readonly label: string;
  readonly labelEn: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What the log keeps of an attempt beside the record. */
const attemptLabels: Readonly<Record<string, Text>> = {
  '@fields': { zh: '未通过的字段', en: 'Rejected fields' },
  '@missed': { zh: '此前未逐条记录的尝试', en: 'Earlier attempts that were only counted' },
};

function labelsOf(
  entity: EntityDef | undefined,
  name: string | null,
  field: string,
): { label: string; labelEn: string } {
  const noted = Object.hasOwn(attemptLabels, field) ? attemptLabels[field] : undefined;
  if (noted) return { label: noted.zh, labelEn: noted.en };
  const own = name === 'sysFunction' && Object.hasOwn(functionLabels, field) ? functionLabels[field] : undefined;
  if (own) return { label: own.zh, labelEn: own.en };
  const isKnown =
    entity !== undefined &&
    (Object.hasOwn(entity.fields, field) ||
      ['createTime', 'updateTime', 'createBy', 'updateBy', 'id', 'rev'].includes(field));
  const text = isKnown ? labelOf(entity, field) : { zh: field, en: field };
  return { label: text.zh, labelEn: text.en };
}

/** What a log row changed, without fields that the reader may not see. */
export function changesOf(ctx: CallContext, row: LogRow): Change[] {
  const entity = row.entity === null ? undefined : entityOf(row.entity);
  const names = Object.keys({ ...row.before, ...row.after });
  const seen = names.filter(
    (name) =>
      !(entity && Object.hasOwn(entity.fields, name) && isHidden(entity, name, (right) => holds(ctx.user, right))),
  );
  return seen.map((field) => ({
    field,
    ...labelsOf(entity, row.entity, field),
    before: row.before?.[field] ?? null,
    after: row.after?.[field] ?? null,
  }));
}

/** A page of log rows with what each one changed in place of its two sides. */
export function withChanges<Row extends LogRow>(
  ctx: CallContext,
  page: { list: readonly Row[]; total: number; more?: true },
) {
  const list = page.list.map(({ before: _before, after: _after, ...row }, index) => {
    const source = page.list[index];
    return { ...row, changes: source === undefined ? [] : changesOf(ctx, source) };
  });
  return { ...page, list };
}
