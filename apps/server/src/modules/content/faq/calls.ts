import { sql } from 'kysely';
import { z } from 'zod';
import type { FaqVotes } from '@wheelhouse/contract/calls/content/content';
import { dayOf, today } from '../../../db/wall-clock.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { id } from '../../../http/kit.ts';

const shownDays = 30;

const votes = defineCall('POST /ps/crm/faq/votes', {
  access: ['commonProblemManage.query'],
  body: z.object({ id }),
  summary: { zh: '常见问题近30天的评价', en: 'Votes about a question in the last 30 days' },
  async run({ app }, input) {
    const { rows } = await sql<FaqVotes>`
      select to_char(d.day, 'YYYY-MM-DD') as "statDate", count(*) filter (where v.helpful = 1)::int as helpful,
        count(*) filter (where v.helpful = 0)::int as unhelpful
      from generate_series(${today}::date - ${shownDays - 1}::int, ${today}::date, interval '1 day') d (day)
        left join cnt_faq_vote v on v.faq_id = ${input.id} and ${dayOf('v.vote_time')} = d.day::date
      group by d.day order by d.day`.execute(app.db);
    return rows;
  },
});

export const faqCalls: readonly Call[] = [votes];
