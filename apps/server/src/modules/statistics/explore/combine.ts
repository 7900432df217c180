import { knowsStaff } from '../../../entity/hidden.ts';
import type { ExploreFamily } from '@wheelhouse/contract/statistics';
import { isBase, madeOf, type BaseMeasure, type Statistic } from '@wheelhouse/entities/statistics/define';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { holds } from '../../../entity/read.ts';
import type { SessionUser } from '../../../http/context.ts';
import { basesOf } from '../engine/measures.ts';
import { dimensionsOf } from '../sources/index.ts';

type Combined = ExploreFamily['measures'][number];

/** Whether every part of a measure is counted from records: what a function of the server's own gives is of its own part alone. */
function isCounted(statistic: Statistic, name: string): boolean {
  const measure = statistic.measures[name];
  if (measure === undefined) return false;
  const of = madeOf(measure);
  return of.length === 0 ? isBase(measure) : of.every((one) => isCounted(statistic, one));
}

/** Dimensions that a user may tell numbers apart by: dealers know nobody of the platform. */
function dimensionsFor(user: SessionUser, { dimensions }: Statistic): readonly string[] {
  const own = Object.entries(dimensions).filter(
    ([, { as }]) => knowsStaff(user) || as.kind !== 'ref' || as.to !== 'sysUser',
  );
  return ['day', ...own.map(([name]) => name)];
}

/** Of what grows until the end of a day, only counts and sums are known day by day. */
const runsByDay = ({ range = 'within', value }: BaseMeasure): boolean =>
  range === 'within' || value === undefined || value.by === 'sum';

/** What a measure can be told apart and narrowed by: what all its records have. */
function combine(user: SessionUser, statistic: Statistic, name: string): Combined {
  const bases = [...basesOf(statistic, [name]).values()];
  const all = dimensionsFor(user, statistic);
  const by = all.filter((dimension) =>
    bases.every((base) =>
      dimension === 'day'
        ? runsByDay(base) && dimensionsOf(statistic, base.source, ['day']).length > 0
        : base.whole === true || dimensionsOf(statistic, base.source, [dimension]).length > 0,
    ),
  );
  // A rate whose part has no such groups is a rate of nothing.
  const isOfAll = (dimension: string): boolean =>
    bases.every((base) => dimensionsOf(statistic, base.source, [dimension]).length === 0);
  const filters = Object.keys(statistic.filters).filter((filter) =>
    bases.every(({ source }) => {
      const { filters: own = {}, across = [] } = statistic.sources[source] ?? {};
      return Object.hasOwn(own, filter) || across.includes(filter);
    }),
  );
  return { name, by: by.filter((dimension) => !isOfAll(dimension)), filters };
}

/** What a user may ask of a statistic. */
export const familyOf = (user: SessionUser, statistic: Statistic): ExploreFamily => ({
  name: statistic.name,
  measures: Object.keys(statistic.measures)
    .filter((name) => isCounted(statistic, name))
    .map((name) => combine(user, statistic, name)),
});

/** The same of every statistic that they may see. */
export const familiesFor = (user: SessionUser): readonly ExploreFamily[] =>
  Object.values(statistics)
    .filter(({ route }) => holds(user, `${route}.query`))
    .map((statistic) => familyOf(user, statistic));
