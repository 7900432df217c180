import type { EntityDef } from '@wheelhouse/entities/define';
import type { Field, FileField, FilesField, StoredField } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { slotNames } from '@wheelhouse/entities/content/theme-slots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { fileKinds } from '../../src/entity/files.ts';
import { hasColumn, snake } from '../../src/entity/storage.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { useNames } from '../../src/modules/files/kinds.ts';
import { addSample, bindOwner, provenMobile, sampleFile, sampleForm, sampleInput } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { pngOf } from '../support/media.ts';
import { addRole, addUser, password } from '../access/fixture.ts';

/** Who may put which file where: every file field of the registry, through every call that takes it. */
type AnyFile = FileField | FilesField;
const isFile = (field: Field | StoredField): field is AnyFile => fileKinds.has(field.kind);
const takesMany = ({ kind }: AnyFile): boolean => kind === 'images' || kind === 'files';
const all = Object.values(entities).map(plain);
const fields = all.flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]) =>
    hasColumn(field) && isFile(field) ? [{ entity, name, field, at: `${entity.name}.${name}` }] : [],
  ),
);
const inputs = all.flatMap((entity) =>
  Object.values(entity.actions ?? {}).flatMap((action) =>
    Object.entries(action.input ?? {}).flatMap(([name, field]) =>
      isFile(field) ? [{ entity, action, name, field, at: `${entity.name}/${action.path}.${name}` }] : [],
    ),
  ),
);

interface Person {
  readonly id: string;
  readonly token: string;
}
let t: TestApp;
/** Sees everything but dealers. */
let staff: Person;
/** May call everything, for their dealer. */
let dealerUser: Person;
let ownDealer: string;
let foreignDealer: string;
let series: string;
let other: string;

const query = (text: string, ...values: unknown[]) => t.app.pool.query<{ id: string }>(text, values);

beforeAll(async () => {
  t = await createTestApp();
  await query('update sys_function set staff_only = 0');
  const { rows } = await t.app.pool.query<{ code: string }>('select code from sys_function');
  const codes = rows.map((row) => row.code);
  await addRole(
    t,
    'file_staff',
    codes.filter((code) => !code.startsWith('dealerManage')),
  );
  await addRole(t, 'file_dealer', codes, 4);
  [ownDealer, foreignDealer] = [await addSample(t, plain(entities.dealer)), await addSample(t, plain(entities.dealer))];
  series = await addSample(t, plain(entities.vehicleSeries));
  other = await addUser(t, { username: 'file.other' });
  const person = async (username: string, role: string, dealerId?: string): Promise<Person> => {
    const id = await addUser(t, { username, roles: [role], ...(dealerId !== undefined && { dealerId }) });
    return { id, token: await t.login(username, password) };
  };
  staff = await person('file.staff', 'file_staff');
  dealerUser = await person('file.dealer', 'file_dealer', ownDealer);
});
afterAll(() => t.stop());

const cases = {
  'their own upload': { taken: true, of: (biz: string, by: Person) => sampleFile(t, biz, by.id) },
  'a file of a record they see': {
    taken: true,
    async of(biz: string) {
      const id = await sampleFile(t, biz, other);
      await query('update veh_series set cover_image = $1 where id = $2', id, series);
      return id;
    },
  },
  'the upload of another': { taken: false, of: (biz: string) => sampleFile(t, biz, other) },
  'their own upload that another has put where they do not see it': {
    taken: false,
    async of(biz: string, by: Person) {
      const id = await sampleFile(t, biz, by.id);
      await query('update dlr_dealer set photos = array[$1] where id = $2', id, foreignDealer);
      return id;
    },
  },
  'a file of a record out of their sight': {
    taken: false,
    async of(biz: string) {
      const id = await sampleFile(t, biz, other);
      await query('update dlr_dealer set photos = array[$1] where id = $2', id, foreignDealer);
      return id;
    },
  },
  'their own upload for another use': {
    taken: false,
    of: (biz: string, by: Person) => sampleFile(t, biz === 'image' ? 'evidence' : 'image', by.id),
  },
  'no file': { taken: false, of: () => Promise.resolve('no-such-file-at-all-00') },
} as const;
const caseNames = Object.keys(cases) as (keyof typeof cases)[];

