import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { conversions } from '../../src/modules/content/manuals/conversion.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { keepPdf } from '../support/keep-file.ts';
import { convertAll, manualForm } from '../support/manuals.ts';
import { lockedTrailer, pdfWithText } from '../support/pdf.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

interface Detail {
  rev: number;
  pages: number | null;
  sizeMb: number;
  conversion: number;
  convertedPages: number;
  conversionFailure: number | null;
  shelfStatus: number;
  replaces: number;
  downloadCount: number;
}
const call = <Data = { id: string; rev: number }>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/instruction/${path}`, body, { as });
const fieldsOf = ({ data }: { data: unknown }): string[] =>
  ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const detail = async (id: string) => (await call<Detail>('detail', { id })).data;
const shelve = (ids: readonly string[], more: object = {}) =>
  call<{ changed: number; skipped: { id: string; code: number; message: string }[] }>('shelf', {
    ids,
    shelfStatus: 1,
    ...more,
  });

async function added(more: object = {}, pages?: readonly string[]): Promise<string> {
  const { code, data, message } = await call('add', await manualForm(t, more, pages));
  expect(code, message).toBe(0);
  return data.id;
}
async function converted(more: object = {}, pages?: readonly string[]): Promise<string> {
  const id = await added(more, pages);
  await convertAll(t);
  expect(await detail(id)).toMatchObject({ conversion: 1 });
  return id;
}

describe('a document becomes pages', () => {
  test('with pictures and text, in the background', async () => {
    const id = await added();
    expect(await detail(id)).toMatchObject({ conversion: 0, convertedPages: 0, pages: null, sizeMb: 0.01 });
    await convertAll(t);
    expect(await detail(id)).toMatchObject({ conversion: 1, convertedPages: 2, pages: 2, conversionFailure: null });
    const { data } = await call<{ page: number; width: number; height: number; url: string }[]>('pages', { id });
    expect(data.map(({ page, width, height }) => [page, width, height])).toEqual([
      [1, 300, 300],
      [2, 300, 300],
    ]);
    const shown = await t.http.inject({ method: 'GET', url: data[1]?.url ?? '' });
    expect(shown.headers['content-type']).toBe('image/png');
  });

  test('goes on where it was, after a process has died', async () => {
    const id = await added({}, ['One', 'Two', 'Three']);
    await convertAll(t);
    await t.app.pool.query('delete from cnt_instruction_page where instruction_id = $1 and page > 1', [id]);
    await t.app.pool.query('update cnt_instruction set conversion = 0, converted_pages = 1 where id = $1', [id]);
    await t.app.pool.query('insert into cnt_instruction_conversion (instruction_id) values ($1)', [id]);
    const before = await t.app.pool.query<{ id: string }>(
      'select id from cnt_instruction_page where instruction_id = $1',
      [id],
    );
    // Leased by a process that does not come back.
    await conversions.statements.take(t.app.db, 1);
    expect(await conversions.round(t.app)).toBe(0);
    await t.app.pool.query('update cnt_instruction_conversion set next_time = now(), leased_until = now()');
    await convertAll(t);
    expect(await detail(id)).toMatchObject({ conversion: 1, convertedPages: 3, pages: 3 });
    const { rows } = await t.app.pool.query<{ id: string }>(
      'select id from cnt_instruction_page where instruction_id = $1 order by page',
      [id],
    );
    expect(rows[0]).toEqual(before.rows[0]);
    expect(rows).toHaveLength(3);
  });

  test('or fails with its reason, and may be tried again', async () => {
    const cases = [
      [pdfWithText(['Locked'], lockedTrailer), 1],
      [Buffer.from('%PDF-1.7\nnothing else'), 2],
      [pdfWithText(Array.from({ length: 201 }, () => 'Page')), 3],
    ] as const;
    for (const [bytes, reason] of cases) {
      const id = await added({ pdfFile: await keepPdf(t.app, bytes) });
      await convertAll(t);
      expect(await detail(id)).toMatchObject({ conversion: 2, conversionFailure: reason });
      expect((await shelve([id])).data.skipped).toMatchObject([{ id, code: 5252 }]);
      expect((await call('reconvert', { id })).code).toBe(0);
      expect(await detail(id)).toMatchObject({ conversion: 0, conversionFailure: null });
      expect((await call('reconvert', { id })).code).toBe(1004);
      await convertAll(t);
      const { rev } = await detail(id);
      const pdfFile = await keepPdf(t.app, pdfWithText(['Whole']));
      expect((await call('update', { id, rev, pdfFile })).code).toBe(0);
      await convertAll(t);
      expect(await detail(id)).toMatchObject({ conversion: 1, pages: 1 });
    }
  });

  test('one that kills processes is given up', async () => {
    const id = await added();
    await t.app.pool.query(
      "update cnt_instruction_conversion set attempts = 5, last_error = 'lost' where instruction_id = $1",
      [id],
    );
    await convertAll(t);
    expect(await detail(id)).toMatchObject({ conversion: 2, conversionFailure: 4 });
  });

  test('another document has its own pages; one that is deleted has none', async () => {
    const id = await converted({}, ['Old page', 'Old end']);
    const pdfFile = await keepPdf(t.app, pdfWithText(['New page']));
    expect((await call('update', { id, rev: (await detail(id)).rev, pdfFile })).code).toBe(0);
    expect(await detail(id)).toMatchObject({ conversion: 0, pages: null, convertedPages: 0 });
    expect((await call('pages', { id })).data).toEqual([]);
    await convertAll(t);
    expect(await detail(id)).toMatchObject({ conversion: 1, pages: 1 });
    expect((await call('batchDelete', { ids: [id] })).data).toMatchObject({ deleted: 1 });
    const { rows } = await t.app.pool.query('select 1 from cnt_instruction_page where instruction_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

test('text is found in the list and within a manual, wherever its spaces are', async () => {
  const id = await converted({ title: '保养手册' }, ['Check the brake pads', 'Oil. The BRAKE  pads again: brake pads']);
  const found = async (keyword: string) =>
    (await call<{ list: { id: string }[] }>('list', { query: { keyword } })).data.list.map((row) => row.id);
  for (const keyword of ['brakepads', 'Brake pads', '保养手']) expect(await found(keyword), keyword).toContain(id);
  for (const keyword of ['brake%pads', 'b_ake', 'nothing like it']) expect(await found(keyword), keyword).toEqual([]);
  expect((await call('search', { id, keyword: 'brake PADS' })).data).toEqual([
    { page: 1, count: 1, before: 'Check the ', hit: 'brake pads', after: '' },
    { page: 2, count: 2, before: 'Oil. The ', hit: 'BRAKE pads', after: ' again: brake pads' },
  ]);
  expect((await call('search', { id, keyword: '(brake' })).data).toEqual([]);
});

describe('a form', () => {
  test('takes versions of one form, each above the one before of the same model, type and language', async () => {
    for (const docVersion of ['1.0', 'V1', 'V100.0', 'V1.0.0', 'v1.0'])
      expect(fieldsOf(await call('add', await manualForm(t, { docVersion }))), docVersion).toEqual(['docVersion']);
    const vehicleTypeIds = [await addSample(t, entityNamed('vehicleType'))];
    const add = async (more: object) => call('add', await manualForm(t, { vehicleTypeIds, ...more }));
    expect((await add({ docVersion: 'V1.9' })).code).toBe(0);
    expect(fieldsOf(await add({ docVersion: 'V1.9' }))).toEqual(['docVersion']);
    expect(fieldsOf(await add({ docVersion: 'V1.8' }))).toEqual(['docVersion']);
    const { code, data } = await add({ docVersion: 'V1.10' });
    expect(code).toBe(0);
    for (const more of [{ lang: 'en' }, { manualType: '2' }])
      expect((await add({ docVersion: 'V1.0', ...more })).code).toBe(0);
    expect(fieldsOf(await call('update', { ...data, docVersion: 'V1.2' }))).toEqual(['docVersion']);
    expect((await call('update', { ...data, docVersion: 'V2.0' })).code).toBe(0);
    const both = await Promise.all([add({ docVersion: 'V3.0' }), add({ docVersion: 'V3.0' })]);
    expect(both.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, 1001]);
  });

  test('has a catalogue that ascends within the document, and needs model and document', async () => {
    const catalog = (...pages: number[]) => pages.map((page) => ({ title: `第${page}页`, page }));
    expect(fieldsOf(await call('add', await manualForm(t, { catalog: catalog(2, 1) })))).toEqual(['catalog[1].page']);
    expect(fieldsOf(await call('add', await manualForm(t, { catalog: catalog(201) })))).toEqual(['catalog[0].page']);
    expect(fieldsOf(await call('add', await manualForm(t, { vehicleTypeIds: [] })))).toEqual(['vehicleTypeIds']);
    expect(fieldsOf(await call('add', await manualForm(t, { pdfFile: undefined })))).toEqual(['pdfFile']);
    const id = await converted({ catalog: catalog(1, 3) });
    expect((await shelve([id])).data.skipped, 'page 3 of 2').toMatchObject([{ code: 1001 }]);
    const { rev } = await detail(id);
    expect(fieldsOf(await call('update', { id, rev, catalog: catalog(1, 3) }))).toEqual(['catalog[1].page']);
    expect((await call('update', { id, rev, catalog: catalog(1, 1, 2) })).code).toBe(0);
    expect((await shelve([id])).data.changed).toBe(1);
  });
});

describe('the shelf', () => {
  test('takes what is converted (5252), and is left by what is replaced once that is confirmed (5251)', async () => {
    const [a, b] = [await addSample(t, entityNamed('vehicleType')), await addSample(t, entityNamed('vehicleType'))];
    const old = await converted({ title: '旧版手册', vehicleTypeIds: [a, b] });
    expect((await shelve([old])).data.changed).toBe(1);
    const next = await added({ vehicleTypeIds: [a], docVersion: 'V2.0' });
    expect((await shelve([next], { replace: 1 })).data.skipped).toMatchObject([{ code: 5252 }]);
    await convertAll(t);
    expect(await detail(next)).toMatchObject({ replaces: 1 });
    const refused = (await shelve([next])).data;
    expect(refused).toMatchObject({ changed: 0, skipped: [{ code: 5251 }] });
    expect(refused.skipped[0]?.message).toContain('旧版手册 V1.0');
    const { data: named } = await call<{ id: string; left: string[] }[]>('replaces', { ids: [next] });
    expect(named).toMatchObject([{ id: old, title: '旧版手册', docVersion: 'V1.0', by: next }]);
    expect(named[0]?.left, 'the other model would have none').toHaveLength(1);
    expect((await shelve([next], { replace: 1 })).data.changed).toBe(1);
    expect([(await detail(old)).shelfStatus, (await detail(next)).shelfStatus]).toEqual([2, 1]);
    expect((await call('batchDelete', { ids: [next] })).data).toMatchObject({ deleted: 0 });
  });

  test('has one of a model, type and language, also when several are put there at once', async () => {
    const vehicleTypeIds = [await addSample(t, entityNamed('vehicleType'))];
    const ids: string[] = [];
    for (const docVersion of ['V1.0', 'V1.1', 'V1.2', 'V1.3']) ids.push(await added({ vehicleTypeIds, docVersion }));
    await convertAll(t);
    expect((await shelve(ids)).data).toMatchObject({ changed: 1, skipped: [{}, {}, {}].map(() => ({ code: 5251 })) });
    const live = async () =>
      (
        await t.app.pool.query<{ n: number }>(
          'select count(*)::int as n from cnt_instruction where vehicle_type_ids = $1 and shelf_status = 1',
          [vehicleTypeIds],
        )
      ).rows[0]?.n;
    await Promise.all(ids.map((id) => shelve([id], { replace: 1 })));
    expect(await live()).toBe(1);
    await expect(
      t.app.pool.query('update cnt_instruction set shelf_status = 1 where id = any($1)', [ids]),
    ).rejects.toThrow(/uq_cnt_instruction_live/);
  });
});

test('the document is handed out to those who may download it, and each time is logged', async () => {
  const id = await converted();
  await addRole(t, 'manual_reader', ['instructionsManage', 'instructionsManage.query']);
  await addUser(t, { username: 'manual.reader', roles: ['manual_reader'] });
  const reader = await t.login('manual.reader', password);
  expect((await call('pages', { id }, reader)).code).toBe(0);
  expect((await call('download', { id }, reader)).code).toBe(1003);
  expect(JSON.stringify((await call('detail', { id }, reader)).data)).not.toContain('pdfFileUrl');
  const { data } = await call<{ url: string }>('download', { id });
  const file = await t.http.inject({ method: 'GET', url: data.url });
  expect(file.headers['content-disposition']).toMatch(/^attachment/);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { rows } = await t.app.pool.query(
    "select 1 from sys_operation_log where entity = 'instruction' and entity_id = $1 and action = 'download'",
    [id],
  );
  expect(rows).toHaveLength(1);
});

test('owners see what is on the shelf for their vehicle, in a language; opening one counts', async () => {
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const rider = await issueAppToken(t.app, await bindOwner(t, vehicleId));
  const { rows } = await t.app.pool.query<{ vin: string; model: string }>(
    'select vin, vehicle_type_id::text as model from veh_vehicle where id = $1',
    [vehicleId],
  );
  const { vin, model } = rows[0] ?? { vin: '', model: '' };
  const own = await converted({ vehicleTypeIds: [model], manualType: '4', catalog: [{ title: '开始', page: 1 }] });
  const other = await converted();
  const draft = await converted({ vehicleTypeIds: [model], manualType: '3' });
  expect((await shelve([own, other])).data.changed).toBe(2);
  const list = async (query: object) =>
    t.call<{ id: string; coverUrl: string }[]>('GET', '/app/v1/manual/list', query, { as: rider });
  expect((await list({ vin })).data).toMatchObject([{ id: own, pages: 2, catalog: [{ title: '开始', page: 1 }] }]);
  expect((await list({ vin, lang: 'en' })).data).toEqual([]);
  expect((await list({ vin: 'LZX00000000000000' })).code).toBe(1002);
  const open = (id: string) =>
    t.call<{ images: { page: number; url: string }[]; pdfUrl: string }>(
      'GET',
      '/app/v1/manual/pages',
      { id },
      { as: rider },
    );
  expect((await open(own)).data.images.map(({ page }) => page)).toEqual([1, 2]);
  expect((await open(draft)).code).toBe(1002);
  await open(own);
  expect((await detail(own)).downloadCount).toBe(2);
});
