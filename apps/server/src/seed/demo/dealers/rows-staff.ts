import { day } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import { mobileOf } from '../identifiers.ts';
import { personOf } from '../names.ts';
import { sealed, type PeopleOptions } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

/** D:DealerPosition with what people of it are good at. */
const positions = [
  ['1', '门店经营'],
  ['3', '整车维修、电池检测'],
  ['2', '销售、上牌'],
  ['3', '控制器与线束'],
] as const;

/** Two to four people at each dealer: the owner, technicians, a clerk. */
export function staffRows({ now, dealers, random }: World, { secrets, admin }: PeopleOptions): CopyRow[] {
  return dealers.flatMap((dealer) => {
    const dice = random.fork(`staff ${dealer.code}`);
    return positions.slice(0, 2 + dice.int(0, 2)).map(([position, skill], at) => ({
      dealer_id: dealer.id,
      ...sealed(secrets, 'name', 'name', personOf(dice).name),
      ...sealed(secrets, 'mobile', 'mobile', mobileOf(dice)),
      position,
      skill,
      cert_no: position === '3' ? `JS${dealer.code.slice(1)}${at}` : null,
      enabled: 1,
      ...marks(now, admin, new Date(dealer.createTime.getTime() + (at + 1) * day)),
    }));
  });
}
