import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { workbookOf } from '../support/sheets.ts';
import { base, couponKit } from './coupon-kit.ts';

let t: TestApp;
let kit: ReturnType<typeof couponKit>;
let batches = 0;
beforeAll(async () => {
  t = await createTestApp();
  kit = couponKit(t);
});
afterAll(() => t.stop());

const external = (more: object = {}) => kit.added({ couponType: 4, amountFen: null, thresholdFen: 0, ...more });
/** Codes that no other test has. */
const fresh = (n: number): string[] => {
  const batch = ++batches;
  return Array.from({ length: n }, (_, at) => `CODE-${batch}-${String(at).padStart(6, '0')}`);
};
const fileOf = (codes: readonly string[]): string => `券码\n${codes.join('\n')}\n`;

test('codes are imported, published and given to their owners alone, each once', async () => {
  const codes = fresh(12);
  const { id, couponNo } = await external({ total: 12 });
  expect(await kit.upload(id, fileOf(codes))).toMatchObject({
    code: 0,
    data: { total: 12, imported: 12, failed: 0, codeCount: 12 },
  });
  expect(await kit.move(id, 'publish')).toMatchObject({ code: 0 });
  const owners = await Promise.all(Array.from({ length: 64 }, () => kit.owner()));
  const answers = await Promise.all(owners.map((owner) => kit.receive(owner, couponNo)));
  const given = answers.flatMap(({ code, data }) => (code === 0 ? [data.code] : []));
  expect(new Set(given)).toEqual(new Set(codes));
  expect(given).toHaveLength(codes.length);
  expect(answers.filter(({ code }) => code === 6022)).toHaveLength(52);
  expect(await kit.counted(id)).toMatchObject({ issued: 12, rows: 12 });
  for (const [at, owner] of owners.entries())
    expect((await kit.mine(owner)).map(({ code }) => code)).toEqual(
      answers[at]?.code === 0 ? [answers[at].data.code] : [],
    );
});

test('no list, log or export holds a code, and the database holds none in clear', async () => {
  const [code = ''] = fresh(1);
  const { id, couponNo } = await external({ total: 1 });
  await kit.upload(id, fileOf([code]));
  await kit.move(id, 'publish');
  expect((await kit.receive(await kit.owner(), couponNo)).data.code).toBe(code);
  const answers = [
    await kit.post('list', {}),
    await kit.post('detail', { id }),
    await kit.post('userCoupons', { couponId: id }),
    await t.call('POST', '/rest/r/userCoupon', { userCoupon: {} }, { as: 'admin' }),
  ];
  expect(JSON.stringify(answers)).not.toContain(code);
  const { rows } = await t.app.pool.query<{ n: number }>(
    `select (select count(*) from act_coupon_code c where c::text like '%' || $1 || '%' or position(convert_to($1, 'UTF8') in code_enc) > 0)
       + (select count(*) from sys_operation_log l where l::text like '%' || $1 || '%') as n`,
    [code],
  );
  expect(Number(rows[0]?.n)).toBe(0);
});

describe('what is refused', () => {
  test('a file with wrong lines names them, and nothing of it is stored', async () => {
    const [one = '', two = ''] = fresh(2);
    const { id } = await external({ total: 2 });
    const lines = [one, 'kurz', two, '', one, '<script>', '含中文的码', 'X'.repeat(33)];
    expect(await kit.upload(id, fileOf(lines))).toMatchObject({
      code: 0,
      data: {
        total: 7,
        imported: 0,
        failed: 5,
        codeCount: 0,
        errors: [
          { row: 3, reason: 'format', first: null },
          { row: 6, reason: 'double', first: 2 },
          { row: 7, reason: 'format' },
          { row: 8, reason: 'format' },
          { row: 9, reason: 'format' },
        ],
      },
    });
    const { rows } = await t.app.pool.query('select 1 from act_coupon_code where coupon_id = $1', [id]);
    expect(rows).toEqual([]);
    expect(await kit.upload(id, fileOf([one, two]))).toMatchObject({ data: { imported: 2 } });
  });

  test('a code that another coupon has', async () => {
    const codes = fresh(3);
    const [{ id }, other] = [await external(), await external()];
    await kit.upload(id, fileOf(codes));
    const [, second = ''] = codes;
    expect(await kit.upload(other.id, fileOf([...fresh(1), second]))).toMatchObject({
      data: { imported: 0, failed: 1, errors: [{ row: 3, reason: 'taken' }] },
    });
    // A draft that is deleted gives its codes back.
    await kit.post('batchDelete', { ids: [id] });
    expect(await kit.upload(other.id, fileOf([second]))).toMatchObject({ data: { imported: 1 } });
  });

  test.each([
    ['an empty file', Buffer.from('券码\n'), 1001],
    ['bytes that are no text', Buffer.from([0x4d, 0x5a, 0, 0, 1, 2]), 1001],
    ['a broken workbook', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(64, 7)]), 1001],
    ['too many lines', Buffer.from(Array.from({ length: 100_001 }, (_, n) => `TOOMANY${n}`).join('\n')), 1016],
  ])('%s', async (_what, content, code) => {
    const { id } = await external();
    expect(await kit.upload(id, content)).toMatchObject({ code });
    expect((await kit.one(id)).codeCount ?? 0).toBe(0);
  });

  test('codes of a coupon that has none, has ended, or is published and would lose some', async () => {
    const amount = await kit.added();
    expect(await kit.upload(amount.id, fileOf(fresh(1)))).toMatchObject({ code: 1001 });
    const { id } = await external({ total: 1 });
    expect(await kit.move(id, 'publish')).toMatchObject({ code: 6025 });
    await kit.upload(id, fileOf(fresh(2)));
    expect(await kit.move(id, 'publish')).toMatchObject({ code: 6025, message: '已导入2个券码，须等于发行量1' });
    expect(await kit.upload(id, fileOf(fresh(1)), { replace: '1' })).toMatchObject({ data: { codeCount: 1 } });
    expect(await kit.move(id, 'publish')).toMatchObject({ code: 0 });
    expect(await kit.upload(id, fileOf(fresh(1)), { replace: '1' })).toMatchObject({ code: 1001 });
    const update = async (total: number) => kit.post('update', { id, rev: (await kit.one(id)).rev, total });
    expect(await update(2)).toMatchObject({ code: 1001, data: { errors: [{ field: 'total' }] } });
    expect(await kit.upload(id, fileOf(fresh(1)))).toMatchObject({ data: { codeCount: 2 } });
    expect(await update(2)).toMatchObject({ code: 0 });
    await kit.move(id, 'finish');
    expect(await kit.upload(id, fileOf(fresh(1)))).toMatchObject({ code: 1004 });
  });
});

