import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row, StoredField } from '@wheelhouse/entities/fields';
import { entities, labelOf, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { callAnyAsAdmin, callAsAdmin, unique } from './fixtures.ts';
import { model } from './fleet.ts';
import { fillForm, formFields, type Wanted } from './form.ts';
import { narrowedTo, routeOf } from './opened.ts';
import { walkStops } from './stops.ts';
import { expect, type Tab, test, walkTo } from './tab.ts';
import { typeInto } from './hands.ts';

// Every entity with a list of its own, by hand: what its definition promises is done in the browser once. A new entity is here by itself.

type Stored = Row & { readonly id: string; readonly rev: number };

const listed = Object.values(entities)
  .map(plain)
  .flatMap((entity) => {
    const list = routeOf(entity, 'list');
    return list === undefined || !entity.calls.includes('detail') ? [] : [{ entity, list: list.path }];
  });
/**
 * The form of a role is a tree of functions (`access-admin.spec.ts`), those of an OTA task and of an AR event go over steps (`ota-tasks.spec.ts`, `raffles.spec.ts`) or name
 * vehicles (`ota-tasks-old.spec.ts`).
 */
const ownForm: ReadonlySet<string> = new Set(['sysRole', 'otaTask', 'otaTaskOld', 'raffleActivity']);

const read = (server: string, entity: EntityDef, id: string): Promise<Stored> =>
  callAnyAsAdmin<Stored>(server, pathOfCall(entity, 'detail'), { id });

async function first<T = Stored>(server: string, path: string, query: Row = {}): Promise<T> {
  const { list } = await callAnyAsAdmin<{ list: T[] }>(server, path, { page: 1, pageSize: 1, query });
  const [found] = list;
  if (found === undefined) throw new Error(`${path} has none of ${JSON.stringify(query)}`);
  return found;
}

/** A vehicle with an owner and without a case or application about it. */
async function ownedVehicle(server: string, path: string): Promise<string> {
  const { list } = await callAnyAsAdmin<{ list: { vin: string | null }[] }>(server, path, { page: 1, pageSize: 200 });
  const busy = new Set(list.map(({ vin }) => vin));
  const { list: owned } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 50,
    query: { bindStatus: 1, 'vin.like': 'LZX', operationStatus: 0 },
  });
  return owned.find(({ vin }) => !busy.has(vin ?? null))?.vin ?? '';
}

/** Records that a form has to choose, where not any one will do. */
const wanted: Readonly<Record<string, (server: string) => Promise<Wanted>>> = {
  // An enabled one has its models to itself.
  bluetoothSetup: () => Promise.resolve({ enabled: '停用' }),
  // One that names nothing that the sample's type does not have.
  serviceMessage: () => Promise.resolve({ templateId: '保养到期提醒' }),
  // A model of the old platform.
  firmwareOld: () => Promise.resolve({ vehicleTypeIds: '轻羽 C1' }),
  vehicle: () => Promise.resolve({ vehicleTypeId: model.name, color: '曜石黑' }),
  stolenCase: async (server) => ({ vehicleId: await ownedVehicle(server, '/veh/crm/stolen/list') }),
  unbindApplication: async (server) => ({ vehicleId: await ownedVehicle(server, '/veh/crm/unbindApplication/list') }),
};

/** What adding a record is called, where it is not simply added. */
const addNames: Readonly<Record<string, string>> = { appLogRecord: '索取日志' };

/** What the form on the screen is in: a dialog, or the page. */
const formOn = (page: Page): Locator =>
  page.getByRole('dialog').or(page.locator('main')).filter({ visible: true }).last();

/** Where the fields of a form stand, below its first one. */
const placesOf = (form: Locator): Promise<number[]> =>
  form
    .locator('.ant-form-item')
    .evaluateAll((items) =>
      items.map((item) => Math.round(item.getBoundingClientRect().top - (items[0]?.getBoundingClientRect().top ?? 0))),
    );

/** Presses a button and gives what the server answers. */
async function send<T>(page: Page, path: string, press: () => Promise<void>): Promise<{ code: number; data: T }> {
  const [answer] = await Promise.all([page.waitForResponse((one) => new URL(one.url()).pathname === path), press()]);
  return (await answer.json()) as { code: number; data: T };
}

const save = (form: Locator): Promise<void> => form.getByRole('button', { name: /保\s?存$/ }).click();

async function find(page: Page, open: (address: string) => Promise<unknown>, address: string): Promise<Locator> {
  await open(address);
  const found = page.locator('.eu-table tbody tr').filter({ visible: true });
  await expect(found).toHaveCount(1);
  return found;
}

