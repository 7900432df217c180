import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { firmwarePackage } from '../../apps/server/test/support/firmware-packages.ts';
import { callAs, callAsAdmin, expect, firstOf, hold, test, unique } from '../fixtures.ts';
import { signatureOf, simulate, type Away } from './simulated.ts';
import { walkTo } from '../tab.ts';
import { choose, typeInto, typeTag } from '../hands.ts';

/** Released firmware of the central control, vehicles of the demo fleet that it is for and that nobody simulates, and names of their models. */
async function rollout(
  server: string,
  count: number,
): Promise<{ firmwareId: string; vehicles: Away[]; models: readonly string[] }> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    pageSize: 200,
    query: { 'online.eq': 0, 'soc.ge': leastCharge },
  });
  const away = new Map(list.map((row) => [row.vin, row]));
  const released = await callAsAdmin(server, '/ps/crm/otaFirmware/list', {
    pageSize: 50,
    query: { 'deviceType.eq': 1, 'status.eq': 3, 'partModel.eq': model },
  });
  // Other tests release firmware too, for models that no vehicle of the demo is.
  for (const { id: firmwareId } of released.list) {
    const { sample } = await callAsAdmin(server, '/ps/crm/otaTask/previewTarget', {
      firmwareId,
      targetMode: 2,
      vins: [...away.keys()].join('\n'),
    });
    const found = sample.flatMap(({ vin, fromVersion, hardwareVersion }) => {
      const row = away.get(vin);
      if (row === undefined) return [];
      const { id, vehicleTypeName: type, lastReportTime: heard = null } = row;
      return [
        { id, vin, software: fromVersion ?? '', hardware: hardwareVersion ?? '', model, type: String(type), heard },
      ];
    });
    if (found.length >= count) {
      const vehicles = found.slice(0, count);
      return { firmwareId, vehicles, models: [...new Set(vehicles.map(({ type }) => type))] };
    }
  }
  throw new Error('no vehicles can be upgraded');
}

const { notStarted, succeeded, rolledBack, failed } = otaMachines['SM-OtaExecution'].states;
const model = 'ZK3';
/** Percent, as tasks ask for by default or less. */
const leastCharge = 30;

/** A vehicle that is not ready when it is to get its job is looked at again after a minute. */
const enough = { timeout: 120_000 } as const;

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
  for (const [field, text] of Object.entries(fields)) await typeInto(dialog.locator(`[id="${field}"]`), text);
  await dialog.locator('.ant-modal-footer button').last().click();
  await expect(dialog).toHaveCount(0);
}

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-rollout-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Firmware from its file to its release: uploaded, signed, tested with a report, and reviewed by another. @returns its id */
async function release(page: Page, reviewer: Page, version: string, models: readonly string[]): Promise<string> {
  const file = join(folder, 'zk3.bin');
  const bytes = firmwarePackage({ version, bytes: 96 * 1024 });
  writeFileSync(file, bytes);
  await page.goto('/versionManage/firmwareAdd');
  const field = (id: string): Locator => page.locator(`[id="${id}"]`);
  await typeInto(field('name'), `全流程${version}`);
  await choose(field('deviceType'), '中控');
  await typeInto(field('partModel'), 'ZK3');
  await typeInto(field('version'), version);
  for (const hardware of ['V1.1', 'V1.2', 'V1.3']) await typeTag(field('hardwareVersions'), hardware);
  for (const name of models) await choose(field('vehicleTypeIds'), [name], name);
  await page
    .locator('.ant-form-item')
    .filter({ has: page.locator('label[for="packageFile"]') })
    .locator('input[type=file]')
    .setInputFiles(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await expect(page.locator('.fw-hash code')).toHaveText(hash);
  await typeInto(page.locator('[id="signature"]'), signatureOf(hash));
  await typeInto(page.locator('[id="changeLog"]'), '缩短上电后的定位时间，修复电量显示问题。');
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  await act(page, '提交测试');
  await page.getByRole('button', { name: '测试通过', exact: true }).click();
  const dialog = page.getByRole('dialog');
  // Handed in while the report is still on its way: it is waited for.
  const arrive = await hold(page, '**/data/crm/upload/single*');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  });
  await expect(dialog).toContainText('report.pdf');
  await dialog.locator('.ant-modal-footer button').last().click();
  arrive();
  await expect(dialog).toHaveCount(0);
  await reviewer.goto(page.url());
  await act(reviewer, '审核通过');
  await expect(reviewer.locator('main')).toContainText('已发布');
  return new URL(page.url()).searchParams.get('id') ?? '';
}

