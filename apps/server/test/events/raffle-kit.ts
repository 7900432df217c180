import { createTestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

/** An installation with campaigns, their author, and somebody who approves them. */
export async function raffleWorld() {
  const t = await createTestApp();
  const author = (await signInAs(t, { roles: ['marketing'] })).token;
  const auditor = (await signInAs(t, { roles: ['marketing'] })).token;

  const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
    (await t.app.pool.query<Row>(query, values)).rows;
  const one = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row> => {
    const [row] = await rows<Row>(query, ...values);
    if (row === undefined) throw new Error('no row');
    return row;
  };
  const crm = <Data = null>(path: string, body: object, as = author) =>
    t.call<Data>('POST', `/act/crm/raffleActivity/${path}`, body, { as });
  const stockOf = (id: string) =>
    one<{ reserved: number; available: number }>('select reserved, available from act_prize where id = $1', id);
  return { t, author, auditor, rows, one, crm, stockOf, stop: () => t.stop() };
}
export type RaffleWorld = Awaited<ReturnType<typeof raffleWorld>>;
