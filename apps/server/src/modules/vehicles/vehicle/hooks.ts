import { codes } from '@wheelhouse/entities/codes';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { activeOnSql, factSql } from '../../../db/facts.ts';
import { todayText } from '../../../db/wall-clock.ts';
import { flagCondition, numberCondition } from '../../../entity/flag.ts';
import { type HooksOf, only, type StateGuard } from '../../../entity/hooks.ts';
import { column } from '../../../entity/scope.ts';
import { AppError } from '../../../http/errors.ts';
import { chooseSetup, setupOf } from '../../bluetooth/service.ts';
import { isTagged, tagIdsOf } from '../../users/service.ts';
import { vehicleActionHandlers, vehicleRefusals } from './actions.ts';
import { vehicleRules } from './rules.ts';

/** One never heard of is offline. */
const isOnline = (t: string): string =>
  `exists (select from veh_vehicle_status s where s.vehicle_id = ${t}.id and ${factSql('online', 's')})`;

const isActiveToday = (t: string): string => activeOnSql(`${t}.id`, todayText);

/** Shipped more than 90 days ago, and not activated. */
const isIdle = (t: string): string =>
  `coalesce(${t}.ship_date < ${todayText} - 90 and not ${factSql('activated', t)}, false)`;

/** City in which its first owner bound it. */
const firstBindCity = (t: string): string =>
  `(select l.city_id from veh_binding_log l where l.vehicle_id = ${t}.id and l.action = ${codes.BindAction.bind} and not l.deleted order by l.id limit 1)`;

export const vehicleHooks: HooksOf<'vehicle'> = {
  ...vehicleRules,
  computed: {
    ownerTags: (t) => tagIdsOf(`${t}.owner_user_id`),
    online: (t) => `${isOnline(t)}::int`,
    activeToday: (t) => `${isActiveToday(t)}::int`,
    firstBindCityId: firstBindCity,
    idleStock: (t) => `${isIdle(t)}::int`,
  },
  conditions: {
    ownerTags: (t, values) => isTagged(column(t, 'owner_user_id'), values),
    online: flagCondition(isOnline),
    activeToday: flagCondition(isActiveToday),
    firstBindCityId: numberCondition(firstBindCity),
    idleStock: flagCondition(isIdle),
  },
  actions: vehicleActionHandlers,
  refuses: vehicleRefusals,
};

export const seriesHooks: HooksOf<'vehicleSeries'> = {
  computed: {
    vehicleCount: (t) =>
      `(select count(*)::int from veh_vehicle c join veh_type y on y.id = c.vehicle_type_id where y.series_id = ${t}.id and not c.deleted)`,
  },
};

/** A model is shown in the app only with a picture of each of its colors. */
const hasPictures: StateGuard<StoredRowOf<'vehicleType'>> = async (tx, row, to) => {
  if (to !== 1) return undefined;
  if (!row.listImage) return new AppError(2025);
  const images = await tx
    .selectFrom('veh_image')
    .select('color')
    .distinct()
    .where('vehicleTypeId', '=', row.id)
    .where('enabled', '=', 1)
    .where('deleted', '=', false)
    .execute();
  const have = new Set(images.map((image) => image.color));
  const missing = row.colors.find((color) => !have.has(color));
  return missing === undefined ? undefined : new AppError(2022, { c: missing });
};

export const typeHooks: HooksOf<'vehicleType'> = {
  computed: { bluetoothSetupId: (t) => setupOf(`${t}.id`) },
  guards: { shelfStatus: hasPictures },
  actions: {
    async chooseBluetooth(action) {
      await chooseSetup(action.ctx, action.tx, only(action).id, action.input.bluetoothSetupId);
    },
  },
};
