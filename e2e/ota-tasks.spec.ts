import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test, unique } from './fixtures.ts';
import { otaVehicle, type OtaVehicle } from './ota-device.ts';

/** Released firmware of the central control, and vehicles of the demo fleet that it is for and that nobody simulates. */
async function rollout(server: string, count: number): Promise<{ firmwareId: string; vehicles: Chosen[] }> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', { pageSize: 200, query: { 'online.eq': 0 } });
  const away = new Map(list.map(({ id, vin }) => [vin, id]));
  const released = await callAsAdmin(server, '/ps/crm/otaFirmware/list', {
    pageSize: 50,
    query: { 'deviceType.eq': 1, 'status.eq': 3 },
  });
  // Other tests release firmware too, for models that no vehicle of the demo is.
  for (const { id: firmwareId } of released.list) {
    const { sample } = await callAsAdmin(server, '/ps/crm/otaTask/previewTarget', {
      firmwareId,
      targetMode: 2,
      vins: [...away.keys()].join('\n'),
    });
    const vehicles = sample.flatMap(({ vin, fromVersion, hardwareVersion }) => {
      const id = away.get(vin);
      return id === undefined ? [] : [{ id, vin, software: fromVersion ?? '', hardware: hardwareVersion ?? '' }];
    });
    if (vehicles.length >= count) return { firmwareId, vehicles: vehicles.slice(0, count) };
  }
  throw new Error('no vehicles can be upgraded');
}

interface Chosen {
  readonly id: string;
  readonly vin: string;
  readonly software: string;
  readonly hardware: string;
}

const next = (page: Page): Promise<void> => page.getByRole('button', { name: '下一步' }).click();
const titleOf = (page: Page): Locator => page.getByRole('heading', { level: 1 });
/** How many vehicles are in a state, as the head of the page says. */
const figure = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: '进度' }).getByRole('button', { name }).locator('strong');

