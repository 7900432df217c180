import type { FieldChange } from '@wheelhouse/contract/calls/access/logs';
import { idPattern } from '@wheelhouse/contract/text';
import { changeText } from '@wheelhouse/entities/access/log-texts';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entityOf, nameKey } from '@wheelhouse/entities/registry';
import { isHidden } from '../../entity/hidden.ts';
import { titlesOfRecords } from '../../entity/titles.ts';
import type { CallContext } from '../../http/context.ts';

type Side = Readonly<Record<string, unknown>> | null;

/** What a row of the operation log says of a record. */
export interface LogRow {
  readonly entity: string | null;
  readonly entityId: string | null;
  readonly before: Side;
  readonly after: Side;
}

function labelsOf(name: string | null, field: string): { label: string; labelEn: string } {
  const { zh, en } = changeText(name === null ? undefined : entityOf(name), field);
  return { label: zh, labelEn: en };
}

/** The field that a value in the log belongs to: titles of references are kept beside them. */
function fieldOf(entity: EntityDef, name: string): string {
  if (Object.hasOwn(entity.fields, name)) return name;
  return ['createBy', 'updateBy', ...Object.keys(entity.fields)].find((field) => nameKey(field) === name) ?? name;
}

function maySee({ user }: CallContext, entity: EntityDef, name: string): boolean {
  return !isHidden(entity, fieldOf(entity, name), user);
}

/** What a log row changed, without fields that the reader may not see. */
export function changesOf(ctx: CallContext, row: LogRow): FieldChange[] {
  const entity = row.entity === null ? undefined : entityOf(row.entity);
  const names = Object.keys({ ...row.before, ...row.after });
  const seen = names.filter((name) => entity === undefined || maySee(ctx, entity, name));
  return seen.map((field) => ({
    field,
    ...labelsOf(row.entity, field),
    before: row.before?.[field] ?? null,
    after: row.after?.[field] ?? null,
  }));
}

/** Which record a row of a log is about. */
type About = Pick<LogRow, 'entity' | 'entityId'>;

/** Rows of a log, each with the title of the record it is about as the reader's language has it; null where there is none (any more). */
export async function withTitles<Row extends About>(
  ctx: CallContext,
  rows: readonly Row[],
): Promise<(Row & { entityTitle: string | null })[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { entity, entityId } of rows)
    if (entity !== null && entityId !== null)
      wanted.set(entity, (wanted.get(entity) ?? new Set<string>()).add(entityId));
  const titles = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, all] of wanted) {
    const entity = entityOf(name);
    const ids = [...all].filter((id) => idPattern.test(id));
    if (entity && ids.length > 0) titles.set(name, await titlesOfRecords(ctx.app.db, entity, ids, ctx.lang));
  }
  return rows.map((row) => ({ ...row, entityTitle: titles.get(row.entity ?? '')?.get(row.entityId ?? '') ?? null }));
}

/** A page of log rows with what each one changed in place of its two sides, and the title of its record. */
export async function withChanges<Row extends LogRow>(
  ctx: CallContext,
  page: { list: readonly Row[]; total: number; more?: true },
) {
  const list = page.list.map(({ before: _before, after: _after, ...row }, index) => {
    const source = page.list[index];
    return { ...row, changes: source === undefined ? [] : changesOf(ctx, source) };
  });
  return { ...page, list: await withTitles(ctx, list) };
}
