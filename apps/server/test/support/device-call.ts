import { createHash, createHmac, randomUUID } from 'node:crypto';
import { resetDeviceSecret } from '../../src/gateway/service.ts';
import type { TestApp } from './app.ts';

type DeviceCaller = <Data>(path: string, body: object | null) => Promise<{ code: number; data: Data }>;

/** Calls of a vehicle's control unit over HTTP, signed with a new secret; without a body a GET. */
export async function deviceCaller(t: TestApp, vehicleId: string): Promise<DeviceCaller> {
  const made = await resetDeviceSecret(t.app.db, vehicleId);
  if (!made) throw new Error('no device');
  const { data } = await t.call<{ salt: string }>('POST', '/device/v1/salt', { imei: made.deviceId });
  const key = createHash('sha256').update(Buffer.from(data.salt, 'hex')).update(made.secret).digest();
  return async <Data>(path: string, body: object | null) => {
    const payload = body === null ? '' : JSON.stringify(body);
    const [timestamp, nonce] = [String(Date.now()), randomUUID()];
    const signature = createHmac('sha256', key)
      .update(payload + timestamp + nonce)
      .digest('hex');
    const response = await t.http.inject({
      method: body === null ? 'GET' : 'POST',
      url: path,
      ...(body !== null && { payload }),
      headers: {
        ...(body !== null && { 'content-type': 'application/json' }),
        'x-device-id': made.deviceId,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signature,
      },
    });
    return response.json<{ code: number; data: Data }>();
  };
}
