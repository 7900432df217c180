import { adminPassword, createTestApp } from '../support/app.ts';
import type { Cell } from '../../src/sheet/write.ts';
import { makeFleet } from './fleet.ts';
import { sendFile, workbookOf } from './workbook.ts';

export const vehicleBase = '/veh/crm/vehicle';
export const batteryBase = '/veh/crm/battery';

/** An installation with what rows of vehicles and batteries refer to, and what is sent and read there. */
export async function importWorld() {
  const app = await createTestApp();
  const admin = await app.login('admin', adminPassword);
  const fleet = await makeFleet(app);

  const one = async <T>(text: string, values: unknown[] = []) =>
    (await app.app.pool.query<Record<string, T>>(text, values)).rows[0]?.['v'] as T;
  const count = (table: string) => one<number>(`select count(*)::int as v from ${table} where not deleted`);
  const send = (
    base: string,
    heading: readonly string[],
    rows: readonly (readonly Cell[])[],
    token = admin,
    lang: 'zh' | 'en' = 'zh',
  ) => workbookOf(heading, rows).then((bytes) => sendFile(app, base, bytes, token, lang));
  return { app, admin, fleet, one, count, send, stop: async () => app.stop() };
}
export type ImportWorld = Awaited<ReturnType<typeof importWorld>>;
