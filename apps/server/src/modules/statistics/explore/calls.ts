import { z } from 'zod';
import { defineCall, type Call } from '../../../http/call.ts';
import { form } from '../../../http/kit.ts';
import { answer } from '../engine/asked.ts';
import { exploreOf } from './answer.ts';
import { familiesFor } from './combine.ts';
import { partFor, refuseUnknowable } from './read.ts';

const access = 'exploreStatistics.query';
const names = z.array(z.string().min(1).max(40)).max(20);

const fields = defineCall('POST /stat/crm/explore/fields', {
  access,
  effect: 'reads',
  body: z.looseObject({}),
  summary: { zh: '可探索的指标与维度', en: 'Measures and dimensions to explore' },
  run: async ({ user }) => familiesFor(user),
});

const query = defineCall('POST /stat/crm/explore/query', {
  access,
  effect: 'reads',
  body: z.strictObject({
    statistic: z.string().max(40),
    measures: names,
    by: names.default([]),
    query: form.optional(),
  }),
  summary: { zh: '探索分析', en: 'Explore numbers' },
  async run(ctx, input) {
    const { statistic, part } = partFor(
      ctx,
      { statistic: input.statistic, measures: input.measures, dimensions: input.by },
      { measures: 'measures', dimensions: 'by' },
    );
    return answer(ctx, statistic, input.query, async (asked) => {
      refuseUnknowable(ctx, statistic, input.measures, asked.question.filters);
      return exploreOf(asked, part);
    });
  },
});

/** Free questions to statistics. */
export const exploreCalls: readonly Call[] = [fields, query];