interface Refusal {
  errors?: { field: string; message: string }[];
}
/** Whether the call found fault with the file; whatever else it says. */
async function faultOf(by: Person, path: string, body: object, name: string): Promise<string | undefined> {
  const { code, data } = await t.call<Refusal | null>('POST', path, body, { as: by.token });
  expect([1003, 1013], `${path} answers ${code}`).not.toContain(code);
  return data?.errors?.find((error) => error.field === name)?.message;
}

async function tryAll(by: Person, field: AnyFile, path: string, name: string, body: () => Promise<object>) {
  const found: Record<string, boolean> = {};
  // Limits of the day have a test of their own.
  await query('delete from sys_upload_day');
  const more = takesMany(field) ? Math.max(0, (field.min ?? 1) - 1) : 0;
  const others = await Promise.all(Array.from({ length: more }, () => sampleFile(t, field.biz ?? '', by.id)));
  for (const each of caseNames) {
    const file = await cases[each].of(field.biz ?? '', by);
    const fault = await faultOf(
      by,
      path,
      { ...(await body()), [name]: takesMany(field) ? [file, ...others] : file },
      name,
    );
    found[each] = !/文件不可用/.test(fault ?? '');
  }
  return found;
}
const expected = Object.fromEntries(caseNames.map((each) => [each, cases[each].taken]));

/** Somebody who may write records of the entity, and one of them. */
async function writerOf(entity: EntityDef): Promise<{ by: Person; id: string; rev: number }> {
  const isDealers = entity.page === 'dealerManage';
  const id = isDealers ? ownDealer : await addSample(t, entity);
  const { rows } = await t.app.pool.query<{ rev: number }>(`select rev from ${entity.table} where id = $1`, [id]);
  return { by: isDealers ? dealerUser : staff, id, rev: rows[0]?.rev ?? 0 };
}

/** A scan has a mark and a model. */
const ofScan = async (): Promise<object> => ({
  activityType: 1,
  arMode: 1,
  targetImages: [await sampleFile(t, 'image')],
  modelFile: await sampleFile(t, 'model'),
});

/** What has to be empty for the file to be there, by `entity.field`. */
const instead: Readonly<Record<string, object | (() => Promise<object>)>> = {
  'appVersion.packageFile': { clientOs: 1, storeUrl: null, channel: ['official'] },
  'appTheme.packageFile': async () => ({
    themeType: 2,
    vehicleTypeIds: [await addSample(t, plain(entities.vehicleType))],
    ...Object.fromEntries(['primaryColor', 'textColor', 'bgColor', ...slotNames].map((name) => [name, null])),
  }),
  'article.coverImages': { coverStyle: 3 },
  'raffleActivity.targetImages': ofScan,
  'raffleActivity.modelFile': ofScan,
  'raffleActivity.soundFile': ofScan,
  'guideVideo.videoFile': { videoUrl: null },
  'userTag.userFile': { tagType: 3 },
  'activityMessage.userFileId': { audienceType: 5 },
  'otaTask.vinFile': { targetMode: 2 },
};

/** What the row of such a record says before the file may be changed. */
const before: Readonly<Record<string, string>> = {
  'appVersion.packageFile': 'client_os = 1',
  'appTheme.packageFile': 'theme_type = 2',
  'article.coverImages': 'cover_style = 3',
  'raffleActivity.targetImages': 'activity_type = 1, ar_mode = 1',
  'raffleActivity.modelFile': 'activity_type = 1, ar_mode = 1',
  'raffleActivity.soundFile': 'activity_type = 1, ar_mode = 1',
  'userTag.userFile': 'tag_type = 3',
  'otaTask.vinFile': 'target_mode = 2',
};

