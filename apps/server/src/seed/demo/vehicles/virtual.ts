import { formatDay } from '@wheelhouse/contract/time';
import { virtualVinOf } from '../../../modules/vehicles/virtual/service.ts';
import { after, day, midnight, officeTime } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import { marks } from './rows-vehicles.ts';
import type { World } from '../world.ts';

// prettier-ignore
const batches = [
  { model: 'E3', color: 'BLK', purpose: '1', script: 1, count: 40, ago: 62, days: 150, remark: 'APP体验模式常备' },
  { model: 'M5', color: 'RED', purpose: '2', script: 0, count: 24, ago: 40, days: 90, remark: '旗舰店展台' },
  { model: 'C2', color: 'WHT', purpose: '3', script: 2, count: 6, ago: 21, days: 45, remark: '应用商店审核账号' },
  { model: 'E5', color: 'SLV', purpose: '1', script: 3, count: 12, ago: 5, days: 90, remark: '报警演示' },
] as const;

/** Virtual vehicles of four batches: unused, in use, released and void. */
export function virtualRows({ now, random: seed, models, users }: World, admin: string | null): CopyRow[] {
  const random = seed.fork('virtual');
  let serial = 0;
  // One user has one virtual vehicle at a time.
  const riders = users.slice(40, 40 + 60);
  return batches.flatMap(({ model: code, color, purpose, script, count, ago, days, remark }, batch) => {
    const model = models.find((one) => one.code === code);
    if (!model) return [];
    const made = officeTime(now, ago, batch);
    return Array.from({ length: count }, (): CopyRow => {
      const status = random.weighted<0 | 1 | 2 | 3>([
        [0, 40],
        [1, 42],
        [2, 14],
        [3, 4],
      ]);
      const rider = status === 1 ? riders.pop() : undefined;
      const bound = after(made, random.between(0.1, 0.9) * ago * day);
      return {
        virtual_vin: virtualVinOf(model.vinPrefix, made, ++serial),
        vehicle_type_id: model.id,
        color: model.colors.includes(color) ? color : (model.colors[0] ?? color),
        purpose,
        script,
        status: status === 1 && !rider ? 0 : status,
        bound_user_id: rider?.id ?? null,
        bind_time: rider ? bound : null,
        expire_time: midnight(made, days),
        batch_no: `VB${formatDay(made).replaceAll('-', '')}${String(batch + 1).padStart(4, '0')}`,
        void_reason: status === 3 ? '演示设备回收' : null,
        remark,
        ...marks(now, admin, made, status === 0 ? made : bound),
      };
    });
  });
}
