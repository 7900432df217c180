import { codes } from '@wheelhouse/entities/codes';
import { addAppUser } from '../support/app-user.ts';
import { adminPassword } from '../support/app.ts';
import { type Bound, startKit } from '../theft/kit.ts';

export const base = '/veh/crm/bluetoothInfo';
export const { ok, notFound, authFailed, timeout } = codes.BleResult;
interface Info extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly rev: number;
  readonly bleMac: string;
  readonly bleName: string;
  readonly keyVersion: number;
  readonly keyCount: number;
  readonly failCount7d: number | null;
  readonly lastConnectTime: string | null;
}
export const refusedBy = (field: string) => ({ code: 1001, data: { errors: [{ field }] } });

/** An installation with vehicles that phones connect to, and the page of their Bluetooth identities. */
export async function infoWorld() {
  const kit = await startKit();
  const admin = await kit.t.login('admin', adminPassword);

  const post = <Data = unknown>(path: string, body: object, as = 'admin') =>
    kit.t.call<Data>('POST', `${base}/${path}`, body, { as });
  const detail = async (id: string): Promise<Info> => (await post<Info>('detail', { id })).data;
  const list = async (query: object) => (await post<{ list: Info[] }>('list', { query })).data.list;
  const report = (userId: string, { vin }: Pick<Bound, 'vin'>, result: number, more: object = {}) =>
    kit.app(userId, '/app/v1/vehicle/bleLog', { vin, result, ...more });
  /** Another user with a share of the vehicle, until then. */
  async function shared(vehicleId: string, until: Date | null = null): Promise<string> {
    const userId = await addAppUser(kit.t);
    await kit.rows(
      `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version, expire_time)
     values ($1, $2, 2, 1, now(), 1, 1, $3)`,
      vehicleId,
      userId,
      until,
    );
    return userId;
  }
  return { kit, admin, post, detail, list, report, shared, stop: () => kit.stop() };
}
export type InfoWorld = Awaited<ReturnType<typeof infoWorld>>;
