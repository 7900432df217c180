import { isPast } from '@wheelhouse/contract/time';
import { conditionWords } from '@wheelhouse/entities/messages/reminder-condition';
import { templateTexts } from '@wheelhouse/entities/templates/template-fields';
import { builtInCodes, foreignVariable } from '@wheelhouse/entities/templates/template-text';
import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import type { Tx } from '../../../db/pool.ts';
import { wallClockText } from '../../../db/wall-clock.ts';
import { checkCities } from '../../../entity/check-cities.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import {
  type ActionHandlers,
  type ActionOf,
  type HooksOf,
  nextOf,
  only,
  type RefusesOf,
} from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { snake } from '../../../entity/storage.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { stopSending, withdraw } from '../broadcast.ts';
import { nextMessageNo } from '../message-steps.ts';
import { deliveryTopic } from '../owners.ts';
import { beginOnce, dropWaiting, isAnyDue, reminder, storedRange } from './runs.ts';

type Reminder = ActionOf<'serviceMessage'>['rows'][number];

const refType = reminder.name;

const builtInRefusal = {
  zh: '内置模板由平台自行发送，不能用于提醒',
  en: 'The platform itself sends built-in templates, reminders cannot',
};

type Sends = Pick<Reminder, 'templateId' | 'reminderType'>;

/**
 * A template that a reminder sends: of any type, as long as it names nothing (`wrong`) that the reminder's type does not have. Locks it against
 * changes of its texts.
 */
async function readTemplate(tx: Tx, { templateId, reminderType }: Sends) {
  const columns = templateTexts.map((name) => sql.raw(snake(name)));
  const { rows } = await sql<Readonly<Record<string, string | null>>>`
    select enabled::text as enabled, template_code, ${sql.join(columns)} from msg_template where id = ${templateId} and kind = 'service' for share`.execute(
    tx,
  );
  const { enabled, templateCode, ...texts } = rows[0] ?? {};
  const wrong = Object.values(texts)
    .map((text) => foreignVariable(text ?? '', reminderType))
    .find((name) => name !== undefined);
  const isBuiltIn = builtInCodes.includes(templateCode ?? '');
  return { isEnabled: enabled === '1', isBuiltIn, wrong: wrong === undefined ? undefined : { v: `\${${wrong}}` } };
}

/** Why a reminder cannot send its template now: it is disabled, or was changed since. */
async function templateRefusal(tx: Tx, one: Sends): Promise<AppError | undefined> {
  const { isEnabled, wrong } = await readTemplate(tx, one);
  if (!isEnabled) return new AppError(5013);
  return wrong && new AppError(5006, wrong);
}

/** @throws AppError 5006, 5013 its template cannot be sent; 5001 no vehicle is due */
async function refuseUnsendable(tx: Tx, one: Reminder): Promise<void> {
  const refusal = await templateRefusal(tx, one);
  if (refusal) throw refusal;
  if (!(await isAnyDue(tx, await storedRange(tx, one.id)))) throw new AppError(5001);
}

const refuses: RefusesOf<'serviceMessage'> = {
  submit: each(async (one, { tx }) => {
    if (isPast(one.sendTime)) throw new AppError(5010);
    await refuseUnsendable(tx, one);
  }),
  approve: each((one, { tx }) => refuseUnsendable(tx, one)),
  send: each((one, { tx }) => refuseUnsendable(tx, one)),
};

const actions: ActionHandlers<'serviceMessage'> = {
  approve: ({ tx }) => notifyLive(tx, deliveryTopic, {}),
  async send(action) {
    action.store(await beginOnce(action.tx, only(action).id));
  },
  async stop(action) {
    const { id } = only(action);
    await dropWaiting(action.tx, id);
    await stopSending(action.tx, refType, id);
  },
  async revoke(action) {
    const { id } = only(action);
    await dropWaiting(action.tx, id);
    await withdraw(action.tx, refType, id);
  },
};

/** A value of the last run, over the row's alias. */
const ofLastRun = (column: string) => (t: string) =>
  `(select ${column} from msg_service_run r where r.message_id = ${t}.id order by r.run_date desc limit 1)`;

export const serviceMessageHooks: HooksOf<'serviceMessage'> = {
  computed: {
    lastRunTime: ofLastRun(wallClockText('r.run_time')),
    lastHitCount: ofLastRun('r.hit'),
    totalSent: (t) => `(select coalesce(sum(r.sent), 0)::int from msg_service_run r where r.message_id = ${t}.id)`,
  },
  texts: { condition: (value, row) => conditionWords(row.reminderType, value) },
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    await checkCities(ctx, tx, values.cityCodes);
    if (old === undefined) values.msgNo = await nextMessageNo(tx, 'MS', 'seq_msg_service');
    const { wrong, isBuiltIn } = await readTemplate(tx, {
      templateId: String(nextOf(saving, 'templateId')),
      reminderType: String(nextOf(saving, 'reminderType')),
    });
    if (isBuiltIn) throw refuseField(ctx, 'templateId', builtInRefusal);
    if (wrong) throw fieldRefusal(ctx, 'templateId', 5006, wrong);
  },
  guards: {
    // A rule that is disabled sends no more of today's run either.
    async enabled(tx, row, to) {
      if (to === 1) return templateRefusal(tx, row);
      await dropWaiting(tx, row.id);
      return undefined;
    },
  },
  // Whom a deleted rule was about to remind is not reminded, and what it said is gone.
  async deleted(tx, { id }) {
    await dropWaiting(tx, id);
    await withdraw(tx, refType, id);
  },
  actions,
  refuses,
};