async function add({ page, loading }: Tab, server: string, entity: EntityDef): Promise<string> {
  const name = addNames[entity.name] ?? '新增';
  await page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .click();
  const form = formOn(page);
  await form.locator('.ant-form-item').first().waitFor();
  await expect.poll(() => [...loading].map((request) => request.url()), { intervals: [20] }).toEqual([]);
  // Code that has come is still to be shown: inputs that wait for theirs are busy.
  await expect(form.locator('[aria-busy="true"]')).toHaveCount(0);
  const places = await placesOf(form);
  await save(form);
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
  expect(await placesOf(form), 'messages move nothing').toEqual(places);
  const n = randomInt(10, 90) * 1_000_000 + randomInt(100_000, 999_999);
  await fillForm(form, entity, n, (await wanted[entity.name]?.(server)) ?? {});
  await walkStops(form);
  const { code, data } = await send<{ id: string; initialPassword?: string }>(page, pathOfCall(entity, 'add'), () =>
    save(form),
  );
  expect({ code, data: code === 0 ? {} : data }).toEqual({ code: 0, data: {} });
  if (data.initialPassword !== undefined) {
    await expect(page.getByRole('dialog')).toContainText('只显示这一次');
    await page.getByRole('button', { name: '我已保存' }).click();
  }
  return data.id;
}

/** A text of the form that may be changed at any time. */
function freeText(entity: EntityDef): string | undefined {
  const free = formFields(entity).filter(([, field]) => field.visible === undefined && field.fixed === undefined);
  const plainText = ([, field]: [string, StoredField]) =>
    field.kind === 'text' && !field.format && !field.pattern && !field.unique;
  return (free.find(([, field]) => field.kind === 'longText') ?? free.find(plainText))?.[0];
}

/** Changes a text while somebody else does: both values are shown, and the chosen one is saved. */
async function edit(page: Page, server: string, entity: EntityDef, row: Locator, { id }: Row): Promise<void> {
  const name = freeText(entity) ?? '';
  const [mine, theirs] = [`我的内容${unique()}`, `别人的内容${unique()}`];
  await row
    .getByRole('button', { name: '编辑' })
    .or(row.getByRole('link', { name: '编辑' }))
    .click();
  const form = formOn(page);
  await typeInto(form.locator(`[id="${name}"]`), mine);
  for (const [fixed, field] of formFields(entity))
    if (field.fixed === true) await expect(form.locator(`[id="${fixed}"]`), fixed).toBeDisabled();
  const { rev } = await read(server, entity, String(id));
  const update = pathOfCall(entity, 'update');
  await callAnyAsAdmin(server, update, { id, rev, [name]: theirs });
  expect((await send(page, update, () => save(form))).code).toBe(1005);
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改' });
  await expect(conflict.getByRole('row', { name: labelOf(entity, name).zh })).toContainText(theirs);
  await conflict.getByRole('radio', { name: mine }).check();
  const press = () => conflict.getByRole('button', { name: '按选择保存' }).click();
  expect((await send(page, update, press)).code).toBe(0);
  expect((await read(server, entity, String(id)))[name]).toBe(mine);
}

async function remove(page: Page, entity: EntityDef, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name: '删除', exact: true }).click();
  const press = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s?定$|删\s?除$/ })
      .click();
  expect(await send(page, pathOfCall(entity, 'batchDelete'), press)).toMatchObject({ data: { deleted: 1 } });
  await expect(row).toHaveCount(0);
}

for (const { entity, list } of listed) {
  const adds = entity.calls.includes('add') && !ownForm.has(entity.name);
  const edits = entity.calls.includes('update') && freeText(entity) !== undefined && !ownForm.has(entity.name);
  const deletes = adds && entity.calls.includes('batchDelete');
  const done = [adds && 'added', 'found', edits && 'edited', deletes && 'deleted'].filter(Boolean).join(', ');
  test(`${entity.name}: ${done}`, async ({ admin: page, tab, server }) => {
    if (adds) await page.goto(list);
    const open = (address: string) => (adds ? walkTo(page, address) : page.goto(address));
    const id = adds ? await add(tab, server, entity) : (await first(server, pathOfCall(entity, 'list'))).id;
    const row = await read(server, entity, id);
    const seek = (now: Row) => find(page, open, narrowedTo(entity, list, now));
    if (edits) await edit(page, server, entity, await seek(row), row);
    const found = await seek(edits ? await read(server, entity, id) : row);
    if (deletes) await remove(page, entity, found);
  });
}
