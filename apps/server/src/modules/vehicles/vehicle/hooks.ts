import { registerGuard } from '../../../entity/actions.ts';
import { registerHooks } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { registerEquipmentHooks } from '../equipment.ts';
import { vehicleActionHandlers } from './actions.ts';
import { vehicleRules } from './rules.ts';

/** Server behaviour of the vehicles domain; called once at start. */
export function registerVehicleHooks(): void {
  registerHooks('vehicle', { ...vehicleRules, actions: vehicleActionHandlers });
  registerEquipmentHooks();
  registerHooks('vehicleSeries', {
    computed: {
      vehicleCount: (t) =>
        `(select count(*)::int from veh_vehicle c join veh_type y on y.id = c.vehicle_type_id where y.series_id = ${t}.id and not c.deleted)`,
    },
  });
  registerGuard('vehicleType.shelfStatus', async (tx, row, to) => {
    if (to !== 1) return undefined;
    if (!row['listImage']) return new AppError(2025);
    const images = await tx
      .selectFrom('veh_image')
      .select('color')
      .distinct()
      .where('vehicleTypeId', '=', row.id)
      .where('enabled', '=', 1)
      .where('deleted', '=', false)
      .execute();
    const have = new Set(images.map((image) => image.color));
    const missing = (row['colors'] as readonly string[]).find((color) => !have.has(color));
    return missing === undefined ? undefined : new AppError(2022, { c: missing });
  });
}
