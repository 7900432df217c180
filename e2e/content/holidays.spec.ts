import { wavOf } from '../../apps/server/test/support/media.ts';
import { callAsAdmin, expect, test, unique } from '../fixtures.ts';
import { choose, typeInto, typeTag } from '../hands.ts';

test('a holiday voice on lunar days is added from its tab of the themes, with its solar days in view', async ({
  admin: page,
  server,
}) => {
  const name = `节日${unique()}`.slice(0, 16);
  const control = (field: string) => page.locator(`[id="${field}"]`);
  const main = page.locator('main').filter({ visible: true });
  await page.goto('/themeManage');
  await main.getByRole('button', { name: '节日语音', exact: true }).click();
  await expect(page).toHaveURL(/view=holiday/);
  await expect(main.getByRole('row').filter({ hasText: '中秋节' })).toBeVisible();
  await main.getByRole('link', { name: '新增' }).click();
  await typeInto(control('holidayName'), name);
  await choose(control('holidayCode'), '春节');
  await choose(control('dateMode'), '农历');
  await typeTag(control('dates'), '12-30..01-07');
  const days = main.locator('.hol-days');
  await expect(days).toContainText('2028-01-25至2028-02-01当月只有29天，取最后一天');
  // Of another scene than the voice of the demo.
  await choose(control('scene'), '充满');
  const audio = page.locator('.ant-form-item').filter({ has: page.locator('label[for="audioFile"]') });
  await audio
    .locator('input[type=file]')
    .setInputFiles({ name: 'sample.wav', mimeType: 'audio/wav', buffer: wavOf(1) });
  await expect(audio.locator('.eu-tile-remove')).toHaveCount(1);
  await typeInto(control('text'), '新春快乐');
  const saved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/holidayVoice/add'));
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  const { data } = (await (await saved).json()) as { data: { id: string } };
  const row = main.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('12-30..01-07');
  await row
    .getByRole('button', { name: '详情' })
    .or(row.getByRole('button', { name: '查看' }))
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.locator('.hol-days')).toContainText('2028-01-25');
  await expect(drawer).toContainText('待下载车辆');
  await callAsAdmin(server, '/ps/crm/holidayVoice/batchDelete', { ids: [data.id] });
});
