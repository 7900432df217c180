import type { ReminderDryRun } from '@wheelhouse/contract/calls/messages/reminders';
import { expect } from 'vitest';
import { dealers, makeVehicle, makeWorld } from '../fleet/world.ts';
import { bindOwner } from '../registry/samples.ts';
import { createTestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

export const base = '/msg/crm/serviceMessage';
export const dayMs = 86_400_000;
export const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
interface Made {
  readonly id: string;
  readonly vin: string;
  readonly userId: string;
}
interface Added {
  readonly id: string;
  readonly errors?: readonly { readonly field: string }[];
}
export const vinsOf = ({ sample }: ReminderDryRun): (string | null)[] => sample.map(({ vin }) => vin);

/** An installation without vehicles, with a template of reminders, an author and a reviewer. */
export async function reminderWorld() {
  let n = 0;
  const t = await createTestApp();
  await makeWorld(t.app);
  const [author, reviewer] = [
    (await signInAs(t, { roles: ['admin'] })).token,
    (await signInAs(t, { roles: ['admin'] })).token,
  ];
  const template = await addTemplate('1', '您的${vehicleName}（尾号${vin6}）已行驶${odometerKm}公里。');

  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await t.app.pool.query<Row>(text, [...values])).rows;
  async function addTemplate(reminderType: string, pushBody: string, more: object = {}): Promise<string> {
    const { data, code } = await t.call<{ id: string }>(
      'POST',
      '/msg/crm/serviceTemplate/add',
      {
        templateCode: `SVC_TEST_${++n}`,
        name: `模板${n}`,
        reminderType,
        pushTitle: '服务提醒',
        pushBody,
        channels: ['1', '2'],
        jumpPage: 'vehicle',
        enabled: 1,
        ...more,
      },
      { as: author },
    );
    expect(code).toBe(0);
    return data.id;
  }
  /** A vehicle of an owner that has run so far, activated so long ago. */
  async function vehicle(odometerKm: number, days = 10, dealerId: string = dealers.shanghai): Promise<Made> {
    const made = await makeVehicle(t.app, { dealerId, activationTime: daysAgo(days) });
    await query('update veh_vehicle_status set odometer_km = $2 where vehicle_id = $1', [made.id, odometerKm]);
    return { ...made, userId: await bindOwner(t, made.id) };
  }
  const formOf = (values: object = {}): object => ({
    name: `提醒${++n}`,
    reminderType: '1',
    mode: 2,
    templateId: template,
    condition: { mileageKm: 3000 },
    channels: ['1', '2'],
    includeDealerContact: 1,
    repeatDays: 30,
    sendHour: 8,
    ...values,
  });
  const add = (values: object = {}) => t.call<Added>('POST', `${base}/add`, formOf(values), { as: author });
  const dryRun = async (form: object, as = author): Promise<ReminderDryRun> => {
    const { code, data } = await t.call<ReminderDryRun>('POST', `${base}/dryRun`, form, { as });
    expect({ code, data }).toMatchObject({ code: 0 });
    return data;
  };
  return {
    t,
    author,
    reviewer,
    template,
    query,
    addTemplate,
    vehicle,
    formOf,
    add,
    dryRun,
    /** Before each test. */
    reset: async () => {
      await query(
        'update msg_service set deleted = true, enabled = case mode when 2 then 0 end, status = case mode when 1 then 0 end',
      );
      await query('update veh_vehicle set deleted = true');
    },
    stop: () => t.stop(),
  };
}
export type ReminderWorld = Awaited<ReturnType<typeof reminderWorld>>;