describe.each(fields.filter(({ field }) => !field.readonly))('$at', ({ entity, name, field }) => {
  const given = instead[`${entity.name}.${name}`];
  const roomOf = async (): Promise<object | undefined> => (typeof given === 'function' ? given() : given);
  test.runIf(entity.calls.includes('add'))('add takes what is theirs to give', async () => {
    const form = { ...(await sampleForm(t, entity)), ...(await roomOf()) };
    const by = entity.page === 'dealerManage' ? dealerUser : staff;
    expect(await tryAll(by, field, pathOfCall(entity, 'add'), name, async () => ({ ...form }))).toEqual(expected);
    expect(await tryAll(by, field, `/rest/w/${entity.name}`, name, async () => ({ ...form }))).toEqual(expected);
  });

  test.runIf(entity.calls.includes('update'))('update takes what is theirs to give', async () => {
    if (!entity.calls.includes('add')) return;
    const { by, id, rev } = await writerOf(entity);
    const state = before[`${entity.name}.${name}`];
    if (state !== undefined) await query(`update ${entity.table} set ${state} where id = $1`, id);
    const room = await roomOf();
    const stale = async () => {
      const { rows } = await t.app.pool.query<{ rev: number }>(`select rev from ${entity.table} where id = $1`, [id]);
      return { id, rev: rows[0]?.rev ?? rev, ...room };
    };
    expect(await tryAll(by, field, pathOfCall(entity, 'update'), name, stale)).toEqual(expected);
    expect(await tryAll(by, field, `/rest/w/${entity.name}`, name, stale)).toEqual(expected);
  });
});

/** What the other inputs of an action have to be before it looks at the file, by `entity/path`. */
const besides: Readonly<Record<string, object>> = { 'blindBoxOrder/refund': { boxNos: ['1'] } };

describe.each(inputs)('$at', ({ entity, action, name, field }) => {
  test('the action takes what is theirs to give', async () => {
    const vehicleId = await addSample(t, plain(entities.vehicle));
    if (entity.name === 'alarm')
      await withTransaction(t.app.db, (tx) =>
        raiseAlarm(tx, { vehicleId, type: 'BRAKE', time: new Date(), source: 'server' }),
      );
    else await addSample(t, entity);
    const { rows } = await query(`select id::text as id from ${entity.table} order by id desc limit 1`);
    const id = rows[0]?.id;
    const body = {
      ...(await sampleInput(t, action.input ?? {}, staff.id)),
      id,
      ...action.fixedInput,
      ...besides[`${entity.name}/${action.path}`],
    };
    const found = await tryAll(staff, field, `${entity.base}/${action.path}`, name, async () => {
      if (entity.name === 'alarm') await query('update alm_alarm set handle_status = 0');
      // The file is looked at when the new number is proven.
      if (entity.name === 'settlement') {
        const { rows: now } = await t.app.pool.query<{ rev: number }>('select rev from ord_settlement where id = $1', [
          id,
        ]);
        return { ...body, rev: now[0]?.rev };
      }
      if (action.path === 'requestMobile') return { ...body, ...(await provenMobile(t, body.id ?? '', staff.token)) };
      return body;
    });
    expect(found).toEqual(expected);
  });
});

test('an avatar is one’s own upload', async () => {
  const path = '/system/crm/sysUser/updatePersonalData';
  const none = () => Promise.resolve({});
  expect(await tryAll(staff, { kind: 'image', biz: 'avatar' }, path, 'avatar', none)).toEqual(expected);
});

describe('a sensitive picture', () => {
  const sensitive = fields.filter(({ field }) => field.sensitive);

  test.each(sensitive)('$at has no address in any row, and goes nowhere else', async ({ entity, name, field }) => {
    const id = await addSample(t, entity);
    const file = await sampleFile(t, field.biz ?? '', staff.id);
    const value = takesMany(field) ? 'array[$1]' : '$1';
    const isFixed = entity.name === 'changeRequest';
    if (isFixed) await query(`alter table ${entity.table} disable trigger fixed`);
    await query(`update ${entity.table} set ${snake(name)} = ${value} where id = $2`, file, id);
    if (isFixed) await query(`alter table ${entity.table} enable trigger fixed`);
    const read = async (path: string, body: object) => (await t.call('POST', path, body, { as: staff.token })).data;
    for (const [path, body] of [
      [pathOfCall(entity, 'detail'), { id }],
      [pathOfCall(entity, 'list'), { query: { id } }],
      [`/rest/r/${entity.name}`, { [entity.name]: { query: { id } } }],
    ] as const)
      expect(JSON.stringify(await read(path, body)), path).not.toContain(`/common/file/${file}`);
    const caseId = await addSample(t, plain(entities.stolenCase));
    const note = { id: caseId, content: '看一看', images: [file] };
    expect(await faultOf(staff, '/veh/crm/stolen/note', note, 'images')).toMatch(/文件不可用/);
  });
});

