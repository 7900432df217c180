import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { award } from '../../src/modules/prizes/service.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { winningJobs } from '../../src/modules/prizes/winnings/jobs.ts';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { awardSample } from '../support/winnings.ts';
import { addSample } from '../registry/samples.ts';

let t: TestApp;
let prizeId = '';
let second = '';
beforeAll(async () => {
  t = await createTestApp();
  prizeId = await addSample(t, entityNamed('prize'));
  await t.app.pool.query('update act_prize set market_price_fen = 29900 where id = $1', [prizeId]);
  second = (await signInAs(t, { roles: ['admin'] })).token;
});
afterAll(() => t.stop());

const { toClaim, toShip, shipped, returned, done, expired, cancelled } = machines['SM-Winning'].states;
interface Shown {
  readonly rev: number;
  readonly status: number;
  readonly receiver: string | null;
  readonly address: string | null;
  readonly expressNo: string | null;
}
const post = <Data>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/act/crm/winningRecord/${path}`, body, { as });
const detail = async (id: string) => (await post<Shown>('detail', { id })).data;
const move = (id: string, action: string, more: object = {}) => post('transition', { id, action, ...more });
const parcel = { expressCompany: 'SF', expressNo: ' sf 1234567890123 ' };
const home = {
  receiver: '王小林',
  mobile: '13700000002',
  provinceId: '310000',
  cityId: '310100',
  districtId: '310115',
  address: '世纪大道100号2801室',
};
const idNumber = '11010519491231002X';
const stock = async (of = prizeId) => {
  const { rows } = await t.app.pool.query('select stock, reserved, sent from act_prize where id = $1', [of]);
  return rows[0] as { stock: number; reserved: number; sent: number };
};

interface Winner {
  readonly id: string;
  readonly recordNo: string;
  readonly userId: string;
  readonly token: string;
}
async function winner(options: { readonly pickUp?: boolean } = {}): Promise<Winner> {
  const won = await awardSample(t, prizeId, options);
  return { ...won, token: await issueAppToken(t.app, won.userId) };
}
const claim = ({ recordNo, token }: Winner, body: object) =>
  t.call<{ status: number; pickCode: string | null }>(
    'POST',
    '/app/v1/prize/claim',
    { recordNo, ...body },
    { as: token },
  );
const mine = (as: string) =>
  t.call<{ recordNo: string; pickCode: string | null; needsIdNumber: boolean }[]>(
    'GET',
    '/app/v1/prize/mine',
    undefined,
    { as },
  );
async function claimed(): Promise<Winner> {
  const won = await winner();
  expect(await claim(won, { address: home, idNumber })).toMatchObject({ code: 0, data: { status: toShip } });
  return won;
}

describe('claiming', () => {
  test('by an address of the areas there are, kept sealed and shown masked', async () => {
    const won = await winner();
    expect((await mine(won.token)).data).toMatchObject([
      { recordNo: won.recordNo, needsIdNumber: true, pickCode: null },
    ]);
    expect(await claim(won, {})).toMatchObject({ code: 1001 });
    expect(await claim(won, { address: home })).toMatchObject({ data: { errors: [{ field: 'idNumber' }] } });
    const wrong = { ...home, districtId: '110101' };
    expect(await claim(won, { address: wrong, idNumber })).toMatchObject({ code: 1001 });
    expect(await claim(won, { address: home, idNumber })).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ status: toShip, receiver: '王**' });
    const { rows } = await t.app.pool.query<{ row: string }>(
      'select w::text as row from act_winning_record w where id = $1',
      [won.id],
    );
    for (const secret of [home.receiver, home.mobile, home.address, idNumber])
      expect(rows[0]?.row).not.toContain(secret);
  });

  test('is one person’s own, and the address changes until it is shipped', async () => {
    const won = await claimed();
    const stranger = await issueAppToken(t.app, await addAppUser(t));
    expect(await claim({ ...won, token: stranger }, { address: home, idNumber })).toMatchObject({ code: 1002 });
    expect(await claim(won, { address: { ...home, receiver: '李四' } })).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ receiver: '李*' });
    expect(await post('ship', { id: won.id, ...parcel })).toMatchObject({ code: 0 });
    expect(await claim(won, { address: home })).toMatchObject({ code: 1004 });
  });

  test('is over at its end, and what nobody claimed goes back to the stock', async () => {
    const won = await winner();
    const before = await stock();
    await t.app.pool.query(`update act_winning_record set claim_deadline = now() - interval '1 second' where id = $1`, [
      won.id,
    ]);
    expect(await claim(won, { address: home, idNumber })).toMatchObject({ code: 6031 });
    for (const job of winningJobs) await job.run(t.app);
    expect(await detail(won.id)).toMatchObject({ status: expired });
    expect(await stock()).toEqual({ ...before, reserved: before.reserved - 1 });
  });
});

describe('delivery', () => {
  test('ships with a number of the company, comes back, is sent again and ends', async () => {
    const won = await claimed();
    const before = await stock();
    expect(await post('ship', { id: won.id, ...parcel, expressNo: 'YT1' })).toMatchObject({ code: 1001 });
    expect(await post('ship', { id: won.id, ...parcel, expressNo: 'JD12345678901' })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'expressNo', message: '不是顺丰的快递单号' }] },
    });
    expect(await post('ship', { id: won.id, ...parcel })).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ status: shipped, expressNo: 'SF1234567890123' });
    expect(await stock()).toEqual({ ...before, reserved: before.reserved - 1, sent: before.sent + 1 });
    expect(await move(won.id, 'return', { reason: '收件人拒收' })).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ status: returned });
    expect(await move(won.id, 'reship', parcel)).toMatchObject({ code: 0 });
    await t.app.pool.query(`update act_winning_record set ship_time = now() - interval '15 days' where id = $1`, [
      won.id,
    ]);
    for (const job of winningJobs) await job.run(t.app);
    expect(await detail(won.id)).toMatchObject({ status: done });
    expect(await stock()).toEqual({ ...before, reserved: before.reserved - 1, sent: before.sent + 1 });
  });

  test('a workbook ships what waits, line by line, and says why a line does not', async () => {
    const [good, twice, unclaimed] = [await claimed(), await claimed(), await winner()];
    await post('ship', { id: twice.id, ...parcel });
    const bytes = await workbookOf(
      ['中奖编号', '快递公司', '快递单号'],
      [
        [good.recordNo, '中通', '751234567890'],
        [twice.recordNo, '中通', '751234567891'],
        [unclaimed.recordNo, '中通', '751234567892'],
      ],
    );
    const { data } = await sendFile(t, '/act/crm/winningRecord/importShip', bytes, second);
    expect(data).toMatchObject({ success: 1, failed: 2 });
    expect(await detail(good.id)).toMatchObject({ status: shipped, expressNo: '751234567890' });
    expect(await detail(unclaimed.id)).toMatchObject({ status: toClaim, expressNo: null });
  });
});

describe('a pick-up', () => {
  test('is handed over by its code at its dealer alone', async () => {
    const won = await winner({ pickUp: true });
    const dealer = entityNamed('dealer');
    const [here, elsewhere] = [await addSample(t, dealer), await addSample(t, dealer)];
    const { data } = await claim(won, { dealerId: here, idNumber });
    expect(data.pickCode).toMatch(/^\d{6}$/);
    expect((await mine(won.token)).data).toMatchObject([{ pickCode: data.pickCode }]);
    const wrong = String((Number(data.pickCode) + 1) % 1_000_000).padStart(6, '0');
    expect(await post('verify', { code: wrong, dealerId: here })).toMatchObject({ code: 1001 });
    expect(await post('verify', { code: data.pickCode, dealerId: elsewhere })).toMatchObject({ code: 6032 });
    expect(await post('verify', { code: data.pickCode })).toMatchObject({ data: { errors: [{ field: 'dealerId' }] } });
    expect(await post('verify', { code: data.pickCode, dealerId: here })).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ status: done });
    expect(await post('verify', { code: data.pickCode, dealerId: here })).toMatchObject({ code: 1001 });
    expect((await mine(won.token)).data).toMatchObject([{ pickCode: null }]);
  });

  test('an account that guesses has to wait', async () => {
    const guesser = (await signInAs(t, { roles: ['admin'] })).token;
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push((await post('verify', { code: '000000', dealerId: '1' }, guesser)).code);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 1001), 1104]);
  });
});

describe('taking a win back', () => {
  const request = async (id: string) =>
    (await move(id, 'cancel', { reason: '同一设备多个账号参与' })) as { code: number; data: { waiting: string } };
  const approve = (id: string, as: string) =>
    t.call('POST', '/system/crm/changeRequest/transition', { id, action: 'approve' }, { as });

  test('takes another person, who approves what was asked for', async () => {
    const won = await claimed();
    const before = await stock();
    const { data } = await request(won.id);
    expect(await detail(won.id)).toMatchObject({ status: toShip });
    expect(await request(won.id)).toMatchObject({ code: 1004 });
    expect((await approve(data.waiting, 'admin')).code).not.toBe(0);
    expect(await approve(data.waiting, second)).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ status: cancelled });
    expect(await stock()).toEqual({ ...before, reserved: before.reserved - 1 });
    const { rows } = await t.app.pool.query<{ title: string }>(
      `select title_zh as title from msg_inbox where ref_type = 'winningRecord' and ref_id = $1 order by id`,
      [won.id],
    );
    expect(rows.map(({ title }) => title).at(-1)).toBe('中奖资格已取消');
  });

  test('is not escaped by changing the address meanwhile', async () => {
    const won = await claimed();
    const { data } = await request(won.id);
    expect(await claim(won, { address: { ...home, receiver: '李四' } })).toMatchObject({ code: 0 });
    expect(await approve(data.waiting, second)).toMatchObject({ code: 0 });
    expect(await detail(won.id)).toMatchObject({ status: cancelled });
  });

  test('is refused where it was shipped meanwhile, also when the parcel has come back', async () => {
    const won = await claimed();
    const { data } = await request(won.id);
    expect(await post('ship', { id: won.id, ...parcel })).toMatchObject({ code: 0 });
    expect(await approve(data.waiting, second)).toMatchObject({ code: 1145 });
    expect(await move(won.id, 'return', { reason: '收件人拒收' })).toMatchObject({ code: 0 });
    expect(await approve(data.waiting, second)).toMatchObject({ code: 1145 });
    expect(await detail(won.id)).toMatchObject({ status: returned });
  });
});

describe('an award', () => {
  test('of a theme is theirs at once', async () => {
    const [userId, themeId] = [await addAppUser(t), await addSample(t, entityNamed('appTheme'))];
    await t.app.pool.query('update cnt_app_theme set status = $2 where id = $1', [
      themeId,
      machines['SM-Theme'].states.onShelf,
    ]);
    const given = {
      userId,
      source: codes.WinSource.wish,
      activityName: '心愿墙',
      prizeKind: codes.PrizeKind.theme,
      prizeId: themeId,
    };
    const { id } = await withTransaction(t.app.db, (tx) => award(tx, t.app, given));
    expect(await detail(id)).toMatchObject({ status: done });
    const { rows } = await t.app.pool.query('select source from cnt_user_theme where user_id = $1', [userId]);
    expect(rows).toEqual([{ source: codes.ThemeSource.prize }]);
    // Twice is no prize: nothing is written.
    await expect(withTransaction(t.app.db, (tx) => award(tx, t.app, given))).rejects.toMatchObject({ code: 6013 });
    const records = await t.app.pool.query('select id from act_winning_record where user_id = $1', [userId]);
    expect(records.rowCount).toBe(1);
  });

  test('of the last pieces goes to as many as there are, and leaves nothing behind for the others', async () => {
    const scarce = await addSample(t, entityNamed('prize'));
    const { stock: pieces } = await stock(scarce);
    await t.app.pool.query(
      `insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after)
       select id, 2, available - 3, 0, 0, 0, 0, 0 from act_prize where id = $1 and available > 3`,
      [scarce],
    );
    const left = Math.min(pieces, 3);
    const users = await Promise.all(Array.from({ length: 12 }, () => addAppUser(t)));
    const given = {
      source: codes.WinSource.wish,
      activityName: '心愿墙',
      prizeKind: codes.PrizeKind.physical,
      prizeId: scarce,
    };
    const outcomes = await Promise.allSettled(
      users.map((userId) => withTransaction(t.app.db, (tx) => award(tx, t.app, { ...given, userId }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(left);
    const { rows } = await t.app.pool.query('select count(*)::int as n from act_winning_record where prize_id = $1', [
      scarce,
    ]);
    expect(rows).toEqual([{ n: left }]);
    expect(await stock(scarce)).toMatchObject({ reserved: left, sent: 0 });
  });
});

test('an erased account leaves no person in what it has won, and gives back what has not gone out', async () => {
  const [waiting, gone] = [await claimed(), await claimed()];
  await post('ship', { id: gone.id, ...parcel });
  const before = await stock();
  for (const { userId } of [waiting, gone])
    await t.app.pool.query(
      "update usr_app_user set status = 3, deletion_time = now() - interval '16 days' where id = $1",
      [userId],
    );
  await eraseDue(t.app);
  expect(await detail(waiting.id)).toMatchObject({ status: cancelled, receiver: null, address: null });
  expect(await detail(gone.id)).toMatchObject({ status: shipped, receiver: null, address: null });
  expect(await stock()).toEqual({ ...before, reserved: before.reserved - 1 });
  const { rows } = await t.app.pool.query<{ left: number }>(
    'select count(*)::int as left from act_winning_record where id = any($1::bigint[]) and num_nonnulls(receiver_hash, receiver_mobile_hash, address_hash, id_number_hash) > 0',
    [[waiting.id, gone.id]],
  );
  expect(rows).toEqual([{ left: 0 }]);
});
