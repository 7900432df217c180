import { entityNamed } from '@wheelhouse/entities/registry';
import { addSample, bindOwner } from '../registry/samples.ts';
import type { TestApp } from './app.ts';

let made = 0;

export interface Dealer {
  readonly id: string;
  readonly name: string;
}

/** A dealer who repairs, open all day; each has a place and a name of its own. */
export async function addRepairer(t: TestApp, more: { readonly dealerType?: number } = {}): Promise<Dealer> {
  const id = await addSample(t, entityNamed('dealer'));
  const hours = JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }]);
  const { rows } = await t.app.pool.query<Dealer>(
    'update dlr_dealer set dealer_type = $2, business_hours = $3::jsonb where id = $1 returning id::text as id, name',
    [id, more.dealerType ?? 3, hours],
  );
  if (rows[0] === undefined) throw new Error('no dealer');
  return rows[0];
}

/** A vehicle with its owner. */
export async function ownedVehicle(t: TestApp): Promise<{ vehicleId: string; vin: string; userId: string }> {
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const userId = await bindOwner(t, vehicleId);
  const { rows } = await t.app.pool.query<{ vin: string }>('select vin from veh_vehicle where id = $1', [vehicleId]);
  return { vehicleId, vin: rows[0]?.vin ?? '', userId };
}

/** Days ahead, at ten in the morning. */
export const appointment = (days = 2): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 10:00:00`;

/** What people report; each is another fault. */
export const report = (more: object = {}) => ({
  contactName: '李小明',
  contactMobile: '13912340001',
  faultCategory: 'P01',
  faultSub: 'P0102',
  faultDesc: `充满后续航比以前少约20公里，第${++made}次`,
  serviceType: 1,
  appointmentTime: appointment(),
  ...more,
});

/** What was found and done, outside of warranty. */
export const sheet = (more: object = {}) => ({
  diagnosis: '电池组第三串电芯压差过大，需更换',
  causeCode: '1',
  measures: ['1'],
  warrantyResult: 2,
  laborFen: 5000,
  partsFen: 30_000,
  otherFen: 0,
  parts: [
    { deviceType: 6, partName: '充电器', oldSn: 'CH-OLD-1', newSn: `CH-NEW-${++made}`, qty: 1, priceFen: 30_000 },
  ],
  ...more,
});
