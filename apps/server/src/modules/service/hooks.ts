import { codes } from '@wheelhouse/entities/codes';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { runningNumber } from '../../db/running-number.ts';
import { startOfDayText, todayText } from '../../db/wall-clock.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { nextOf, only, type ActionHandlers, type HooksOf, type SavingOf } from '../../entity/hooks.ts';
import { checkRangeOf } from '../../http/day-range.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { liveSessions, logPresence } from './presence.ts';

const { rating, sessionStart, forcedOffline } = codes.ServiceLogEvent;
/** Days of a list, an export or a summary of the log. */
export const logDays = 31;

/** `CS` and a running number of at least four digits. */
async function nextAccountNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'CS' || ${runningNumber('seq_service_account', 4)} as no`.execute(tx);
  return rows[0]?.no ?? '';
}

/** A user has one account of each type. Two saves at once wait for each other. @throws AppError 5171 */
async function refuseSecond({ ctx, tx, old, values }: SavingOf<'serviceAccount'>): Promise<void> {
  if (old !== undefined) return;
  await sql`select 1 from sys_user where id = ${values.sysUserId} for no key update`.execute(tx);
  const { rows } = await sql`
    select 1 from cs_service_account
    where sys_user_id = ${values.sysUserId} and account_type = ${values.accountType} and not deleted`.execute(tx);
  if (rows.length > 0) throw fieldRefusal(ctx, 'sysUserId', 5171);
}

const realNameText = { zh: '{label}不得包含真实姓名', en: '{label} must not hold the real name' } as const;
const spaceless = (text: string): string => text.replaceAll(/\s/g, '');

/** Owners read the nickname: it does not hold the name of the person behind it. @throws AppError 1001 */
async function refuseRealName(saving: SavingOf<'serviceAccount'>): Promise<void> {
  const { ctx, tx, values } = saving;
  if (typeof values.nickname !== 'string') return;
  const { rows } = await sql<{ realName: string | null }>`
    select real_name from sys_user where id = ${nextOf(saving, 'sysUserId')}`.execute(tx);
  const name = spaceless(rows[0]?.realName ?? '');
  if (name.length < 2 || !spaceless(values.nickname).includes(name)) return;
  const label = labelOf(entityNamed('serviceAccount'), 'nickname')[ctx.lang];
  throw refuseField(ctx, 'nickname', realNameText, { label });
}

const actions: ActionHandlers<'serviceAccount'> = {
  async forceOffline(action) {
    const { ctx, tx, store } = action;
    await logPresence(tx, { accountId: only(action).id, event: forcedOffline, ip: ctx.ip });
    store({ onlineStatus: codes.ServiceOnline.offline });
  },
};

/** Sessions that began on this day of Asia/Shanghai. */
const todaySql = (t: string): string =>
  `(select count(*)::int from cs_service_account_log l where l.account_id = ${t}.id and l.event = ${sessionStart}
    and l.time >= ${startOfDayText(todayText)})`;

export const serviceAccountHooks: HooksOf<'serviceAccount'> = {
  computed: {
    todaySessions: todaySql,
    avgRating: (t) =>
      `(select round(avg(l.score), 1)::float8 from cs_service_account_log l where l.account_id = ${t}.id and l.event = ${rating})`,
  },
  async beforeSave(saving) {
    await refuseSecond(saving);
    await refuseRealName(saving);
    if (saving.old === undefined) saving.values.accountNo = await nextAccountNo(saving.tx);
  },
  guards: {
    async enabled(tx, row, to) {
      const n = to === 0 ? await liveSessions(tx, row.id) : 0;
      return n === 0 ? undefined : new AppError(5172, { n });
    },
  },
  actions,
};

export const serviceAccountLogHooks: HooksOf<'serviceAccountLog'> = {
  checkQuery: (_user, { conditions }) => checkRangeOf(conditions, 'time', { days: logDays }),
};