/** A task for these vehicles, made in the wizard and handed in: three vehicles first, one about every two seconds, judged from the fifth result on. */
async function makeTask(page: Page, firmwareId: string, vins: readonly string[]): Promise<void> {
  const name = `灰度${unique()}`;
  await walkTo(page, `/versionManage/otaTaskAdd?firmwareId=${firmwareId}`);
  // A step is left when its fields are right.
  await next(page);
  await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible();
  await typeInto(page.locator('[id="name"]'), name);
  await expect(page.getByText('车辆有新版本')).toBeVisible();
  await next(page);
  await page.getByRole('radio', { name: /导入VIN/ }).check();
  await typeInto(page.locator('[id="vins"]'), vins.join('\n'));
  await expect(page.locator('.ot-count strong')).toHaveText(String(vins.length));
  await next(page);
  await page.getByRole('radio', { name: /静默升级/ }).check();
  // By night, unless somebody says otherwise.
  await expect(page.getByText(/每天01:00–05:00升级/)).toBeVisible();
  await page.getByRole('radio', { name: /强制升级/ }).check();
  await expect(page.getByText('任何时间都可以升级')).toBeVisible();
  for (const [field, value] of Object.entries({
    minSoc: 20,
    minCsq: 0,
    ratePerMinute: 30,
    retryTimes: 0,
    abortFailRate: 1,
    minExecuted: 5,
  }))
    await typeInto(page.locator(`[id="${field}"]`), String(value));
  await page.locator('[id="allowCharging"]').click();
  await page.getByRole('button', { name: /常用：10%/ }).click();
  await typeInto(page.locator('[data-cell="0.0"]'), '30');
  await expect(page.getByText(/执行满5辆后/)).toBeVisible();
  await next(page);
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByRole('button', { name: /^提交/ }).click();
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
}