/** Does an action of the task, whose question is answered: a button beside the title, or an entry of its menu. */
async function act(
  page: Page,
  name: string,
  { fields = {}, inMenu = false }: { fields?: Readonly<Record<string, string>>; inMenu?: boolean } = {},
): Promise<void> {
  if (inMenu) await page.locator('.eu-detail-actions').getByRole('button', { name: '更多' }).click();
  await page.getByRole(inMenu ? 'menuitem' : 'button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [field, text] of Object.entries(fields)) await dialog.locator(`[id="${field}"]`).fill(text);
  await dialog.locator('.ant-modal-footer button').last().click();
  await expect(dialog).toHaveCount(0);
}

test('a task is made step by step, reviewed by another, pauses by itself, goes on and ends, live', async ({
  admin: reviewer,
  openAs,
  server,
}) => {
  test.slow();
  const { firmwareId, vehicles } = await rollout(server, 3);
  const devices: OtaVehicle[] = [];
  for (const one of vehicles) devices.push(await otaVehicle(server, one.id, one));
  for (const device of devices) device.decide('fails');
  try {
    const name = `灰度${unique()}`;
    const page = await openAs('ota.chen');
    await page.goto(`/versionManage/otaTaskAdd?firmwareId=${firmwareId}`);
    // A step is left when its fields are right.
    await next(page);
    await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible();
    await page.locator('[id="name"]').fill(name);
    await expect(page.getByText('车辆有新版本')).toBeVisible();
    await next(page);
    await page.getByRole('radio', { name: /导入VIN/ }).check();
    await page.locator('[id="vins"]').fill(vehicles.map(({ vin }) => vin).join('\n'));
    await expect(page.locator('.ot-count strong')).toHaveText(String(vehicles.length));
    await next(page);
    await page.getByRole('radio', { name: /静默升级/ }).check();
    // By night, unless somebody says otherwise.
    await expect(page.getByText(/每天01:00–05:00升级/)).toBeVisible();
    await page.getByRole('radio', { name: /强制升级/ }).check();
    await expect(page.getByText('任何时间都可以升级')).toBeVisible();
    await page.getByRole('button', { name: /一次全部/ }).click();
    await page.locator('[id="minExecuted"]').fill('1');
    await expect(page.getByText(/执行满1辆后/)).toBeVisible();
    await next(page);
    await expect(page.getByText(name).first()).toBeVisible();
    await page.getByRole('button', { name: /^提交/ }).click();
    await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
    await expect(titleOf(page)).toContainText('待审核');
    const address = page.url();

    await reviewer.goto(address);
    await act(reviewer, '通过');
    await expect(titleOf(reviewer)).toContainText('待执行');

    await page.reload();
    await act(page, '开始');
    await expect(titleOf(page)).toContainText('执行中');
    // Nothing is loaded again by hand from here on.
    await expect(titleOf(page)).toContainText('已暂停');
    await expect(page.getByRole('alert').filter({ hasText: '自动暂停' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: firstOf(vehicles).vin })).toContainText('空间不足');
    await expect(figure(page, '失败')).toHaveText(String(vehicles.length));

    for (const device of devices) device.decide('succeeds');
    await act(page, '继续', { fields: { remark: '存储已清理' } });
    await page.getByRole('button', { name: '重试全部失败项' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '重试全部失败项' }).click();
    await expect(figure(page, '成功')).toHaveText(String(vehicles.length));
    await expect(titleOf(page)).toContainText('已完成');
    await page
      .getByRole('row')
      .filter({ hasText: firstOf(vehicles).vin })
      .getByRole('button', { name: '日志' })
      .click();
    await expect(page.getByRole('dialog').getByRole('listitem').last()).toContainText('成功');
  } finally {
    for (const device of devices) await device.end();
  }
});

/** A task of some vehicles, made and moved on by calls. @returns its id */
async function pausedTask(server: string, firmwareId: string, vins: readonly string[]): Promise<string> {
  const { id } = await callAsAdmin(server, '/ps/crm/otaTask/add', {
    name: `暂停${unique()}`,
    firmwareId,
    taskType: 4,
    targetMode: 2,
    vins: vins.join('\n'),
    upgradeMode: 1,
    stages: [
      { percent: 50, count: null, minHours: 24, minSuccessRate: 98 },
      { percent: 100, count: null, minHours: null, minSuccessRate: null },
    ],
    endTime: '2027-01-20 09:00:00',
  });
  for (const action of ['submitSmall', 'start', 'pause'] as const)
    await callAsAdmin(server, '/ps/crm/otaTask/transition', { id, action });
  return id;
}

test('while it is paused, a task takes another rate, rule, end and later stages, and nothing else', async ({
  admin: page,
  server,
}) => {
  const { firmwareId, vehicles } = await rollout(server, 2);
  const id = await pausedTask(
    server,
    firmwareId,
    vehicles.map(({ vin }) => vin),
  );
  await page.goto(`/versionManage/otaTaskQuery?id=${id}`);
  await page.getByRole('link', { name: '编辑' }).click();
  // What may be changed is where it opens.
  await expect(page.getByRole('button', { name: '策略' })).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('radio', { name: /静默升级/ })).toBeDisabled();
  await expect(page.getByText('已开始，不能修改')).toHaveCount(1);
  await page.getByRole('button', { name: '基本' }).click();
  await expect(page.locator('[id="name"]')).toBeDisabled();
  await page.getByRole('button', { name: '策略' }).click();
  await page.locator('[id="ratePerMinute"]').fill('7');
  await page.locator('[id="abortFailRate"]').fill('60');
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.locator('.ant-form-item-explain-error')).toBeVisible();
  await page.locator('[id="abortFailRate"]').fill('12');
  await page.getByRole('button', { name: '添加一行' }).click();
  const cells = page.locator('.eu-rows input');
  await cells.first().fill('80');
  await page.locator('[data-cell="1.0"]').fill('100');
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(titleOf(page)).toContainText('已暂停');
  const stored = await callAsAdmin(server, '/ps/crm/otaTask/detail', { id });
  expect(stored).toMatchObject({ ratePerMinute: 7, abortFailRate: 12 });
  expect((stored.stages ?? []).map(({ percent }) => percent)).toEqual([50, 80, 100]);
  await act(page, '终止', { fields: { confirmNo: stored.taskNo }, inMenu: true });
  await expect(titleOf(page)).toContainText('已终止');
});
