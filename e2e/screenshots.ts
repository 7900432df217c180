import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { workbookOf } from '../apps/server/test/support/sheets.ts';
import { findBrowser } from '../scripts/browser.ts';
import { adminPassword, callAnyAsAdmin, callAsAdmin, firstOf, type Lang, signIn, tokenOf } from './fixtures.ts';
import { model, newIdentifiers, someTrip } from './fleet.ts';
import { drawn, type Say, simShots } from './sim/sim-shots.ts';
import { typeInto } from './hands.ts';

// BASE_URL=… ADMIN_PASSWORD=… node e2e/screenshots.ts <folder> [beginnings of names, by commas]: pictures of what people see first, in both
// sizes, themes and languages.

interface Look {
  readonly lang: Lang;
  readonly theme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
}

const server = process.env['BASE_URL'] ?? 'http://127.0.0.1:8080';
const [folder = 'screenshots', only] = process.argv.slice(2);
const vehicles = '/equipmentManage/vehicleManage';

async function vehicleOnline(): Promise<{ readonly id: string; readonly vin: string }> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 1,
    query: { online: 1, 'vin.null': 0, bindStatus: 1 },
  });
  const { id, vin } = firstOf(list);
  return { id, vin: vin ?? '' };
}

async function newest(entity: string, query: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const path = {
    alarm: '/veh/crm/alarm',
    stolenCase: '/veh/crm/stolen',
    unbindApplication: '/veh/crm/unbindApplication',
    feedback: '/cs/crm/feedback',
    repairOrder: '/cs/crm/repairOrder',
    activityMessage: '/msg/crm/activityMessage',
    serviceMessage: '/msg/crm/serviceMessage',
    alarmTemplate: '/msg/crm/alarmTemplate',
    promotion: '/ps/crm/promotion',
    guideVideo: '/ps/crm/guide',
    userTag: '/user/crm/userTag',
  }[entity];
  const { list } = await callAnyAsAdmin<{ list: { id: string }[] }>(server, `${path}/list`, { pageSize: 1, query });
  return list[0]?.id ?? '1';
}

async function failedImport(page: Page, say: Say): Promise<void> {
  const [good, bad, old] = [newIdentifiers(), newIdentifiers(), newIdentifiers()];
  const buffer = await workbookOf(
    ['车架号', '车型', '颜色', 'IMEI', '中控序列号', '生产日期'],
    [
      [good.vin, model.code, '曜石黑', good.imei, good.ecuSn, '2026-02-03'],
      [bad.vin, 'E99', '曜石黑', '123456789012345', bad.ecuSn, '2026-02-03'],
      [`${old.vin.slice(0, 8)}0${old.vin.slice(9)}`, model.code, '彩虹', old.imei, 'x', '2099-01-01'],
    ],
  );
  await page.getByRole('button', { name: say('导入', 'Import') }).click();
  const dialog = page.getByRole('dialog');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: say('将xlsx文件', 'Drop an .xlsx') }).click();
  await (await chooser).setFiles({ name: 'vehicles.xlsx', mimeType: '', buffer });
  await drawn(page, dialog.getByRole('table'));
}

async function replay(page: Page, say: Say): Promise<void> {
  const { vehicleId, tripNo, startTime } = await someTrip(server);
  const day = startTime.slice(0, 10);
  const range = `startTime.ge=${day}&startTime.le=${day}`;
  await page.goto(`/equipmentManage/historytrace?vehicleId.eq=${vehicleId}&${range}&pageSize=50`);
  await page.getByRole('row').filter({ hasText: tripNo }).getByRole('link').last().click();
  await page.getByRole('combobox', { name: say('查看原因', 'Reason') }).click();
  await page.getByTitle(say('故障分析', 'Fault analysis'), { exact: true }).click();
  await page.getByRole('button', { name: say('查看轨迹', 'View trace') }).click();
  await drawn(page, page.locator('.wh-map-marker'));
  await page.getByRole('button', { name: '×64' }).click();
  await page.getByRole('button', { name: say('播放', 'Play'), exact: true }).click();
  await page.waitForTimeout(1_500);
}

async function control(page: Page, say: Say): Promise<void> {
  const { vin } = await vehicleOnline();
  await page.goto(`/equipmentManage/remoteControl?vin=${vin}`);
  await page.getByRole('button', { name: say('寻车', 'Find') }).click();
  await drawn(page, page.getByRole('dialog'));
}

