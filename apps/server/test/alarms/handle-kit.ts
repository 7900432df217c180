import { signInAs } from '../support/people.ts';
import { makeAlarmWorld } from './world.ts';

interface Batch {
  readonly claimed?: number;
  readonly changed: number;
  readonly skipped: { id: string; message: string }[];
}
/** How an alarm is handled. */
export const form = { handleResult: '1', contactedOwner: 0, nextAction: 0, handleRemark: '已远程指导车主复位' };

/** An installation with alarms, and people who handle them: two clerks, who give no work out, and one of quality. */
export async function handling() {
  const world = await makeAlarmWorld();
  // A clerk may handle but gives no work out.
  await world.rows(
    "insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('clerk', '专员', 1, 0, 0, 1)",
  );
  await world.rows(
    "insert into sys_role_function (role_code, function_code) select 'clerk', code from sys_function where code in ('alarmManageGroup', 'alarmManage', 'alarmManage.query', 'alarmManage.claim', 'alarmManage.handle', 'alarmManage.ignore', 'alarmManage.push')",
  );
  const cs = await signInAs(world.t, { roles: ['clerk'] });
  const aftersales = await signInAs(world.t, { roles: ['clerk'] });
  const quality = await signInAs(world.t, { roles: ['quality'] });

  const ask = <Data = Batch>(as: { token: string }, action: string, body: object) =>
    world.t.call<Data>('POST', `/veh/crm/alarm/${action}`, body, { as: as.token });
  const fresh = async (type = 'MOTOR_HALL'): Promise<{ id: string; vehicleId: string; ownerId: string }> => {
    const scooter = await world.addScooter();
    const id = await world.raise({ vehicleId: scooter.id, type });
    return { id: id ?? '', vehicleId: scooter.id, ownerId: scooter.ownerId };
  };
  const stateOf = async (id: string) =>
    (
      await world.rows<{ handle: number; handler: string | null }>(
        'select handle_status as handle, handler_id::text as handler from alm_alarm where id = $1',
        id,
      )
    )[0];
  return { world, cs, aftersales, quality, ask, fresh, stateOf, stop: () => world.stop() };
}
export type Handling = Awaited<ReturnType<typeof handling>>;
