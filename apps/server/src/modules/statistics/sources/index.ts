import type { Condition } from '@wheelhouse/contract/list-query';
import { entityNamed } from '@wheelhouse/entities/registry';
import { columnOf, type Statistic } from '@wheelhouse/entities/statistics/define';
import { sql } from 'kysely';
import { openEntity, openOwn, type OpenSource, type OwnSource } from '../engine/source.ts';
import type { Who } from '../scoped.ts';
import { entityColumns } from './columns.ts';
import { ownSources } from './own.ts';

interface Opening {
  readonly who: Who;
  readonly statistic: Statistic;
  readonly source: string;
  /** Filters of the question, by the page's names. */
  readonly filters: readonly Condition[];
  /** Columns that are used. */
  readonly columns: readonly string[];
  /** Last day that is asked of. */
  readonly to: string;
  readonly by: readonly string[];
}

/** A source of a statistic, narrowed by the filters of a question. @throws BadCondition */
export function openSource({ who, statistic, source: name, filters, columns, to, by }: Opening): OpenSource {
  const source = statistic.sources[name];
  if (source === undefined) throw new Error(`${statistic.name} has no source ${name}`);
  const asked = filters
    .filter(({ field }) => source.across?.includes(field) !== true)
    .map((one) => ({ ...one, field: source.filters[one.field] ?? one.field }));
  const opening = {
    who,
    source,
    asked,
    columns,
    ends: { after: sql`(${to}::date + 1)`, told: new Set([...by, ...asked.map(({ field }) => field)]) },
  };
  return source.entity === undefined ? openOwn(opening, ownNamed(name)) : openEntity(opening, entityColumns);
}

function ownNamed(name: string): OwnSource {
  const own = Object.hasOwn(ownSources, name) ? ownSources[name] : undefined;
  if (own === undefined) throw new Error(`no source ${name}`);
  return own;
}

/** The dimensions that a source can be told apart by. */
export function dimensionsOf(statistic: Statistic, name: string, by: readonly string[]): readonly string[] {
  const source = statistic.sources[name];
  if (source === undefined) return [];
  const known: object =
    source.entity === undefined
      ? ownNamed(name).columns
      : { ...entityNamed(source.entity).fields, ...entityColumns[source.entity] };
  return by.filter((dimension) => {
    if (dimension === 'day') return source.at !== undefined;
    const of = statistic.dimensions[dimension];
    return of !== undefined && Object.hasOwn(known, columnOf(of, dimension, name));
  });
}
