import { expect } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addUser, password } from '../access/fixture.ts';
import { sampleFile } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRepairer, ownedVehicle, report, sheet, type Dealer } from '../support/repairs.ts';

export interface Refused {
  errors?: { field: string }[];
}
export const fieldsOf = ({ data }: { data: Refused }): string[] | undefined => data.errors?.map(({ field }) => field);

interface Order {
  id: string;
  rev: number;
  orderNo: string;
  status: number;
  [field: string]: unknown;
}
interface Given {
  readonly id: string;
  readonly orderNo: string;
  readonly vehicleId: string;
  readonly userId: string;
}

async function account(t: TestApp, username: string, { id: dealerId }: Dealer): Promise<string> {
  await addUser(t, { username, roles: ['dealer'], dealerId });
  return t.login(username, password);
}

/** Calls about repair orders, by tokens; `admin` unless given. */
function callsOf(t: TestApp) {
  const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
    (await t.app.pool.query<Row>(query, values)).rows;
  const crm = <Data = Refused>(path: string, body: object, as = 'admin') =>
    t.call<Data>('POST', `/cs/crm/repairOrder/${path}`, body, { as });
  const move = (id: string, action: string, input: object = {}, as = 'admin') =>
    crm('transition', { id, action, ...input }, as);
  const read = async (id: string): Promise<Order> => (await crm<Order>('detail', { id })).data;
  /** A call of an owner in the app. */
  const app = async <Data = Refused>(userId: string, path: string, body: object, method: 'GET' | 'POST' = 'POST') =>
    t.call<Data>(method, `/app/v1/repair/${path}`, body, { as: await issueAppToken(t.app, userId) });
  return { rows, crm, move, read, app };
}

/** Two dealers who repair with an account each, and what people do with orders. */
export async function startDesk() {
  const t = await createTestApp();
  const calls = callsOf(t);
  const { app, move, rows } = calls;
  const [east, west] = [await addRepairer(t), await addRepairer(t)];
  const [atEast, atWest] = [await account(t, 'rp.east', east), await account(t, 'rp.west', west)];

  /** An order that an owner has submitted in the app. */
  async function submitted(more: object = {}): Promise<Given> {
    const { vin, vehicleId, userId } = await ownedVehicle(t);
    const sent = await app<{ orderNo: string }>(userId, 'submit', { vin, ...report(more) });
    expect(sent.code, JSON.stringify(sent)).toBe(0);
    const { orderNo } = sent.data;
    const [row] = await rows<{ id: string }>('select id::text as id from cs_repair_order where order_no = $1', orderNo);
    return { id: row?.id ?? '', orderNo, vehicleId, userId };
  }

  const photos = async (n: number): Promise<string[]> => {
    const made: string[] = [];
    for (let at = 0; at < n; at++) made.push(await sampleFile(t, 'image'));
    return made;
  };

  /** An order in repair at the first dealer. */
  async function inRepair(): Promise<Given> {
    const given = await submitted();
    expect((await move(given.id, 'dispatch', { dealerId: east.id })).code).toBe(0);
    expect((await move(given.id, 'accept', {}, atEast)).code).toBe(0);
    const start = await move(given.id, 'start', { odometerKm: 1530.2, images: await photos(3) });
    expect(start.code, JSON.stringify(start)).toBe(0);
    return given;
  }

  const completed = async (more: object = {}) => ({
    ...sheet(more),
    beforeImages: await photos(1),
    afterImages: await photos(1),
  });

  return { t, east, west, atEast, atWest, ...calls, submitted, photos, inRepair, completed };
}

export type Desk = Awaited<ReturnType<typeof startDesk>>;
