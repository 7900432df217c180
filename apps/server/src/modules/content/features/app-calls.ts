import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { versionNumbers } from '../../../db/version-numbers.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { signedUrl } from '../../files/service.ts';
import { bindingOf } from '../../binding/service.ts';
import { vehicleByName, vinInput } from '../../fleet/shared/service.ts';
import { stateText } from './matrix.ts';

interface Shown {
  readonly featureCode: string;
  readonly name: string;
  readonly groupName: string;
  readonly clientOs: readonly string[];
  readonly minAppVersion: string | null;
  readonly icon: string | null;
}

const features = defineAppCall('GET /app/v1/vehicle/features', {
  query: z.object({ vin: vinInput }),
  summary: { zh: 'APP：车辆具备的功能', en: 'App: features of a vehicle' },
  async run({ app, appUser, lang }, { vin }) {
    const vehicle = await vehicleByName(app.db, vin);
    if ((await bindingOf(app.db, vehicle.id, appUser.id)) === undefined) throw new AppError(1011);
    // A control unit that has reported no version is older than any.
    const { rows } = await sql<Shown>`
      select x.feature_code as "featureCode", ${inLang(lang, 'x.name')} as name, x.group_name as "groupName", x.client_os as "clientOs",
        x.min_app_version as "minAppVersion", x.icon
      from veh_vehicle v left join veh_vehicle_status s on s.vehicle_id = v.id cross join ps_functional_feature x
        left join ps_feature_model m on m.feature_id = x.id and m.vehicle_type_id = v.vehicle_type_id
      where v.id = ${vehicle.id} and not x.deleted and x.enabled = 1
        and (${sql.raw(stateText)} = ${featureStates.on}
          or m.state = ${featureStates.fromVersion} and ${versionNumbers('s.ecu_version')} >= ${versionNumbers('m.min_ecu_version')})
      order by x.group_name, x.feature_code`.execute(app.db);
    return rows.map(({ icon, ...row }) => ({ ...row, iconUrl: icon === null ? null : signedUrl(app, icon) }));
  },
});

/** Features of vehicles in the owners' app. */
export const featureAppCalls: readonly Call[] = [features];
