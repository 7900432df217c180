import type { Condition } from '@wheelhouse/contract/list-query';
import { entityNamed } from '@wheelhouse/entities/registry';
import { columnOf, type Statistic } from '@wheelhouse/entities/statistics/define';
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
}

/** A source of a statistic, narrowed by the filters of a question. @throws BadCondition */
export function openSource({ who, statistic, source: name, filters, columns }: Opening): OpenSource {
  const source = statistic.sources[name];
  if (source === undefined) throw new Error(`${statistic.name} has no source ${name}`);
  const asked = filters.map((one) => ({ ...one, field: source.filters[one.field] ?? one.field }));
  const opening = { who, source, asked, columns };
  return source.entity === undefined ? openOwn(opening, ownNamed(name)) : openEntity(opening, entityColumns);
}

function ownNamed(name: string): OwnSource {
  const own = Object.hasOwn(ownSources, name) ? ownSources[name] : undefined;
  if (own === undefined) throw new Error(`no source ${name}`);
  return own;
}

/** Whether a source has the columns of dimensions. */
export function hasColumns(statistic: Statistic, name: string, by: readonly string[]): boolean {
  const source = statistic.sources[name];
  if (source === undefined) return false;
  const known: object =
    source.entity === undefined
      ? ownNamed(name).columns
      : { ...entityNamed(source.entity).fields, ...entityColumns[source.entity] };
  return by.every((dimension) => {
    if (dimension === 'day') return true;
    const of = statistic.dimensions[dimension];
    return of !== undefined && Object.hasOwn(known, columnOf(of, dimension, name));
  });
}
