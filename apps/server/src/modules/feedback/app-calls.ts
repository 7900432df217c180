import { sql } from 'kysely';
import { z } from 'zod';
import { validate } from '@wheelhouse/entities/validate';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { today, dayOf } from '../../db/wall-clock.ts';
import { codeErrors } from '../../entity/check-codes.ts';
import { refuseErrors, validationContext } from '../../entity/check.ts';
import { assignments } from '../../entity/store.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { appPhone, code, fileId } from '../../http/kit.ts';
import { bindingOf } from '../binding/service.ts';
import { refuseForeignFiles, vehicleByName, vinInput } from '../fleet/shared/service.ts';
import { feedbackList } from './app-list.ts';
import { append, satisfy } from './app-answers.ts';
import { feedbackEntity, feedbackLabel, nextFeedbackNo } from './records.ts';

/** Feedback of a user on one day of Asia/Shanghai. */
const perDay = 5;

/** One at a time for a user, so that no two slip in together. @throws AppError 9001 */
async function refuseTooMuch(tx: Tx, userId: string, content: string): Promise<void> {
  await sql`select 1 from usr_app_user where id = ${userId} for update`.execute(tx);
  const { rows } = await sql<{ today: number; same: number }>`
    select count(*) filter (where ${dayOf('create_time')} = ${today})::int as today,
      count(*) filter (where content = ${content} and create_time > now() - interval '1 hour')::int as same
    from cs_feedback where user_id = ${userId} and create_time > now() - interval '1 day' and not deleted`.execute(tx);
  const [found] = rows;
  if ((found?.today ?? 0) >= perDay || (found?.same ?? 0) > 0) throw new AppError(9001);
}

/** The vehicle that a user names. @throws AppError 1002 there is none, 1011 it is not theirs */
async function vehicleOf({ app, appUser }: AppContext, vin: string): Promise<string> {
  const vehicle = await vehicleByName(app.db, vin);
  if ((await bindingOf(app.db, vehicle.id, appUser.id)) === undefined) throw new AppError(1011);
  return vehicle.id;
}

async function insert(tx: Tx, ctx: AppContext, values: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = assignments(feedbackEntity, values, ctx.app.secrets);
  await sql`
    insert into cs_feedback (${sql.raw(columns.map((c) => c.column).join(', '))})
    values (${sql.join(columns.map((c) => c.value))})`.execute(tx);
}

const submit = defineAppCall('POST /app/v1/feedback/submit', {
  limit: { most: 30, within: 'hour' },
  body: z.looseObject({
    categoryCode: code(/^P\d{2}$/),
    content: z.string(),
    images: z.array(fileId).max(6).optional(),
    vin: vinInput.nullish(),
    ...appPhone,
  }),
  summary: { zh: 'APP：提交反馈', en: 'App: give feedback' },
  async run(ctx, { vin, ...form }) {
    const { app, appUser } = ctx;
    const vehicleId = vin === null || vin === undefined ? null : await vehicleOf(ctx, vin);
    const { values, errors } = validate(feedbackEntity, form, undefined, validationContext(ctx));
    refuseErrors(errors);
    const { content, images } = values;
    return withTransaction(app.db, async (tx) => {
      await refuseTooMuch(tx, appUser.id, String(content));
      refuseErrors(await codeErrors(tx, ctx.lang, feedbackEntity.fields, values, undefined, feedbackLabel(ctx.lang)));
      await refuseForeignFiles(tx, ctx, feedbackEntity, 'images', images);
      const feedbackNo = await nextFeedbackNo(tx);
      await insert(tx, ctx, { ...values, feedbackNo, userId: appUser.id, vehicleId });
      return { feedbackNo };
    });
  },
});

/** Calls of the app's users about their feedback. */
export const feedbackAppCalls: readonly Call[] = [submit, feedbackList, append, satisfy];
