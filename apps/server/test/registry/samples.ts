import type { EntityDef } from '@wheelhouse/entities/define';
import { requiredSlots, themeSlots } from '@wheelhouse/entities/content/theme-slots';
import { type FilesField, isDerived, type RowsField, type StoredField } from '@wheelhouse/entities/fields';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import { entityNamed, pathOfCall } from '@wheelhouse/entities/registry';
import { addAppUser } from '../support/app-user.ts';
import { addFeedback } from '../support/feedback.ts';
import { addShare } from '../support/shares.ts';
import { addWish } from '../support/wishes.ts';
import { firmwarePackage, signed } from '../support/firmware-packages.ts';
import { keepPackage, keepReport } from '../support/firmware.ts';
import type { Uploader } from '../../src/entity/file-uses.ts';
import { type UploadUse, uses } from '../../src/modules/files/kinds.ts';
import { keepFile, keepPdf } from '../support/keep-file.ts';
import { pdfWithText } from '../support/pdf.ts';
import type { TestApp } from '../support/app.ts';
import { reviewedBefore } from '../support/approvals.ts';
import { pngOf, wavOf } from '../support/media.ts';
import { poolRowFor, putIn } from '../support/pool.ts';
import { addBoxOrder, addBoxRefund } from '../support/boxes.ts';
import { addOrder, addRefund } from '../support/orders.ts';
import { addRevenue, addSettlement } from '../support/revenue.ts';
import { awardSample } from '../support/winnings.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { issueCoupon } from '../../src/modules/prizes/coupons/service.ts';
import { isSampled, pictures, plainValue, sampleFirmware, samplePixels, special } from './values.ts';
import { statisticsSamples } from './statistics-samples.ts';

let counter = 0;
const next = () => ++counter;
type Reference = Extract<StoredField, { kind: 'ref' | 'refMany' }>;
/** Gives the record that a reference points to; `alone`: no other record may point to the same. */
type Pointing = (app: TestApp, field: Reference, alone: boolean) => Promise<string>;

const toNew: Pointing = (app, field) => addSample(app, entityNamed(field.to));

const sharedOf = new WeakMap<TestApp, Map<string, Promise<string>>>();
/** One record of each entity, made when it is first needed: most of a sample's cost is what it points to. */
const toShared: Pointing = (app, field, alone) => {
  if (alone) return addSample(app, entityNamed(field.to));
  const known = sharedOf.get(app) ?? new Map<string, Promise<string>>();
  sharedOf.set(app, known);
  const id = known.get(field.to) ?? addSample(app, entityNamed(field.to));
  known.set(field.to, id);
  return id;
};

/** Whether each record must point to another one. */
const isAlone = (entity: EntityDef, name: string): boolean => {
  const field = entity.fields[name];
  return (
    field?.kind === 'refMany' ||
    (field !== undefined && 'unique' in field && field.unique !== undefined) ||
    entity.uniqueTogether?.some((names) => names.includes(name)) === true
  );
};

async function valueOf(
  app: TestApp,
  field: StoredField,
  n: number,
  to: (field: Reference) => Promise<string>,
): Promise<unknown> {
  switch (field.kind) {
    case 'ref':
      return to(field);
    case 'refMany':
      return [await to(field)];
    case 'image':
      return field.required ? sampleFile(app, field.biz ?? 'image', '1', 'user', samplePixels(field)) : undefined;
    case 'images':
      return field.required ? sampleFiles(app, field) : undefined;
    case 'audio':
      return field.required ? sampleFile(app, 'audio') : undefined;
    case 'rows':
      return sampleRows(app, field, n);
    default:
      return plainValue(field, n);
  }
}

/** Rows with the pictures that their columns require. */
async function sampleRows(app: TestApp, field: RowsField, n: number): Promise<unknown> {
  const pictures: Record<string, string | null> = {};
  for (const [name, column] of Object.entries(field.fields))
    if (column.kind === 'image')
      pictures[name] = column.required ? await sampleFile(app, 'image', '1', 'user', samplePixels(column)) : null;
  return rowsOf(plainValue(field, n)).map((row) => ({ ...row, ...pictures }));
}

