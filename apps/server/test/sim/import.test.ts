import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { cardForm } from './world.ts';

let t: TestApp;
let token = '';
beforeAll(async () => {
  t = await createTestApp();
  token = await t.login('admin', adminPassword);
});
afterAll(() => t.stop());

const columns = ['iccid', 'msisdn', 'carrier', 'poolId', 'packageCode', 'openTime', 'expireTime'] as const;
const heading = columns.map((name) => labelOf(entityNamed('simCard'), name).zh);
type Form = ReturnType<typeof cardForm> & { readonly carrier?: string };
const rowOf = (form: Form) => columns.map((name) => form[name] ?? '');

test('good cards are stored, the others come back with their reasons by row', async () => {
  const [good, twice, wrong, unknown, bad] = [cardForm(), cardForm(), cardForm(), cardForm(), cardForm()];
  const bytes = await workbookOf(heading, [
    rowOf(good),
    rowOf({ ...twice, iccid: good.iccid }),
    rowOf({ ...wrong, carrier: '2' }),
    rowOf({ ...unknown, iccid: `898699${unknown.iccid.slice(6)}` }),
    rowOf({ ...bad, iccid: '123' }),
    rowOf(cardForm({ expireTime: '2020-01-01' })),
  ]);
  const { code, data } = await sendFile(t, '/veh/crm/simCard', bytes, token);
  expect([code, t.errors]).toEqual([0, []]);
  expect(data).toMatchObject({ total: 6, success: 1, failed: 5 });
  expect(data.errors.map(({ row, field }) => [row, field])).toEqual([
    [3, 'iccid'],
    [4, 'carrier'],
    [5, 'carrier'],
    [6, 'iccid'],
    [7, 'expireTime'],
  ]);
  const { rows } = await t.app.pool.query<{ carrier: number; mb: number; state: number }>(
    'select carrier::int as carrier, package_mb as mb, sim_status::int as state from sim_card where iccid = $1',
    [good.iccid],
  );
  expect(rows).toEqual([{ carrier: 1, mb: 30, state: 0 }]);
});

test('thousands of cards in one file', async () => {
  const forms = Array.from({ length: 3_000 }, () => cardForm());
  const { data } = await sendFile(t, '/veh/crm/simCard', await workbookOf(heading, forms.map(rowOf)), token);
  expect(data).toMatchObject({ total: 3_000, success: 3_000, failed: 0 });
});
