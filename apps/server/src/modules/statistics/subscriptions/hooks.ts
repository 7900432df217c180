import type { Text } from '@wheelhouse/contract/lang';
import { nextTime } from '@wheelhouse/entities/statistics/report-schedule';
import { sql } from 'kysely';
import { knowsStaff } from '../../../entity/hidden.ts';
import { nextOf, type HooksOf, type SavingOf } from '../../../entity/hooks.ts';
import { refuseMore } from '../../../entity/owned.ts';
import { column } from '../../../entity/scope.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { sessionsOf } from '../../access/service.ts';
import { readFilters } from './filters.ts';
import { addressesOf, maySubscribe, noReport, statisticNamed, type NoReport } from './receivers.ts';
import { planNext } from './schedule.ts';

/** More than anybody needs. */
const mostOwn = 50;

const texts = {
  closed: { zh: '{name}的账号已停用', en: 'The account of {name} is disabled' },
  right: { zh: '{name}没有查看该统计的权限', en: '{name} may not see this statistic' },
  address: { zh: '{name}没有填写邮箱', en: '{name} has no mail address' },
  own: { zh: '请先填写您的邮箱', en: 'Enter your own mail address first' },
  staff: { zh: '只能发给自己', en: 'Only to yourself' },
} as const satisfies Readonly<Record<NoReport | 'own' | 'staff', Text>>;

type Subscription = SavingOf<'reportSubscription'>;

/** Every receiver may see the statistic and has an address; a disabled subscription may wait for either. @throws AppError 1001 */
async function checkReceivers(saving: Subscription): Promise<void> {
  const { ctx, tx, old } = saving;
  const others = nextOf(saving, 'receiverIds') ?? [];
  if (others.length > 0 && !knowsStaff(ctx.user)) throw refuseField(ctx, 'receiverIds', texts.staff);
  const statistic = statisticNamed(String(nextOf(saving, 'statistic')));
  if (statistic === undefined || nextOf(saving, 'enabled') === 0) return;
  const owner = old?.ownerId ?? ctx.user.id;
  const ids = [...new Set([...(nextOf(saving, 'toOwner') === 1 ? [owner] : []), ...others])];
  const [users, addresses] = [await sessionsOf(ctx.app).usersIn(tx, ids), await addressesOf(tx, ids)];
  for (const id of ids) {
    const user = users.get(id);
    const why = noReport(user, statistic, addresses.get(id));
    if (why === undefined) continue;
    if (id === owner && !others.includes(id))
      throw refuseField(ctx, 'toOwner', why === 'address' && id === ctx.user.id ? texts.own : texts[why], {
        name: user?.realName ?? id,
      });
    throw refuseField(ctx, 'receiverIds', texts[why], { name: user?.realName ?? id });
  }
}

export const subscriptionHooks: HooksOf<'reportSubscription'> = {
  visible: (user, alias) => (user.isAdmin ? undefined : sql`${column(alias, 'owner_id')} = ${user.id}`),
  async beforeSave(saving) {
    const { ctx, old, values } = saving;
    if (!old) values.ownerId = ctx.user.id;
    const statistic = statisticNamed(String(nextOf(saving, 'statistic')));
    if (statistic === undefined) throw refuseField(ctx, 'statistic', 'invalid');
    if (!maySubscribe(ctx.user, statistic)) throw new AppError(1003);
    if (readFilters(ctx, statistic, nextOf(saving, 'filters')) === undefined)
      throw refuseField(ctx, 'filters', 'invalid');
    await refuseMore(saving, 'stat_subscription', mostOwn);
    await checkReceivers(saving);
  },
  /** What is saved counts from now on: a time that is over is not made up for. */
  async afterSave(saving) {
    const { tx, id } = saving;
    const [frequency, weekday, dayOfMonth, timeOfDay] = [
      nextOf(saving, 'frequency'),
      nextOf(saving, 'weekday') ?? null,
      nextOf(saving, 'dayOfMonth') ?? null,
      nextOf(saving, 'timeOfDay'),
    ];
    if (nextOf(saving, 'enabled') !== 1 || !frequency || !timeOfDay) return planNext(tx, id, undefined);
    await planNext(tx, id, nextTime({ frequency, weekday, dayOfMonth, timeOfDay }, new Date()));
  },
  afterSaveOf: ['frequency', 'weekday', 'dayOfMonth', 'timeOfDay', 'enabled'],
};