const shots: Record<string, (page: Page, say: Say) => Promise<void>> = {
  login: async (page) => {
    await page.context().clearCookies();
    await page.goto('/login');
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  dashboard: async (page) => {
    await page.goto('/dashboard');
    await drawn(page, page.getByRole('figure').first());
  },
  'vehicle-list': async (page) => {
    await page.goto(vehicles);
    await drawn(page, page.getByRole('table'));
  },
  'vehicle-live': async (page) => {
    await page.goto(`/equipmentManage/vehicleManageDetail?id=${(await vehicleOnline()).id}`);
    await drawn(page, page.getByRole('region').first());
  },
  'form-errors': async (page, say) => {
    await page.goto(vehicles);
    await page.getByRole('button', { name: say('新增', 'Add') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('保存', 'Save') })
      .click();
    await drawn(page, page.getByText(say('请填写IMEI', 'IMEI')).last());
  },
  'import-errors': async (page, say) => {
    await page.goto(vehicles);
    await failedImport(page, say);
  },
  replay,
  control,
  ...simShots,
  theft: async (page) => {
    await page.goto(`/equipmentManage/stolenVehicleDetail?id=${await newest('stolenCase', { status: 1 })}`);
    await drawn(page, page.getByRole('region').first());
  },
  'alarm-list': async (page) => {
    await page.goto('/alarmManage/alarmManage');
    await drawn(page, page.getByRole('table'));
  },
  alarm: async (page) => {
    await page.goto(`/alarmManage/alarmDetail?id=${await newest('alarm', { 'level.eq': 4 })}`);
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  'feedback-desk': async (page) => {
    await page.goto(`/businessManage/appFeedbackDeal?id=${await newest('feedback', { status: 0 })}`);
    await drawn(page, page.getByRole('list').first());
  },
  repair: async (page) => {
    await page.goto(`/guideUseManage/repairDetail?id=${await newest('repairOrder', { status: 3 })}`);
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  campaign: async (page) => {
    await page.goto(`/messageManage/operationActivityDetail?id=${await newest('activityMessage', { status: 4 })}`);
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  'campaign-form': async (page) => {
    await page.goto('/messageManage/operationActivityAdd');
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  'notice-form': async (page) => {
    await page.goto('/messageManage/noticeAdd');
    await typeInto(page.locator('[id="title"]').filter({ visible: true }), '春节期间服务安排');
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  'template-form': async (page) => {
    await page.goto(`/messageManage/alarmTemplateEdit?id=${await newest('alarmTemplate')}`);
    await drawn(page, page.locator('[id="pushTitle"]').filter({ visible: true }));
  },
  reminder: async (page) => {
    await page.goto(
      `/messageManage/serviceReminderDetail?id=${await newest('serviceMessage', { mode: 2, enabled: 1 })}`,
    );
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  'repair-dispatch': async (page) => {
    await page.goto(`/guideUseManage/repairDetail?id=${await newest('repairOrder', { status: 0 })}`);
    await drawn(page, page.locator('.rp-map'));
    await page.locator('.rp-map').scrollIntoViewIfNeeded();
  },
  'promotion-statistics': async (page, say) => {
    await page.goto('/promotion?status.eq=2');
    await page
      .getByRole('button', { name: say('详情', 'Details'), exact: true })
      .first()
      .click();
    await page.getByRole('tab', { name: say('统计', 'Statistics') }).click();
    await drawn(page, page.getByRole('figure').first());
  },
  'tag-rule': async (page, say) => {
    await page.goto('/systemSet/userTagsManage?tagType.eq=2');
    await page
      .getByRole('button', { name: say('编辑', 'Edit') })
      .first()
      .click();
    await drawn(page, page.getByRole('dialog').getByRole('region').first());
  },
  'video-form': async (page) => {
    await page.goto(`/guideUseManage/videoEdit?id=${await newest('guideVideo')}`);
    await drawn(page, page.locator('[id="title"]').filter({ visible: true }));
  },
  matrix: async (page) => {
    await page.goto('/availableModel');
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  tag: async (page) => {
    await page.goto(`/systemSet/tagsDetail?id=${await newest('userTag', { tagType: 2 })}`);
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  unbind: async (page) => {
    await page.goto(`/equipmentManage/unbindManageDetail?id=${await newest('unbindApplication', { status: 0 })}`);
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
};

/** Lists that are judged by what they show without scrolling. */
const lists = {
  vehicles,
  batteries: '/equipmentManage/batteryManage',
  stolen: '/equipmentManage/stolenMonitorManage',
  alarms: '/alarmManage/alarmManage',
  dealers: '/guideUseManage/dealerManage',
  owners: '/guideUseManage/appuserManager',
  repairs: '/guideUseManage/repairListsManage',
  feedback: '/businessManage/appFeedbackManage',
  campaigns: '/messageManage/operationActivityManage',
  reminders: '/messageManage/serviceReminderManage',
  templates: '/messageManage/messageTemplateManage',
  tags: '/systemSet/userTagsManage',
  videos: '/guideUseManage/videoManage',
  promotions: '/promotion',
  sims: '/simManage/simIndex',
  'bluetooth-setups': '/systemSet/bluetoothSetup',
} as const;
for (const [name, path] of Object.entries(lists))
  shots[`list-${name}`] = async (page) => {
    await page.goto(path);
    await drawn(page, page.getByRole('table'));
  };

async function shoot(browser: Browser, token: string, { lang, theme, size }: Look): Promise<void> {
  for (const [name, show] of Object.entries(shots)) {
    if (size.width === 1280 && !name.startsWith('list-')) continue;
    if (only !== undefined && !only.split(',').some((beginning) => name.startsWith(beginning))) continue;
    const context = await browser.newContext({
      baseURL: server,
      viewport: size,
      colorScheme: theme,
      timezoneId: 'Asia/Shanghai',
    });
    await context.addInitScript((value) => localStorage.setItem('lang', value), lang);
    await signIn(context, server, token);
    const page = await context.newPage();
    const file = `${name}-${size.width}-${theme}-${lang}.png`;
    try {
      await show(page, (zh, en) => (lang === 'zh' ? zh : en));
    } catch (error) {
      console.error(`${file}: ${error instanceof Error ? error.message : error}`);
    }
    await page.screenshot({ path: join(resolve(folder), file), animations: 'disabled' });
    await context.close();
  }
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const token = await tokenOf(server, 'admin', adminPassword);
for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  for (const theme of ['light', 'dark'] as const)
    for (const lang of ['zh', 'en'] as const) await shoot(browser, token, { lang, theme, size });
await browser.close();