describe('files of app users', () => {
  test('are uploaded by the app, and put into their own applications and reports only', async () => {
    const vehicleId = await addSample(t, plain(entities.vehicle));
    const owner = await bindOwner(t, vehicleId);
    const { rows } = await t.app.pool.query<{ vin: string }>('select vin from veh_vehicle where id = $1', [vehicleId]);
    const vin = rows[0]?.vin;
    const as = await issueAppToken(t.app, owner);
    const upload = async (token: string) => {
      const form = new FormData();
      form.append('biz', 'evidence');
      form.append('file', new Blob([new Uint8Array(pngOf(40, 40))]), 'a.png');
      const request = new Request('http://x/', { method: 'POST', body: form });
      const response = await t.http.inject({
        method: 'POST',
        url: '/app/v1/upload',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
      });
      return response.json<{ code: number; data: { fileId: string } }>().data.fileId;
    };
    const stranger = await issueAppToken(t.app, await bindOwner(t, await addSample(t, plain(entities.vehicle))));
    const apply = (file: string) =>
      t.call<Refusal | null>(
        'POST',
        '/app/v1/unbind/apply',
        {
          vin,
          applyType: 1,
          applicantName: '王小明',
          applicantMobile: '13812345678',
          reason: '车辆已转让他人',
          proofImages: [file],
        },
        { as },
      );
    const report = (file: string) =>
      t.call<Refusal | null>(
        'POST',
        '/app/v1/stolen/report',
        { vin, stolenTime: '2026-01-01 08:00:00', address: '世纪大道', images: [file] },
        { as },
      );
    for (const bad of [await upload(stranger), await sampleFile(t, 'evidence', '1'), 'no-such-file-at-all-00'])
      for (const send of [apply, report]) expect((await send(bad)).data?.errors?.[0]?.field, bad).toMatch(/mages$/);
    const own = await upload(as);
    expect((await apply(own)).code).toBe(0);
    expect((await report(own)).data?.errors?.[0]?.field).toBe('images');
    expect((await report(await upload(as))).code).toBe(0);
  });
});

describe('the database knows who holds a file', () => {
  test.each(fields)('$at is tracked', async ({ entity, name, field }) => {
    expect(useNames, 'a field without a use takes nothing').toContain(field.biz);
    const { rows } = await t.app.pool.query<{ n: number }>(
      'select count(*)::int as n from pg_trigger where tgrelid = $1::regclass and tgname = any($2)',
      [entity.table, ['added', 'changed', 'gone'].map((what) => `tr_${entity.table}_${snake(name)}_${what}`)],
    );
    expect(rows[0]?.n).toBe(3);
  });

  test('as records come, change and go', async () => {
    const [a, b] = [await sampleFile(t, 'image'), await sampleFile(t, 'image')];
    const uses = async () =>
      (
        await t.app.pool.query<{ file: string }>(
          `select file_id as file from sys_file_use where table_name = 'dlr_dealer' and column_name = 'photos' and record_id = $1 order by file_id collate "C"`,
          [ownDealer],
        )
      ).rows.map(({ file }) => file);
    await query('update dlr_dealer set photos = array[$1, $2] where id = $3', a, b, ownDealer);
    expect(await uses()).toEqual([a, b].toSorted());
    await query('update dlr_dealer set photos = array[$1] where id = $2', b, ownDealer);
    expect(await uses()).toEqual([b]);
    await expect(query('delete from sys_file where file_id = $1', b)).rejects.toThrow(/foreign key/);
    await query('update dlr_dealer set photos = null where id = $1', ownDealer);
    expect(await uses()).toEqual([]);
  });
});
