import { requiredSlots, themeSlots } from '@wheelhouse/entities/content/theme-slots';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { themeJobs } from '../../src/modules/content/themes/jobs.ts';
import { addSample, bindOwner, sampleFile, sampleForm } from '../registry/samples.ts';
import { samplePixels } from '../registry/values.ts';
import { reviewedBefore } from '../support/approvals.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
let vin = '';
let token = '';
let reviewer = '';
beforeAll(async () => {
  t = await createTestApp();
  reviewer = (await signInAs(t, { roles: ['admin'] })).token;
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const { rows } = await t.app.pool.query<{ vin: string }>('select vin from veh_vehicle where id = $1', [vehicleId]);
  vin = rows[0]?.vin ?? '';
  token = await issueAppToken(t.app, await bindOwner(t, vehicleId));
});
afterAll(() => t.stop());

interface Saved {
  id: string;
  rev: number;
}
interface Theme extends Saved {
  themeNo: string;
  version: number;
  status: number;
  textColor: string | null;
  buyers: number;
  downloads: number;
}
const theme = entityNamed('appTheme');
const post = <Data = Saved>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/${path}`, body, { as });
const fieldsOf = ({ data }: { data: unknown }): string[] =>
  ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const detail = async (id: string) => (await post<Theme>('appTheme/detail', { id })).data;
const move = (id: string, action: string, more: object = {}, as = 'admin') =>
  post('appTheme/transition', { id, action, ...more }, as);
const addTheme = async (more: object = {}): Promise<string> => {
  const { code, data, message } = await post('appTheme/add', { ...(await sampleForm(t, theme)), ...more });
  expect(code, `${message} ${JSON.stringify(data)}`).toBe(0);
  return data.id;
};
const setState = async (id: string, status: number): Promise<void> => {
  await t.app.pool.query('update cnt_app_theme set status = $2 where id = $1', [id, status]);
  await reviewedBefore(t, 'appTheme', id);
};
const runJob = () => themeJobs[0]?.run(t.app);
interface Shown {
  id: string;
  owned: 0 | 1;
  assets: Record<string, string>;
  previewUrls: string[];
  colors: object | null;
}
const apply = (themeId: string, of = vin) =>
  t.call<Shown>('POST', '/app/v1/theme/apply', { themeId, vin: of }, { as: token });

describe('a colour', () => {
  test('is stored in capitals, however it is typed', async () => {
    const id = await addTheme({ textColor: ' ＃1f1f1f ' });
    expect((await detail(id)).textColor).toBe('#1F1F1F');
  });

  test.each(['#12345', '123456', '#12345G', 'red', 7])('%s is none', async (textColor) => {
    const form = { ...(await sampleForm(t, theme)), textColor };
    expect(fieldsOf(await post('appTheme/add', form))).toEqual(['textColor']);
  });
});

test('prices are whole yuan up to 99, and the original one is not below', async () => {
  const form = { ...(await sampleForm(t, theme)), saleMode: 2, settlementRate: 30 };
  expect(fieldsOf(await post('appTheme/add', { ...form, priceFen: 10_000 }))).toEqual(['priceFen']);
  expect(fieldsOf(await post('appTheme/add', { ...form, priceFen: 650 }))).toEqual(['priceFen']);
  expect(fieldsOf(await post('appTheme/add', { ...form, priceFen: 600, originalPriceFen: 500 }))).toEqual([
    'originalPriceFen',
  ]);
  expect((await post('appTheme/add', { ...form, priceFen: 600, originalPriceFen: 900 })).code).toBe(0);
});

describe('review', () => {
  test('a skin that lacks pictures is not submitted (5221)', async () => {
    const id = await addTheme({ lockIcon: null, homeBg: null });
    const { code, message } = await move(id, 'submit');
    expect([code, message]).toEqual([5221, '缺少素材：首页背景、设防图标']);
  });

  test('a voice pack needs its four voices, which are fixed from then on', async () => {
    const model = await addSample(t, entityNamed('vehicleType'));
    const id = await addTheme({ themeType: 3, vehicleTypeIds: [model] });
    expect((await move(id, 'submit')).message).toBe('缺少素材：开机、关机、设防、撤防');
    const addVoice = async (scene: number) =>
      post('voice/add', { themeId: id, scene, name: `场景${scene}`, fileId: await sampleFile(t, 'audio') });
    for (const scene of [1, 2, 3, 4]) expect((await addVoice(scene)).code).toBe(0);
    expect((await addVoice(4)).code).toBe(1009);
    expect((await move(id, 'submit')).code).toBe(0);
    expect(fieldsOf(await addVoice(5))).toEqual(['themeId']);
    const skin = await addTheme();
    const wrong = { themeId: skin, scene: 1, name: '开机', fileId: await sampleFile(t, 'audio') };
    expect(fieldsOf(await post('voice/add', wrong))).toEqual(['themeId']);
  });

  test('a draft goes with its voices', async () => {
    const id = await addTheme({ themeType: 3, vehicleTypeIds: [await addSample(t, entityNamed('vehicleType'))] });
    const voice = { themeId: id, scene: 1, name: '开机', fileId: await sampleFile(t, 'audio') };
    const { data } = await post('voice/add', voice);
    expect((await post('appTheme/batchDelete', { ids: [id] })).data).toMatchObject({ deleted: 1 });
    expect((await post('voice/detail', { id: data.id })).code).toBe(1002);
  });

  test('by another person; then it is put on, and only price, period, place and description change', async () => {
    const id = await addTheme({ saleMode: 2, priceFen: 600, settlementRate: 30 });
    expect((await move(id, 'submit')).code).toBe(0);
    expect(fieldsOf(await post('appTheme/update', { ...(await detail(id)), priceFen: 900 })).length).toBeGreaterThan(0);
    expect((await move(id, 'approve')).code).toBe(5002);
    expect((await move(id, 'approve', {}, reviewer)).code).toBe(0);
    expect((await move(id, 'shelfOn')).code).toBe(0);
    const { rev } = await detail(id);
    expect(fieldsOf(await post('appTheme/update', { id, rev, primaryColor: '#000000' }))).toEqual(['primaryColor']);
    expect((await post('appTheme/update', { id, rev, priceFen: 900, description: '新说明' })).code).toBe(0);
    expect((await post<{ skipped: unknown[] }>('appTheme/batchDelete', { ids: [id] })).data).not.toMatchObject({
      deleted: 1,
    });
  });
});

test('a new version is a draft of its own, and takes the place of the one before with its owners', async () => {
  const year = new Date().getFullYear();
  const id = await addTheme({ startTime: `${year - 1}-01-01 00:00:00`, endTime: `${year + 2}-01-01 00:00:00` });
  await setState(id, 3);
  expect((await apply(id)).code).toBe(0);
  const { rev, themeNo } = await detail(id);
  expect((await post('appTheme/newVersion', { id, rev })).code).toBe(0);
  expect((await post('appTheme/newVersion', { id })).code).toBe(5225);
  const { data } = await post<{ list: Theme[] }>('appTheme/list', { page: 1, pageSize: 10, query: { themeNo } });
  const next = data.list.find(({ version }) => version === 2);
  expect(data.list).toHaveLength(2);
  if (next === undefined) throw new Error('no second version');
  expect(next).toMatchObject({ status: 0, buyers: 0 });
  expect(await detail(next.id)).toMatchObject({ startTime: null, endTime: null, downloads: 1 });
  // Put on once more while the next version is made.
  expect((await apply(id)).code).toBe(0);
  await setState(next.id, 2);
  expect((await move(next.id, 'shelfOn')).code).toBe(0);
  expect([await detail(id), await detail(next.id)]).toMatchObject([
    { status: 4, buyers: 0, downloads: 2 },
    { status: 3, buyers: 1, downloads: 2 },
  ]);
});

test('a version whose time has not come is not put on, and the one before stays', async () => {
  const id = await addTheme();
  await setState(id, 3);
  await post('appTheme/newVersion', { id });
  const { rows } = await t.app.pool.query<{ id: string }>(
    `update cnt_app_theme n set status = 2, start_time = now() + interval '1 hour' from cnt_app_theme t
     where t.id = $1 and n.theme_no = t.theme_no and n.version = 2 returning n.id::text as id`,
    [id],
  );
  await reviewedBefore(t, 'appTheme', rows[0]?.id ?? '');
  expect(fieldsOf(await move(rows[0]?.id ?? '', 'shelfOn'))).toEqual(['startTime']);
  expect(await detail(id)).toMatchObject({ status: 3 });
  await t.app.pool.query('update cnt_app_theme set start_time = now() where id = $1', [rows[0]?.id]);
  await runJob();
  expect([(await detail(id)).status, (await detail(rows[0]?.id ?? '')).status]).toEqual([4, 3]);
});

test('themes come and go with their time; one that was taken off stays off', async () => {
  const [begun, ended, off] = [await addTheme(), await addTheme(), await addTheme()];
  await t.app.pool.query(
    `update cnt_app_theme set start_time = now() - interval '1 minute', end_time = case when id = $2 then now() end,
       status = case id when $1::bigint then 2 when $2::bigint then 3 else 4 end where id in ($1, $2, $3)`,
    [begun, ended, off],
  );
  await reviewedBefore(t, 'appTheme', begun);
  await runJob();
  expect(await Promise.all([begun, ended, off].map(async (id) => (await detail(id)).status))).toEqual([3, 4, 4]);
});

describe('in the app', () => {
  const get = <Data>(path: string, query: object) => t.call<Data>('GET', `/app/v1/theme/${path}`, query, { as: token });
  const ids = async (query: object = {}) => (await get<Shown[]>('list', query)).data.map(({ id }) => id);

  test('what is on the shelf is listed, prizes only for those who have them', async () => {
    const [on, draft, prize] = [await addTheme(), await addTheme(), await addTheme({ saleMode: 3 })];
    await setState(on, 3);
    await setState(prize, 3);
    const shown = await ids({ vin, type: '1' });
    expect([on, draft, prize].map((id) => shown.includes(id))).toEqual([true, false, false]);
    expect((await get('detail', { id: prize })).code).toBe(1002);
    const { rows } = await t.app.pool.query<{ id: string }>('select user_id as id from veh_binding where status = 1');
    await t.app.pool.query(
      'insert into cnt_user_theme (user_id, theme_id, source, time) select distinct $1::bigint, $2::bigint, 3, now()',
      [rows[0]?.id, prize],
    );
    expect(await ids()).toContain(prize);
    expect((await apply(prize)).code).toBe(0);
  });

  test('a free theme is the user’s once it is put on, and each time is counted', async () => {
    const id = await addTheme();
    await setState(id, 3);
    expect((await apply(id)).data).toMatchObject({
      owned: 1,
      colors: { primary: expect.stringMatching(/^#/) as string },
    });
    const { data } = await apply(id);
    expect(Object.keys(data.assets).toSorted()).toEqual([...requiredSlots].toSorted());
    expect(await detail(id)).toMatchObject({ buyers: 1, downloads: 2 });
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const statistics = await post('appTheme/statistics', { id, from: today, to: today });
    expect(statistics.data).toEqual({
      owners: 1,
      downloads: 2,
      days: [{ statDate: today, owners: 1, downloads: 2 }],
    });
  });

  test('whoever has a version is not granted it again, though a new one takes its place meanwhile', async () => {
    const id = await addTheme();
    await setState(id, 3);
    expect((await apply(id)).code).toBe(0);
    const client = await t.app.pool.connect();
    try {
      await client.query('begin');
      // Whoever writes a grant waits.
      await client.query('lock table cnt_user_theme in share mode');
      expect((await apply(id)).data).toMatchObject({ owned: 1 });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('one for sale is shown, but neither its files nor itself is given away (5224)', async () => {
    const id = await addTheme({ saleMode: 2, priceFen: 600, settlementRate: 30 });
    await setState(id, 3);
    const { data } = await get<Shown>('detail', { id });
    expect([data.owned, data.assets, data.previewUrls.length]).toEqual([0, {}, 3]);
    expect((await apply(id)).code).toBe(5224);
    await setState(id, 4);
    expect((await apply(id)).code).toBe(1002);
  });

  test('another’s vehicle, or a model that cannot show it, is refused', async () => {
    const id = await addTheme({ themeType: 3, vehicleTypeIds: [await addSample(t, entityNamed('vehicleType'))] });
    await setState(id, 3);
    expect(fieldsOf(await apply(id))).toEqual(['vin']);
    const other = await addSample(t, entityNamed('vehicle'));
    const { rows } = await t.app.pool.query<{ vin: string }>('select vin from veh_vehicle where id = $1', [other]);
    expect((await apply(id, rows[0]?.vin)).code).toBe(1011);
  });
});

test('a picture of another size is refused under its slot', async () => {
  const wrong = await sampleFile(t, 'image', '1', 'user', samplePixels(themeSlots.homeBg));
  const form = { ...(await sampleForm(t, theme)), lockIcon: wrong };
  expect(fieldsOf(await post('appTheme/add', form))).toEqual(['lockIcon']);
});