/** As many different pictures as a field asks for. */
const sampleFiles = (app: TestApp, field: FilesField, userId = '1'): Promise<string[]> =>
  Promise.all(
    Array.from({ length: field.min ?? 1 }, () =>
      sampleFile(app, field.biz ?? 'image', userId, 'user', samplePixels(field)),
    ),
  );

/** Gives a vehicle an owner. @returns the owner's id */
export async function bindOwner(t: TestApp, vehicleId: string): Promise<string> {
  const userId = await addAppUser(t);
  await t.app.pool.query(
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 1, 1, now(), 1, 1)`,
    [vehicleId, userId],
  );
  await t.app.pool.query('update veh_vehicle set bind_status = 1, owner_user_id = $2 where id = $1', [
    vehicleId,
    userId,
  ]);
  return userId;
}

/** A file that a user of the console, or of the app, has uploaded for a use: a sound, or a transparent picture large enough for any place. */
export async function sampleFile(
  { app }: TestApp,
  biz: string,
  id = '1',
  type: Uploader['type'] = 'user',
  pixels = samplePixels({}),
): Promise<string> {
  if (!isUse(biz)) throw new Error(`no use ${biz}`);
  const isSound = biz === 'audio' || biz === 'deviceSound';
  return keepFile(app, {
    ...(isSound
      ? { name: 'sample.wav', contentType: 'audio/wav', bytes: wavOf(1) }
      : { name: 'sample.png', contentType: 'image/png', bytes: pngOf(pixels.width, pixels.height) }),
    biz,
    uploader: { type, id },
  });
}

const isUse = (biz: string): biz is UploadUse => Object.hasOwn(uses, biz);

/** Entities all of whose samples point to the same records: a user uploads 50 packages a day. */
const isOfOne: ReadonlySet<string> = new Set(['otaTask', 'otaTaskOld']);

const prepare: Readonly<Record<string, (app: TestApp, form: Record<string, unknown>) => Promise<void>>> = {
  stolenCase: bindVehicle,
  ...statisticsSamples,
  // A skin with all its pictures, which it needs to be submitted.
  async appTheme(app, form) {
    const bySize = new Map<string, Promise<string>>();
    for (const name of requiredSlots) {
      const pixels = samplePixels(themeSlots[name]);
      const size = `${pixels.width} ${pixels.height}`;
      const id = bySize.get(size) ?? sampleFile(app, 'image', '1', 'user', pixels);
      bySize.set(size, id);
      form[name] = await id;
    }
  },
  async voice({ app }, form) {
    await app.pool.query('update cnt_app_theme set theme_type = 3 where id = $1', [form['themeId']]);
  },
  // A picture of the place that `special` names.
  async advertisement(app, form) {
    form['image'] = await sampleFile(app, 'image', '1', 'user', pictures['advertisement.image']);
  },
  // What is submitted has to reach somebody: a vehicle that is in use for more than a month.
  async serviceMessage(app) {
    const vehicleId = await addSample(app, entityNamed('vehicle'));
    await bindOwner(app, vehicleId);
    await app.app.pool.query(
      `update veh_vehicle set activation_status = 1, activation_time = now() - interval '40 days' where id = $1`,
      [vehicleId],
    );
  },
  unbindApplication: bindVehicle,
  // A prize of which there are some.
  async raffleActivity(app, form) {
    const prizeId = await addSample(app, entityNamed('prize'));
    await putIn(app, prizeId, 2);
    form['prizes'] = [poolRowFor(prizeId)];
  },
  async instruction({ app }, form) {
    form['pdfFile'] = await keepPdf(app, pdfWithText(['Sample page']));
  },
  async firmware(app, form) {
    const n = next();
    Object.assign(form, { deviceType: 1, partModel: 'ZK3', version: `V${1 + Math.floor(n / 1000)}.${n % 1000}.0` });
    const bytes = firmwarePackage({ version: String(form['version']) });
    form['packageFile'] = await keepPackage(app, bytes);
    form['signature'] = signed(bytes);
    form['testReport'] = await keepReport(app);
  },
  // Of a released package, for whatever vehicles it fits.
  async otaTask(app, form) {
    await releaseFirmware(app, String(form['firmwareId']));
  },
  // For a vehicle that a released package fits.
  async otaTaskOld(app, form) {
    const { pool } = app.app;
    const vehicleId = await addSample(app, entityNamed('vehicle'));
    await pool.query('update ota_firmware set status = 1 where id = $1', [form['firmwareId']]);
    const { rows } = await pool.query<{ vin: string }>(
      'select coalesce(vin, frame_no) as vin from veh_vehicle where id = $1',
      [vehicleId],
    );
    form['vins'] = rows[0]?.vin;
  },
  async firmwareOld(app, form) {
    form['packageFile'] = await keepPackage(app, sampleFirmware);
    await app.app.pool.query('update veh_type set ota_generation = 1 where id = any($1)', [form['vehicleTypeIds']]);
  },
};

/** Makes a package one that tasks may use. */
const releaseFirmware = ({ app }: TestApp, id: string) =>
  app.pool.query('update ota_firmware set status = 3 where id = $1', [id]);

/** Adds a vehicle that a package is for, heard of a moment ago, and frees those of tasks before. */
export async function addUpdatable(t: TestApp, firmwareId: string): Promise<string> {
  await t.app.pool.query(
    'update ota_execution set status = 8, next_time = null, deadline = null where status <= 4 or next_time is not null',
  );
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  await t.app.pool.query(
    `update veh_vehicle v set vehicle_type_id = f.vehicle_type_ids[1] from ota_firmware f where v.id = $1 and f.id = $2`,
    [vehicleId, firmwareId],
  );
  await t.app.pool.query(
    `insert into veh_ecu (vehicle_id, device_type, sn, model, hardware_version, software_version) select $1::bigint, 1, 'OTA-' || $1, 'ZK3', 'V1.2', 'V0.0.1'`,
    [vehicleId],
  );
  await t.app.pool.query(
    `insert into veh_vehicle_status (vehicle_id, recv_time) values ($1, now()) on conflict (vehicle_id) do update set recv_time = now()`,
    [vehicleId],
  );
  return vehicleId;
}

/** Adds a task of the first platform whose vehicle can be updated. */
export async function addOldTask(t: TestApp): Promise<string> {
  const id = await addSample(t, entityNamed('otaTaskOld'));
  const vehicleId = await addUpdatable(
    t,
    await idOf(t, 'select firmware_id::text as id from ota_task where id = $1', id),
  );
  await t.app.pool.query(
    'update ota_task set vins = (select coalesce(vin, frame_no) from veh_vehicle where id = $2) where id = $1',
    [id, vehicleId],
  );
  return id;
}

async function bindVehicle(app: TestApp, form: Record<string, unknown>): Promise<void> {
  await bindOwner(app, String(form['vehicleId']));
}

/** Valid input of an action: every field that it asks for. Pictures that it requires are uploaded by whoever makes the call. */
export async function sampleInput(
  app: TestApp,
  fields: EntityDef['fields'],
  userId = '1',
): Promise<Record<string, unknown>> {
  const n = next();
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const to = (reference: Reference) => toShared(app, reference, false);
    const value = isDerived(field) ? undefined : await valueOf(app, field, n, to);
    if (value !== undefined) input[name] = value;
    if (field.kind === 'file') input[name] = await sampleFile(app, field.biz ?? 'evidence', userId);
    if (field.kind !== 'images' || !field.required) continue;
    input[name] = await sampleFiles(app, field, userId);
  }
  return input;
}

interface SampleOptions {
  /** Points to records that no other sample points to, for a test that changes those. */
  readonly alone?: boolean;
}

/** A valid form of an entity with every writable field that can be filled; another one each time. */
export async function sampleForm(
  app: TestApp,
  entity: EntityDef,
  { alone: isOwn = false }: SampleOptions = {},
): Promise<Record<string, unknown>> {
  const n = next();
  // What is said of a record by its state is said of one that nothing else has changed.
  const to = isOfOne.has(entity.name) || (!isOwn && prepare[entity.name] === undefined) ? toShared : toNew;
  const form: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!isSampled(entity, field)) continue;
    const alone = isAlone(entity, name);
    const value = await valueOf(app, field, n, (reference) => to(app, reference, alone));
    if (value !== undefined) form[name] = value;
  }
  await prepare[entity.name]?.(app, form);
  for (const [name, value] of Object.entries(special[entity.name]?.(n) ?? {})) {
    if (value === undefined) delete form[name];
    else form[name] = value;
  }
  return form;
}

export async function idOf(t: TestApp, query: string, value: string): Promise<string> {
  const { rows } = await t.app.pool.query<{ id: string }>(query, [value]);
  return String(rows[0]?.id);
}

/** A number for an account whose old one is lost, with the code that it got. */
export async function provenMobile(
  t: TestApp,
  id: string,
  as = 'admin',
): Promise<{ readonly newMobile: string; readonly newCode: string }> {
  const newMobile = `1571${String(next()).padStart(7, '0')}`;
  await t.app.pool.query("delete from sys_attempt where kind like 'sms-%' or kind = 'mobile-change'");
  const asked = await t.call('POST', '/user/crm/appUser/changeMobileCodes', { id, newMobile, lost: true }, { as });
  if (asked.code !== 0) throw new Error(`changeMobileCodes: ${JSON.stringify(asked.data)} ${asked.message}`);
  // Others may be sent meanwhile: whoever lost a number is told of it.
  const { rows } = await t.app.pool.query<{ body: string }>(
    'select body from sys_sms_outbox where mobile_mask = $1 order by id desc limit 1',
    [`${newMobile.slice(0, 3)}****${newMobile.slice(-4)}`],
  );
  return { newMobile, newCode: /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '' };
}

/** Asks for another number of an account. @returns the request's id */
async function requestMobile(t: TestApp, id: string): Promise<string> {
  const proven = await provenMobile(t, id);
  const body = { id, ...proven, idImages: [await sampleFile(t, 'evidence')], reason: '旧号码已停用' };
  const { code, data, message } = await t.call<{ waiting: string }>('POST', '/user/crm/appUser/requestMobile', body, {
    as: 'admin',
  });
  if (code !== 0) throw new Error(`changeRequest: ${JSON.stringify(data)} ${message}`);
  return data.waiting;
}

/** Records that no form adds. */
export const addedOtherwise: Readonly<Record<string, (t: TestApp) => Promise<string>>> = {
  appUser: (t) => addAppUser(t),
  async articleComment(t) {
    const [userId, articleId] = [await addAppUser(t), await addSample(t, entityNamed('article'))];
    const add =
      'insert into cnt_article_comment (article_id, user_id, text, hidden) values ($1, $2, $3, 0) returning id::text as id';
    const { rows } = await t.app.pool.query<{ id: string }>(add, [articleId, userId, '写得很实用']);
    return String(rows[0]?.id);
  },
  async userTheme(t) {
    const [userId, themeId] = [await addAppUser(t), await addSample(t, entityNamed('appTheme'))];
    const add =
      'insert into cnt_user_theme (user_id, theme_id, source, time) values ($1, $2, 1, now()) returning id::text as id';
    const { rows } = await t.app.pool.query<{ id: string }>(add, [userId, themeId]);
    return String(rows[0]?.id);
  },
  goodsOrder: async (t) => (await addOrder(t, await addSample(t, entityNamed('prize')))).id,
  refund: async (t) => addRefund(t, await addSample(t, entityNamed('prize'))),
  themeRevenue: async (t) => addRevenue(t, await addSample(t, entityNamed('appTheme'))),
  settlement: (t) => addSettlement(t),
  blindBoxOrder: async (t) => (await addBoxOrder(t, await addSample(t, entityNamed('raffleActivity')))).orderId,
  blindBox: async (t) => (await addBoxOrder(t, await addSample(t, entityNamed('raffleActivity')))).boxId,
  boxRefund: async (t) => addBoxRefund(t, await addSample(t, entityNamed('raffleActivity'))),
  async boxOrderLog(t) {
    const { orderId } = await addBoxOrder(t, await addSample(t, entityNamed('raffleActivity')));
    return idOf(
      t,
      `insert into ord_log (order_id, order_kind, event) values ($1, 2, 'created') returning id::text as id`,
      orderId,
    );
  },
  async orderLog(t) {
    const { id } = await addOrder(t, await addSample(t, entityNamed('prize')));
    return idOf(
      t,
      `insert into ord_log (order_id, order_kind, event) values ($1, 1, 'created') returning id::text as id`,
      id,
    );
  },
  winningRecord: async (t) => (await awardSample(t, await addSample(t, entityNamed('prize')))).id,
  async prizeStockLog(t) {
    const id = await addSample(t, entityNamed('prize'));
    return idOf(t, 'select id::text as id from act_prize_stock_log where prize_id = $1', id);
  },
  async userCoupon(t) {
    const [userId, couponId] = [await addAppUser(t), await addSample(t, entityNamed('coupon'))];
    await t.app.pool.query('update act_coupon set status = 1 where id = $1', [couponId]);
    const order = { couponId, userId, source: 1 };
    const issued = await withTransaction(t.app.db, (tx) => issueCoupon(tx, order));
    if ('why' in issued) throw new Error(`userCoupon: ${issued.why}`);
    return issued.id;
  },
  feedback: async (t) => addFeedback(t, await addAppUser(t)),
  wish: async (t) => addWish(t, await addAppUser(t)),
  shareRecord: async (t) => addShare(t, await addAppUser(t)),
  changeRequest: async (t) => requestMobile(t, await addAppUser(t)),
  async simOperation(t) {
    const card = await addSample(t, entityNamed('simCard'));
    const { rows } = await t.app.pool.query<{ iccid: string }>(
      'update sim_card set sim_status = 3, activate_time = now() where id = $1 returning iccid',
      [card],
    );
    const form = { iccids: rows.map(({ iccid }) => iccid), opType: 1, reasonCode: '7', remark: '样例停机' };
    await t.call('POST', '/veh/crm/simOperation/submit', form, { as: 'admin' });
    return idOf(t, 'select id::text as id from sim_operation where sim_id = $1', card);
  },
  async otaExecution(t) {
    const taskId = await addSample(t, entityNamed('otaTask'));
    const firmwareId = await idOf(t, 'select firmware_id::text as id from ota_task where id = $1', taskId);
    await addUpdatable(t, firmwareId);
    await t.app.pool.query('update ota_task set status = 2 where id = $1', [taskId]);
    await reviewedBefore(t, 'otaTask', taskId);
    const body = { id: taskId, action: 'start' };
    const { code, message } = await t.call('POST', '/ps/crm/otaTask/transition', body, { as: 'admin' });
    if (code !== 0) throw new Error(`otaExecution: ${code} ${message}`);
    return idOf(t, 'select id::text as id from ota_execution where task_id = $1', taskId);
  },
  async otaExecutionOld(t) {
    const taskId = await addOldTask(t);
    const body = { id: taskId, action: 'start' };
    const { code, message } = await t.call('POST', '/ps/crm/otaTaskOld/transition', body, { as: 'admin' });
    if (code !== 0) throw new Error(`otaExecutionOld: ${code} ${message}`);
    return idOf(t, 'select id::text as id from ota_execution where task_id = $1', taskId);
  },
  async virtualVin(t) {
    const vehicleTypeId = await addSample(t, entityNamed('vehicleType'));
    const expireTime = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)} 08:00:00`;
    const form = { vehicleTypeId, color: 'BLK', quantity: 1, purpose: '1', expireTime, script: 0 };
    await t.call('POST', '/veh/crm/virtualVin/generate', form, { as: 'admin' });
    return idOf(t, 'select id::text as id from veh_virtual_vin where vehicle_type_id = $1', vehicleTypeId);
  },
};

/** Adds a sample record over HTTP. @returns its id */
export async function addSample(app: TestApp, entity: EntityDef, options?: SampleOptions): Promise<string> {
  const make = addedOtherwise[entity.name];
  if (make !== undefined) return make(app);
  if (!entity.calls.includes('add')) throw new Error(`${entity.name} cannot be added`);
  const form = await sampleForm(app, entity, options);
  const answer = await app.call<{ id: string }>('POST', pathOfCall(entity, 'add'), form, { as: 'admin' });
  if (answer.code !== 0) throw new Error(`${entity.name}: ${JSON.stringify(answer.data)} ${answer.message}`);
  return answer.data.id;
}

/**
 * What a form may give only once: single fields, and what it gives of groups. The server itself gives the rest of a group, and the same to all that
 * one person adds.
 */
export function uniqueIn(entity: EntityDef, form: Readonly<Record<string, unknown>>): string[][] {
  const single = Object.keys(form).filter((name) => {
    const field = entity.fields[name];
    return field !== undefined && !isDerived(field) && field.unique;
  });
  const groups = (entity.uniqueTogether ?? []).map((group) => group.filter((name) => form[name] !== undefined));
  return [...single.map((name) => [name]), ...groups.filter((group) => group.length > 0)];
}
