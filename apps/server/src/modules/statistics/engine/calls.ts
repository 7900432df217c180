import type { Text } from '@wheelhouse/contract/lang';
import { trendCallOf, type Part, type Statistic } from '@wheelhouse/entities/statistics/define';
import { routeNamed } from '@wheelhouse/entities/routes';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { z, type ZodType } from 'zod';
import { makeCall, type Call, type Parsed } from '../../../http/call.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { form, paging } from '../../../http/kit.ts';
import type { CallContext } from '../../../http/context.ts';
import { groupOf, summaryOf, tableOf, trendOf } from './answer.ts';
import { answer } from './asked.ts';
import { exportOf } from './export.ts';

const query = form.optional();
const most = 200;
const usualPage = 20;
const topN = z.int().min(1).max(most).optional();

interface Segment<Body extends ZodType> {
  readonly name: string;
  readonly title: Text;
  readonly body: Body;
  readonly run: (ctx: CallContext, input: Parsed<Body, undefined>) => Promise<unknown>;
}

/** One call of a statistic, for whoever may see its page. */
function callOf<Body extends ZodType>({ base, route }: Statistic, { name, title, body, run }: Segment<Body>): Call {
  const { zh, en } = routeNamed(route);
  return makeCall({
    method: 'POST',
    path: `${base}/${name}`,
    access: `${route}.query`,
    effect: 'reads',
    summary: { zh: `${zh}：${title.zh}`, en: `${en}: ${title.en}` },
    body,
    run: (ctx, input) => run(ctx, input),
  });
}

const [cardsTitle, groupTitle] = [
  { zh: '指标', en: 'numbers' },
  { zh: '分布', en: 'groups' },
];

function groupCall(statistic: Statistic, call: string, parts: Readonly<Record<string, Part>>): Call {
  return callOf(statistic, {
    name: call,
    title: groupTitle,
    body: z.object({ query, by: z.string().max(40), topN }),
    run: (ctx, input) => {
      const part = Object.hasOwn(parts, input.by) ? parts[input.by] : undefined;
      if (part === undefined) throw refuseField(ctx, 'by', 'invalid');
      return answer(ctx, statistic, input.query, (asked) => groupOf(asked, input.by, part, input.topN));
    },
  });
}

/** Every call that follows from a statistic, but the export. */
export function callsOf(statistic: Statistic): Call[] {
  const { trend, groups, tables = {}, cards } = statistic;
  const body = z.object({ query });
  return [
    ...(cards.length === 0
      ? []
      : [
          callOf(statistic, {
            name: 'summary',
            title: cardsTitle,
            body,
            run: (ctx, input) => answer(ctx, statistic, input.query, summaryOf),
          }),
        ]),
    ...(trend === undefined
      ? []
      : [
          callOf(statistic, {
            name: trendCallOf(statistic),
            title: trend.title,
            body,
            run: (ctx, input) => answer(ctx, statistic, input.query, (asked) => trendOf(asked, trend)),
          }),
        ]),
    ...(groups === undefined ? [] : [groupCall(statistic, groups.call, groups.parts)]),
    ...Object.entries(tables).map(([name, part]) =>
      callOf(statistic, {
        name,
        title: part.title,
        body: z.object({ query, ...paging({ usual: usualPage, most }), topN }),
        run: (ctx, { query: given, page, pageSize, topN: size }) =>
          answer(ctx, statistic, given, (asked) => tableOf(asked, name, part, { page, pageSize: size ?? pageSize })),
      }),
    ),
  ];
}

/** Calls of all statistics. Those of a base share its export: reports name theirs. */
export function statisticCalls(): Call[] {
  const all = Object.values(statistics);
  const exports = [...Map.groupBy(all, ({ base }) => base)].map(([base, some]) => exportOf(base, some));
  return [...all.flatMap(callsOf), ...exports];
}
