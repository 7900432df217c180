import type { PoolClient } from 'pg';
import { after, day, dayStart, earlier, hour, later, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Dealer } from './dealers.ts';
import { personOf } from '../names.ts';
import { sealed, type PeopleOptions } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

/** The first dealer has the documented account, which comes with the accounts of the roles. */
const documented = 1;
/** D:DealerStatus of those at work; D:DealerPosition of the owner. */
const [active, owner] = [1, '1'];
const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

interface Account {
  id: string;
  readonly dealer: Dealer;
  readonly username: string;
  readonly created: Date;
  readonly signIns: readonly Date[];
  readonly person: ReturnType<typeof personOf>;
  readonly mobile: string;
}

/** Nine of ten dealers at work have an account; its owner signs in on some mornings. */
function accountsOf({ now, dealers, random }: World): Account[] {
  return dealers.slice(documented).flatMap((dealer, at): Account[] => {
    const dice = random.fork(`account ${dealer.code}`);
    if (dealer.status !== active || !dice.chance(0.9)) return [];
    const created = earlier(later(after(dealer.createTime, 2 * day), officeTime(now, 380, at)), after(now, -day));
    const signIns = Array.from({ length: 20 }, (_, ago) => 20 - ago)
      .filter(() => dice.chance(0.35))
      .map((ago) => after(dayStart(after(now, -ago * day)), 8.6 * hour + dice.between(0, 3.5) * hour))
      .filter((time) => time > created);
    return [
      {
        id: '',
        dealer,
        username: `dealer.${dealer.code.toLowerCase()}`,
        created,
        signIns,
        person: personOf(dice),
        // Of the range that nobody has, as those of the other accounts.
        mobile: `199001${String(at).padStart(5, '0')}`,
      },
    ];
  });
}

/**
 * Accounts of dealers, with their sign-ins. Needs dealers and roles in place.
 * @param passwordHash one for all
 */
export async function makeDealerAccounts(
  client: PoolClient,
  world: World,
  { secrets, admin, organizations }: PeopleOptions,
  passwordHash: string,
): Promise<void> {
  const accounts = accountsOf(world);
  await giveIds(client, 'sys_user', accounts);
  const rows = accounts.map(({ id, dealer, username, created, signIns, person, mobile }): CopyRow => ({
    id,
    user_type: 2,
    username,
    real_name: person.name,
    ...sealed(secrets, 'mobile', 'mobile', mobile),
    gender: person.gender,
    organization_code: organizations.has(dealer.city.organization) ? dealer.city.organization : 'HQ',
    dealer_id: dealer.id,
    position: owner,
    enabled: 1,
    last_login_time: signIns.at(-1) ?? null,
    ...marks(world.now, admin, created),
  }));
  await copyRows(client, 'sys_user', rows);
  await copyRows(
    client,
    'sys_credential',
    accounts.map(({ id }) => ({ user_id: id, password_hash: passwordHash, must_change_pwd: 0 })),
  );
  await copyRows(
    client,
    'sys_user_role',
    accounts.map(({ id }) => ({ user_id: id, role_code: 'dealer' })),
  );
  const attempts = accounts.flatMap(({ id, username, signIns }, at) =>
    signIns.map((time): CopyRow => ({
      user_id: id,
      username,
      result: 0,
      ip: `112.64.${10 + (at % 40)}.${20 + at}`,
      user_agent: agent,
      channel: 'password',
      time,
    })),
  );
  await copyRows(
    client,
    'sys_login_log',
    attempts.toSorted((a, b) => Number(a['time']) - Number(b['time'])),
  );
}
