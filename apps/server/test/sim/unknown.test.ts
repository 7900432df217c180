import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncDue } from '../../src/modules/sim/sync.ts';
import { simOperations } from '../../src/modules/sim/work.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addCard, cardRow, operationsOf, ordersOf, setFault, submit, type TestCard } from './world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18' } });
});
afterAll(() => t.stop());

describe('a card that its carrier does not know', () => {
  const preview = async ({ iccid }: TestCard) => {
    const body = { iccids: [iccid], opType: 1 };
    const { data } = await t.call<{ rows: { reason: string | null }[] }>(
      'POST',
      '/veh/crm/simOperation/preview',
      body,
      { as: 'admin' },
    );
    return data.rows.map(({ reason }) => reason);
  };
  const unknown = '运营商无此卡，请先核对卡号';

  test('fails with the reason as soon as the carrier is asked, is marked, and is refused from then on', async () => {
    const card = await addCard(t);
    await setFault(t, card, 'gone');
    expect(await preview(card)).toEqual([null]);
    expect(await submit(t, { iccids: [card.iccid] })).toMatchObject({ code: 0 });
    await simOperations.round(t.app);
    expect((await operationsOf(t, card)).map(({ status, code }) => [status, code])).toEqual([[4, 'NO_CARD']]);
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: null, reason: null });
    expect(await preview(card)).toEqual([unknown]);
    expect(await submit(t, { iccids: [card.iccid] })).toMatchObject({ code: 4015, message: unknown });
    const own = { ids: [card.id], opType: 1, reasonCode: '7', remark: '车主申请停机' };
    const { data } = await t.call('POST', '/veh/crm/simCard/operate', own, { as: 'admin' });
    expect(data).toMatchObject({ changed: 0, skipped: [{ id: card.id, code: 4015 }] });
    expect(await ordersOf(t, card)).toBe(0);
  });

  test('is asked about again once a person has checked it, or its carrier knows it', async () => {
    const [checked, known] = [await addCard(t), await addCard(t)];
    for (const card of [checked, known]) await setFault(t, card, 'gone');
    const ids = [checked.id, known.id];
    await t.call('POST', '/veh/crm/simCard/sync', { ids }, { as: 'admin' });
    await syncDue(t.app);
    expect([await preview(checked), await preview(known)]).toEqual([[unknown], [unknown]]);
    const found = { ids: [checked.id], remark: '已与运营商核实' };
    expect(await t.call('POST', '/veh/crm/simCard/reconcile', found, { as: 'admin' })).toMatchObject({ code: 0 });
    await setFault(t, known, null);
    await t.call('POST', '/veh/crm/simCard/sync', { ids: [known.id] }, { as: 'admin' });
    await syncDue(t.app);
    expect([await preview(checked), await preview(known)]).toEqual([[null], [null]]);
  });
});