describe('a draft with codes that is deleted', () => {
  const codesOf = async (id: string): Promise<number> => {
    const { rows } = await t.app.pool.query('select 1 from act_coupon_code where coupon_id = $1', [id]);
    return rows.length;
  };

  test('is gone at once, its codes in parts after it, and no other code with them', async () => {
    // What other tests have deleted.
    await kit.runJob();
    const [{ id }, kept] = [await external(), await external()];
    await kit.upload(kept.id, fileOf(fresh(3)));
    await t.app.pool.query(
      `insert into act_coupon_code (coupon_id, code_enc, code_hash) select $1, '', decode(md5('left' || n), 'hex') from generate_series(1, 12000) n`,
      [id],
    );
    await t.app.pool.query(`
      create table parts_gone (n integer);
      create function part_gone() returns trigger language plpgsql as $$ begin insert into parts_gone select count(*) from gone; return null; end $$;
      create trigger part_gone after delete on act_coupon_code referencing old table as gone for each statement execute function part_gone()`);
    await kit.post('batchDelete', { ids: [id] });
    const { data } = await kit.post<{ list: { id: string }[] }>('list', { pageSize: 200, query: {} });
    expect(data.list.map((row) => row.id)).not.toContain(id);
    expect(await codesOf(id)).toBe(12_000);
    await kit.runJob();
    expect([await codesOf(id), await codesOf(kept.id)]).toEqual([0, 3]);
    const { rows } = await t.app.pool.query<{ n: number }>('select n from parts_gone where n > 0 order by n desc');
    expect(rows.map(({ n }) => n)).toEqual([5_000, 5_000, 2_000]);
    await t.app.pool.query(
      'drop trigger part_gone on act_coupon_code; drop function part_gone(); drop table parts_gone',
    );
  });

  test('has codes that another coupon may have meanwhile, and keeps', async () => {
    const [{ id }, other] = [await external(), await external()];
    const codes = fresh(3);
    await kit.upload(id, fileOf(codes));
    await kit.post('batchDelete', { ids: [id] });
    // With a wrong line nothing of the file is stored: only that line is refused.
    expect(await kit.upload(other.id, fileOf([...codes, 'kurz']))).toMatchObject({ data: { imported: 0, failed: 1 } });
    expect(await kit.upload(other.id, fileOf(codes.slice(1)))).toMatchObject({ data: { imported: 2, codeCount: 2 } });
    await kit.runJob();
    expect([await codesOf(id), await codesOf(other.id)]).toEqual([0, 2]);
  });
});

test('a workbook is read as well', async () => {
  const codes = fresh(3);
  const { id } = await external();
  const workbook = await workbookOf(
    ['券码'],
    codes.map((code) => [code]),
  );
  expect(await kit.upload(id, workbook, {}, 'codes.xlsx')).toMatchObject({ data: { imported: 3 } });
});

test('100,000 codes are imported at once, while others go on', async () => {
  const { id } = await external({ total: 100_000 });
  const began = performance.now();
  const [answer, list] = await Promise.all([
    kit.upload(id, fileOf(fresh(100_000))),
    t.call('POST', `${base}/list`, {}, { as: 'admin' }),
  ]);
  expect(list).toMatchObject({ code: 0 });
  expect(answer).toMatchObject({ data: { imported: 100_000, codeCount: 100_000 } });
  // A million in a minute, on a machine that does something else as well.
  expect(performance.now() - began).toBeLessThan(60_000);
});
