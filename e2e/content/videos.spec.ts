import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { pngOf, videoOf } from '../../apps/server/test/support/media.ts';
import { expect, expectMessage, test, unique } from '../fixtures.ts';
import { walkTo } from '../tab.ts';
import { clickInto, pressOn, tabTo, typeInto } from '../hands.ts';

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-video-'));
/** Three parts. A file of the disk keeps its time of change, by which it is known again. */
const film = join(folder, '安装车锁.mp4');
test.beforeAll(() => writeFileSync(film, videoOf('wide', 9 * 1024 * 1024)));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const partCall = '**/data/crm/upload/part';
const numberOf = (route: Route): number =>
  Number(/name="no"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1]);

const choose = (page: Page, file: string): Promise<void> =>
  page.locator('.eu-dropzone input[type=file]').setInputFiles(file);

/** Gives a video what it needs beside itself. @returns its title */
async function fillRest(page: Page): Promise<string> {
  const title = `装锁${unique()}`;
  await typeInto(page.getByLabel('标题', { exact: true }), title);
  await page.locator('[id="category"]').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '新手入门' }).click();
  const cover = { name: 'cover.png', mimeType: 'image/png', buffer: pngOf(320, 180) };
  await page
    .locator('.ant-form-item')
    .filter({ has: page.locator('label[for="cover"]') })
    .locator('input[type=file]')
    .setInputFiles(cover);
  await page.locator('.eu-tile-remove').waitFor();
  return title;
}

