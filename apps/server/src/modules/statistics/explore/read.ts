import type { Text } from '@wheelhouse/contract/lang';
import type { Condition } from '@wheelhouse/contract/list-query';
import type { Part, Statistic } from '@wheelhouse/entities/statistics/define';
import { exploreLimits } from '@wheelhouse/entities/statistics/exploration';
import { holds } from '../../../entity/read.ts';
import { badQuery } from '../../../entity/order.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import type { Who } from '../scoped.ts';
import { statisticNamed } from '../subscriptions/receivers.ts';
import { familyOf } from './combine.ts';

/** What is asked of a statistic freely, before it is known to be possible. */
export interface Asked {
  readonly statistic: string;
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
}

const texts = {
  measure: { zh: '没有指标{name}', en: 'No measure {name}' },
  dimension: { zh: '没有维度{name}', en: 'No dimension {name}' },
  apart: { zh: '{measure}不能按{name}统计', en: '{measure} cannot be told by {name}' },
  twice: { zh: '{name}重复', en: '{name} is named twice' },
} as const satisfies Readonly<Record<string, Text>>;

/** Names as they may stand in a refusal. */
const told = (name: string): string => name.slice(0, 40);

function refuseTwice(who: Who, field: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw refuseField(who, field, texts.twice, { name: told(twice) });
}

/** The statistic of a question, which its asker may see. @throws AppError 1001 naming the field, 1003 */
export function statisticFor(who: Who, name: string): Statistic {
  const statistic = statisticNamed(name);
  if (statistic === undefined) throw refuseField(who, 'statistic', 'invalid');
  if (!holds(who.user, `${statistic.route}.query`)) throw new AppError(1003);
  return statistic;
}

/**
 * A free question as a part of its statistic: measures and dimensions of the definition that combine. A day comes first.
 * @param fields what they are called where they are refused
 * @throws AppError 1001 naming the field, 1003
 */
export function partFor(
  who: Who,
  asked: Asked,
  fields: { readonly measures: string; readonly dimensions: string },
): { readonly statistic: Statistic; readonly part: Part } {
  const statistic = statisticFor(who, asked.statistic);
  const { measures } = familyOf(who.user, statistic);
  if (asked.measures.length === 0 || asked.measures.length > exploreLimits.measures)
    throw refuseField(who, fields.measures, 'invalid');
  if (asked.dimensions.length > exploreLimits.dimensions) throw refuseField(who, fields.dimensions, 'invalid');
  refuseTwice(who, fields.measures, asked.measures);
  refuseTwice(who, fields.dimensions, asked.dimensions);
  for (const name of asked.measures) {
    const of = measures.find((one) => one.name === name);
    if (of === undefined) throw refuseField(who, fields.measures, texts.measure, { name: told(name) });
    for (const dimension of asked.dimensions) {
      const isKnown = dimension === 'day' || Object.hasOwn(statistic.dimensions, dimension);
      if (!isKnown) throw refuseField(who, fields.dimensions, texts.dimension, { name: told(dimension) });
      if (!of.by.includes(dimension))
        throw refuseField(who, fields.dimensions, texts.apart, { measure: name, name: dimension });
    }
  }
  const by = asked.dimensions.toSorted((a, b) => Number(b === 'day') - Number(a === 'day'));
  return {
    statistic,
    part: { title: { zh: '', en: '' }, chart: 'table', by, measures: asked.measures },
  };
}

/** Filters that one of the measures cannot be narrowed by are refused, not left out. @throws AppError 1001 naming the filter */
export function refuseUnknowable(
  who: Who,
  statistic: Statistic,
  names: readonly string[],
  filters: readonly Condition[],
): void {
  const measures = familyOf(who.user, statistic).measures.filter(({ name }) => names.includes(name));
  for (const { field, op } of filters)
    if (measures.some((one) => !one.filters.includes(field)))
      throw badQuery(who, op === 'eq' ? field : `${field}.${op}`);
}
