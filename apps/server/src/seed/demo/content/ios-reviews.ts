import type { PoolClient } from 'pg';
import { day, officeTime, after } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface Review {
  readonly version: string;
  readonly build: number;
  /** D:IosReviewStatus. */
  readonly status: 0 | 1 | 2;
  readonly daysAgo: number;
  readonly remark: string | null;
}

const reviews: readonly Review[] = [
  { version: '5.1.3', build: 513, status: 2, daysAgo: 65, remark: null },
  { version: '5.2.0', build: 520, status: 2, daysAgo: 24, remark: '首次提审被拒（缺少演示账号），补充后通过' },
  { version: '5.3.0', build: 530, status: 1, daysAgo: 2, remark: null },
  { version: '5.3.1', build: 531, status: 0, daysAgo: 1, remark: '修复NFC配对' },
];

/** Versions of the iOS app, as users have them; one is in review. Needs the virtual vehicles. */
export async function makeIosReviews(client: PoolClient, { now }: World, by: string | null): Promise<void> {
  const { rows: vehicles } = await client.query<{ id: string }>(
    'select id::text as id from veh_virtual_vin where status in (0, 1) and not deleted order by id limit 1',
  );
  const [vehicle] = vehicles;
  if (vehicle === undefined) return;
  const rows = reviews.map(({ version, build, status, daysAgo, remark }, at): CopyRow => {
    const submitted = officeTime(now, daysAgo, at);
    return {
      version_name: version,
      build_no: build,
      review_status: status,
      review_mode: status === 1 ? 1 : 0,
      hidden_modules: ['raffle', 'blindbox', 'themePay'],
      demo_mobile: `140000000${String(at + 1).padStart(2, '0')}`,
      demo_code: `8263${String(at + 10)}`,
      demo_virtual_vin: vehicle.id,
      submit_time: status === 0 ? null : submitted,
      result_time: status === 2 ? after(submitted, day) : null,
      remark,
      ...marks(now, by, officeTime(now, daysAgo + 2, at), status === 2 ? after(submitted, day) : submitted),
    };
  });
  await copyRows(client, 'ps_ios_review', rows);
}