test('a roll-out from the package to its end: reviewed, sent stage by stage, paused by its failures, and as the dice of its vehicles say', async ({
  admin: reviewer,
  openAs,
  server,
}) => {
  test.slow();
  const { vehicles, models } = await rollout(server, 8);
  const page = await openAs('ota.chen');
  const version = `V8.${randomInt(900)}.${randomInt(900)}`;
  const firmwareId = await release(page, reviewer, version, models);
  // Half of them fail, some way or other: one at least of any five. Of the others some come back with the old version.
  const simulated = await simulate(server, [
    { vehicles: vehicles.slice(0, 4), mishaps: { storage: 0.4, hash: 0.3, battery: 0.3 } },
    { vehicles: vehicles.slice(4), mishaps: { rollback: 0.3, powerLoss: 0.3 } },
  ]);
  try {
    await makeTask(
      page,
      firmwareId,
      vehicles.map(({ vin }) => vin),
    );
    await expect(titleOf(page)).toContainText('待审核');
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await walkTo(reviewer, `/versionManage/otaTaskQuery?id=${id}`);
    await act(reviewer, '通过');
    await expect(titleOf(reviewer)).toContainText('待执行');
    const executions = async () =>
      (await callAsAdmin(server, '/ps/crm/otaTask/executions', { taskId: id, pageSize: 50 })).list;
    const inState = async (wanted: number) => (await executions()).filter(({ status }) => status === wanted);

    // Nothing is loaded again by hand: what others do shows by itself.
    await act(page, '开始');
    // Nor after looks at another page, while vehicles report.
    const monitor = page.url();
    await expect(figure(page, '未开始')).not.toHaveText('8');
    for (const address of ['/versionManage/ota/taskList', monitor, '/versionManage/ota/taskList', monitor]) {
      await walkTo(page, address);
      await expect(titleOf(page)).toContainText(address === monitor ? '灰度' : '升级任务');
    }
    const stage = page.getByRole('list', { name: '阶段' }).getByRole('listitem').first();
    await expect(stage).toContainText('3 / 3辆完成', enough);
    await expect(stage).toContainText('等待门槛');
    await expect(figure(page, '未开始')).toHaveText('5');

    await act(page, '下一阶段', { fields: { remark: '前三辆已核实' }, inMenu: true });
    await expect(titleOf(page)).toContainText('已暂停', enough);
    await expect(page.getByRole('alert').filter({ hasText: '自动暂停' })).toBeVisible();
    const waiting = await inState(notStarted);
    const { vin } = firstOf(await inState(failed));
    const row = page.getByRole('row').filter({ hasText: String(vin) });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: '重试', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s?定/ })
      .click();
    await expect(row).toContainText('已通知');
    const { rev } = await callAsAdmin(server, '/ps/crm/otaTask/detail', { id });
    // Faster than what was approved: whoever made the task changes it, and the other one approves the change before it goes on.
    await callAs(server, 'ota.chen', '/ps/crm/otaTask/update', { id, rev, ratePerMinute: 600 });
    await expect(page.getByRole('definition').filter({ hasText: /^600$/ })).toBeVisible();
    expect(await inState(notStarted), 'no job goes out while it is paused').toEqual(waiting);
    await act(reviewer, '通过修改');

    await act(page, '继续', { fields: { remark: '存储已清理' } });
    await expect(titleOf(page)).toContainText('已完成', enough);

    const ended = (await executions()).map(({ id: own, retryCount, ...one }) => {
      // A job is an attempt of a vehicle, the first or one after a retry.
      const { isNew, failCode = null } = simulated.outcomeOf(String(one.vin), `${own}.${Number(retryCount) + 1}`);
      const state = isNew ? succeeded : failCode === 'E09' ? rolledBack : failed;
      return { ...one, thrown: { state, failCode } };
    });
    expect(ended.map(({ status: state, failCode }) => ({ state, failCode }))).toEqual(
      ended.map(({ thrown }) => thrown),
    );
    for (const [name, state] of [
      ['成功', succeeded],
      ['失败', failed],
      ['已回滚', rolledBack],
    ] as const)
      await expect(figure(page, name)).toHaveText(String(ended.filter(({ thrown }) => thrown.state === state).length));
    await row.getByRole('button', { name: '日志' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: '重试' })).toHaveCount(1);
  } finally {
    await simulated.stop();
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
      { percent: 50, count: null, minHours: 24, minSuccessRate: 98, minSample: null },
      { percent: 100, count: null, minHours: null, minSuccessRate: null, minSample: null },
    ],
    endTime: `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)} 09:00:00`,
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
  await typeInto(page.locator('[id="ratePerMinute"]'), '7');
  await typeInto(page.locator('[id="abortFailRate"]'), '60');
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.locator('.ant-form-item-explain-error')).toBeVisible();
  await typeInto(page.locator('[id="abortFailRate"]'), '12');
  await page.getByRole('button', { name: '添加一行' }).click();
  const cells = page.locator('.eu-rows input');
  await typeInto(cells.first(), '80');
  await typeInto(page.locator('[data-cell="1.0"]'), '100');
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(titleOf(page)).toContainText('已暂停');
  const stored = await callAsAdmin(server, '/ps/crm/otaTask/detail', { id });
  expect(stored).toMatchObject({ ratePerMinute: 7, abortFailRate: 12 });
  expect((stored.stages ?? []).map(({ percent }) => percent)).toEqual([50, 80, 100]);
  // Before an emergency stop, what it stops is named.
  await page.locator('.eu-detail-actions').getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '紧急停止', exact: true }).click();
  const stop = page.getByRole('dialog');
  await expect(stop).toContainText('将立即停用');
  await expect(stop.getByRole('listitem').filter({ hasText: stored.taskNo })).toHaveCount(1);
  await stop.getByRole('button', { name: /取\s?消/ }).click();
  await act(page, '终止', { fields: { confirmNo: stored.taskNo }, inMenu: true });
  await expect(titleOf(page)).toContainText('已终止');
});

test('another vehicle to upgrade begins another task, in the same tab', async ({ admin: page }) => {
  const address = '/versionManage/otaTaskAdd?taskType=4&vin=';
  await page.goto(`${address}LZXTEST0000000001`);
  await expect(page.locator('[id="name"]')).toHaveValue('单车升级LZXTEST0000000001');
  await walkTo(page, `${address}LZXTEST0000000002`);
  await expect(page.locator('[id="name"]')).toHaveValue('单车升级LZXTEST0000000002');
});
