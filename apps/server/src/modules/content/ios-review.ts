import { machines } from '@wheelhouse/entities/machines';
import { hidesNothing } from '@wheelhouse/entities/content/ios-review';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../db/pool.ts';
import type { HooksOf } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';

const { inReview } = machines['SM-IosReview'].states;

/** The database keeps that only one version is in review; of two submitted at the same moment, the second waits here and is refused. @throws AppError 5141 */
async function refuseSecond(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ps_ios_review.in_review'))`.execute(tx);
  const { rows } =
    await sql`select 1 from ps_ios_review where review_status = ${inReview} and not deleted limit 1`.execute(tx);
  if (rows.length > 0) throw new AppError(5141);
}

export const iosReviewHooks: HooksOf<'iosReview'> = {
  actions: {
    submit: async ({ store }) => store({ reviewMode: 1, submitTime: new Date(), resultTime: null, rejectReason: null }),
    approve: async ({ store }) => store({ reviewMode: 0, resultTime: new Date() }),
    reject: async ({ input, store }) => store({ rejectReason: input.rejectReason, resultTime: new Date() }),
  },
  refuses: {
    submit: each(async (row, { ctx, tx }) => {
      const hidden = hidesNothing({ ...row, reviewMode: 1 });
      if (hidden?.text !== undefined) throw refuseField(ctx, hidden.field, hidden.text);
      await refuseSecond(tx);
    }),
  },
};

interface Stored {
  readonly reviewMode: boolean;
  readonly hiddenModules: readonly string[];
}

/** Public: the app asks before anybody signs in. An unknown version hides nothing. */
const configReview = defineCall('GET /app/v1/config/review', {
  access: 'public',
  query: z.object({ versionName: z.string().max(40), buildNo: z.string().regex(/^\d{1,9}$/) }),
  summary: { zh: 'APP审核开关', en: 'What the app hides during a store review' },
  async run({ app }, { versionName, buildNo }) {
    const { rows } = await sql<Stored>`
      select true as "reviewMode", coalesce(hidden_modules, '{}') as "hiddenModules" from ps_ios_review
      where version_name = ${versionName} and build_no = ${Number(buildNo)} and review_mode = 1 and not deleted`.execute(
      app.db,
    );
    return rows[0] ?? { reviewMode: false, hiddenModules: [] };
  },
});

export const iosReviewCalls: readonly Call[] = [configReview];
