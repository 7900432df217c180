import type { FieldError } from '@wheelhouse/contract';
import { isDerived, type Row } from '@wheelhouse/entities/fields';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entities, entityNamed, pathOfCall, plain, writableFields } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlState } from '../../src/db/pool.ts';
import { naturalKeys } from '../../src/entity/import/keys.ts';
import { snake } from '../../src/entity/storage.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { archive, sendFile, workbookOf } from './workbook.ts';

/** A row of a sheet that names a record which may not be chosen is refused as the form refuses it. */
let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.login('admin', adminPassword);
});
afterAll(() => t.stop());

function isCheckViolation(error: unknown): true {
  if (sqlState(error) === '23514') return true;
  throw error;
}

const columns = Object.values(entities)
  .map(plain)
  .filter((entity) => entity.calls.includes('import'))
  .flatMap((entity) =>
    (entity.importColumns ?? writableFields(entity)).flatMap((name) => {
      const field = entity.fields[name];
      if (!field || isDerived(field) || (field.kind !== 'ref' && field.kind !== 'refMany')) return [];
      const target = entityNamed(field.to);
      const [state] = Object.entries(target.choosable ?? {});
      if (state === undefined) return [];
      const many = field.kind === 'refMany';
      return [{ label: `${entity.name}.${name}`, entity, name, target, state, many }];
    }),
  );

test('there are such columns', () => expect(columns.length).toBeGreaterThan(0));

test.each(columns)('$label', async ({ entity, name, target, state: [state, allowed], many }) => {
  const category = target.fields[state];
  const codes = dictionaries.find((one) => category?.kind === 'dict' && one.category === category.dict)?.entries ?? [];
  const refused = codes.map((entry) => entry.code).filter((code) => !allowed.map(String).includes(code));
  expect(refused).not.toEqual([]);
  const id = await addSample(t, target);
  const row = (await t.call<Row>('POST', pathOfCall(target, 'detail'), { id }, { as: 'admin' })).data;
  const key = String(
    naturalKeys(target)
      .map((each) => row[each])
      .find((value) => typeof value === 'string'),
  );
  const form = { ...(await sampleForm(t, entity)), [name]: many ? [id] : id };
  const heading = entity.importColumns ?? writableFields(entity);
  const sheet = await workbookOf(heading, [heading.map((each) => (each === name ? key : null))]);
  let compared = 0;
  for (const code of refused) {
    // A state that needs more than itself, a battery that is in a vehicle, is refused by the table.
    const set = t.app.pool.query(`update ${target.table} set ${snake(state)} = $2 where id = $1`, [id, code]);
    if (await set.then(() => false, isCheckViolation)) continue;
    compared++;
    const byForm = await t.call<{ errors: FieldError[] }>('POST', pathOfCall(entity, 'add'), form, { as: 'admin' });
    const bySheet = await sendFile(t, entity.base, sheet, admin);
    const said = byForm.data.errors.find((error) => error.field === name)?.message;
    expect(said).toBeTruthy();
    expect(bySheet.data.errors.find((error) => error.field === name)?.message, `state ${code}`).toBe(said);
  }
  expect(compared).toBeGreaterThan(0);
});

test('a formula without a result names its cell, a text column takes what the sheet shows, further sheets are told', async () => {
  const ns = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const values = {
    batterySn: '08QPB1LZX25B20942817042',
    batteryType: '4',
    manufacturer: '1',
    ratedVoltageV: '60',
    ratedCapacityAh: '20',
    productionDate: '2026-03-15',
    cellChemistry: 'LFP',
    seriesCount: '13',
  };
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (cells: string) => `<row>${cells}</row>`;
  const heading = [...Object.keys(values), 'model', 'warrantyMonths'].map(text).join('');
  const data = (sn: string, months: string) =>
    row(
      `${Object.values({ ...values, batterySn: sn })
        .map(text)
        .join('')}<c s="1"><v>123</v></c>${months}`,
    );
  const good = '08QPB1LZX25B2000000123AB';
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const relation = (id: string, type: string) => `<Relationship Id="${id}" Type="${ns}/${type}" Target="${id}.xml"/>`;
  const bytes = await archive({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="one"/><sheet name="B" r:id="two"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('one', 'worksheet')}${relation('two', 'worksheet')}${relation('styles', 'styles')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/one.xml': sheet(
      row(heading) + data(values.batterySn, '<c><f>12*3</f><v/></c>') + data(good, '<c><v>36</v></c>'),
    ),
    'xl/two.xml': sheet(row(text('x'))),
  });
  const { data: answer } = await sendFile(t, entityNamed('battery').base, bytes, admin, 'en');
  expect(answer.errors).toEqual([{ row: 2, field: 'warrantyMonths', message: expect.stringContaining('(cell J2)') }]);
  expect(answer).toMatchObject({ total: 2, success: 1, ignoredSheets: ['B'] });
  const { rows } = await t.app.pool.query('select model from veh_battery where battery_sn = $1', [good]);
  expect(rows).toEqual([{ model: '000123' }]);
});