test('an upload goes on after a broken connection, a pause and a reload', async ({ admin: page, consoleErrors }) => {
  const sent: number[] = [];
  let isSlow = true;
  const held: Route[] = [];
  await page.route(partCall, async (route) => {
    const no = numberOf(route);
    sent.push(no);
    // The second part breaks off once, the third does not get through until the page is loaded again.
    if (no === 1 && sent.filter((one) => one === 1).length === 1) return route.abort('connectionreset');
    if (no === 2 && isSlow) return void held.push(route);
    return route.continue();
  });
  await page.goto('/guideUseManage/videoAdd');
  await choose(page, film);
  const panel = page.locator('.eu-send');
  await expect(panel).toContainText('安装车锁.mp4');
  await expect.poll(() => held.length).toBe(1);
  await expect(panel.getByRole('progressbar')).toHaveAttribute('value', String(8 * 1024 * 1024));
  await panel.getByRole('button', { name: '暂停' }).click();
  await expect(panel).toContainText('已暂停');
  await expect(panel).toContainText('8.0 / 9.0 MB');
  expect(sent).toEqual([0, 1, 1, 2]);
  // The browser notes the connection that was broken on purpose.
  expect(consoleErrors.splice(0)).toHaveLength(1);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  isSlow = false;
  await choose(page, film);
  await expect(page.locator('.eu-video-chosen')).toContainText('6秒 · 160×90 · 9.0 MB');
  expect(sent).toEqual([0, 1, 1, 2, 2]);

  const title = await fillRest(page);
  const saved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/guide/add'));
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  expect(((await (await saved).json()) as { code: number }).code).toBe(0);

  await page.goto(`/guideUseManage/videoManage?title.like=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title }).first().click();
  const player = page.locator('main video');
  await expect(player).toHaveAttribute('src', /^\/common\/file\//);
  await expect(player).toHaveAttribute('poster', /^\/common\/file\//);
});

test('an upload goes on behind another page, and ends when its own is closed', async ({ admin: page }) => {
  const held: Route[] = [];
  await page.route(partCall, (route) => void held.push(route));
  await page.goto('/guideUseManage/videoAdd');
  await choose(page, film);
  await expect.poll(() => held.length).toBe(1);
  const elsewhere = async (): Promise<void> => {
    await walkTo(page, '/guideUseManage/videoManage');
    await expect(page.getByRole('heading', { level: 1, name: '操作视频' })).toBeVisible();
  };
  await elsewhere();
  await held[0]?.continue();
  await expect.poll(() => held.length).toBe(2);
  await walkTo(page, '/guideUseManage/videoAdd');
  await expect(page.locator('.eu-send').getByRole('progressbar')).toHaveAttribute('value', String(4 * 1024 * 1024));
  await held[1]?.continue();
  await expect.poll(() => held.length).toBe(3);
  await elsewhere();
  const ended = page.waitForEvent('requestfailed', (request) => request === held[2]?.request());
  await page.getByRole('button', { name: '关闭「新增视频」' }).click();
  await ended;
});

test('a form that is saved when its video has arrived closes behind the page that is shown', async ({
  admin: page,
}) => {
  const small = join(folder, 'late.mp4');
  writeFileSync(small, videoOf('wide'));
  const held: Route[] = [];
  await page.route(partCall, (route) => void held.push(route));
  await page.goto('/guideUseManage/videoAdd');
  await choose(page, small);
  await fillRest(page);
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  await walkTo(page, '/guideUseManage/videoManage');
  await expect(page.getByRole('button', { name: '关闭「新增视频」' })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expectMessage(page, '操作成功');
  await expect(page.getByRole('button', { name: '关闭「新增视频」' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/videoManage$/);
});

test('what cannot be used is refused under the field, and another can be chosen', async ({ admin: page }) => {
  const bad = join(folder, 'noise.mp4');
  writeFileSync(bad, Buffer.alloc(4000, 7));
  await page.goto('/guideUseManage/videoAdd');
  await choose(page, bad);
  await expect(page.locator('.eu-send')).toContainText('文件类型不支持');
  await page.locator('.eu-send').getByRole('button', { name: '取消上传' }).click();
  const hevc = join(folder, 'hevc.mp4');
  writeFileSync(hevc, videoOf('hevc'));
  await choose(page, hevc);
  await expect(page.getByRole('alert')).toContainText('须为H.264');
  await expect(page.locator('.eu-dropzone')).toBeVisible();
});

test('a cover is what the video shows at some second', async ({ admin: page }) => {
  const small = join(folder, 'small.mp4');
  writeFileSync(small, videoOf('wide'));
  await page.goto('/guideUseManage/videoAdd');
  await choose(page, small);
  await page.locator('.eu-video-chosen').waitFor();
  const plays = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"'),
  );
  if (plays === '') return expect(page.getByText('此浏览器无法读取视频画面')).toBeVisible();
  const taker = page.locator('.ov-frame');
  await expect(taker.getByRole('button', { name: '用作封面' })).toBeEnabled();
  const slider = taker.getByRole('slider');
  await clickInto(slider);
  await page.keyboard.press('Home');
  for (let tenth = 0; tenth < 30; tenth++) await page.keyboard.press('ArrowRight');
  await expect(taker).toContainText('第3.0秒');
  const kept = page.waitForResponse((one) => one.url().endsWith('/data/crm/upload/single'));
  await taker.getByRole('button', { name: '用作封面' }).click();
  const { data } = (await (await kept).json()) as { data: { width: number; height: number; contentType: string } };
  expect(data).toMatchObject({ width: 1280, height: 720, contentType: 'image/jpeg' });
  await expect(page.locator('.ov-cover .eu-tile-remove')).toBeVisible();
});

test('the order is edited in the list, by keys', async ({ admin: page }) => {
  await page.goto(`/guideUseManage/videoManage?title.like=${encodeURIComponent('用手机解锁')}`);
  const place = page.locator('.eu-sort-value');
  await expect(place).toHaveCount(1);
  const next = String(Number(await place.textContent()) + 1);
  await tabTo(place);
  await pressOn(place, 'Enter');
  const input = page.locator('.eu-sort-input');
  await expect(input).toBeFocused();
  await typeInto(input, '7');
  await pressOn(input, 'Escape');
  await expect(place).not.toHaveText('7');
  await pressOn(place, 'Enter');
  await typeInto(input, next);
  const isSort = (one: { url: () => string }): boolean => one.url().endsWith('/ps/crm/guide/sort');
  const sent: string[] = [];
  page.on('request', (request) => void (isSort(request) && sent.push(request.url())));
  const sorted = page.waitForResponse(isSort);
  await pressOn(input, 'Enter');
  expect(((await (await sorted).json()) as { data: object }).data).toMatchObject({ changed: 1, skipped: [] });
  await expect(place).toHaveText(next);
  expect(sent, 'it is sent once').toHaveLength(1);
});
