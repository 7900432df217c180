import { listed } from '@wheelhouse/contract/lang';
import type { Condition } from '@wheelhouse/contract/list-query';
import { isRecord } from '@wheelhouse/contract/object';
import { idPattern } from '@wheelhouse/contract/text';
import { areaById } from '@wheelhouse/entities/areas/areas';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import type { StoredField } from '@wheelhouse/entities/fields';
import { entityNamed } from '@wheelhouse/entities/registry';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { sql } from 'kysely';
import { run } from '../../../entity/run.ts';
import { titleSelection } from '../../../entity/select.ts';
import { AppError } from '../../../http/errors.ts';
import { readQuestion } from '../engine/question.ts';
import { counted, type Who } from '../scoped.ts';

const valuesOf = ({ value }: Pick<Condition, 'value'>): string[] => [value].flat().map(String);

const entryOf = (dict: string, code: string) =>
  dictionaries.find(({ category }) => category === dict)?.entries.find((entry) => entry.code === code);

function isFit(as: StoredField, value: string): boolean {
  if (value.length === 0 || value.length > 100) return false;
  if (as.kind === 'ref') return idPattern.test(value);
  if (as.kind === 'dict') return entryOf(as.dict, value) !== undefined;
  if (as.kind === 'area') return areaById.has(value);
  return as.kind === 'int' || as.kind === 'decimal' ? Number.isFinite(Number(value)) : true;
}

/** Filters of a subscription, which say nothing of days; undefined where they are none of the statistic. */
export function readFilters(who: Who, statistic: Statistic, given: unknown): readonly Condition[] | undefined {
  if (given === null || given === undefined) return [];
  if (!isRecord(given) || Object.keys(given).some((key) => /^(date|granularity)(\.|$)/.test(key))) return undefined;
  try {
    const { filters } = readQuestion(who, statistic, given);
    const isFine = filters.every((one) => {
      const as = statistic.filters[one.field]?.as;
      return as !== undefined && valuesOf(one).length <= 50 && valuesOf(one).every((value) => isFit(as, value));
    });
    return isFine ? filters : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Titles of records that the reader may see: a filter tells nobody the names of others'. */
async function titlesOf(who: Who, to: string, ids: readonly string[]): Promise<readonly string[]> {
  const entity = entityNamed(to);
  const { expression, joins } = titleSelection(entity, who.lang);
  const rows = await who.app.reads.run(({ pool }) =>
    run<{ title: string | null }>(
      pool,
      sql`select (${sql.raw(expression)})::text as title from ${sql.raw(entity.table)} t${sql.raw(joins)}
        where t.id = any(${[...ids]}::bigint[]) and ${counted(entity, who.user)}`,
    ),
  );
  return ids.length > 0 && rows.length === 0 ? ids : rows.flatMap(({ title }) => title ?? []);
}

async function namesOf(who: Who, as: StoredField, values: readonly string[]): Promise<readonly string[]> {
  if (as.kind === 'ref') return titlesOf(who, as.to, values);
  if (as.kind === 'dict') return values.map((value) => entryOf(as.dict, value)?.[who.lang] ?? value);
  return as.kind === 'area' ? values.map((value) => areaById.get(value)?.name ?? value) : values;
}

const colon = { zh: '：', en: ': ' } as const;

/** What numbers are narrowed by, as people read it. */
export async function filterTexts(
  who: Who,
  statistic: Statistic,
  filters: readonly Condition[],
): Promise<readonly string[]> {
  return Promise.all(
    filters.map(async (one) => {
      const as = statistic.filters[one.field]?.as;
      if (as === undefined) return one.field;
      const label = (as.label ?? statistic.dimensions[one.field]?.label)?.[who.lang] ?? one.field;
      const names = await namesOf(who, as, valuesOf(one));
      return `${label}${one.op === 'ge' ? ' ≥ ' : colon[who.lang]}${listed(names, who.lang)}`;
    }),
  );
}
