import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, firstOf } from '../fixtures.ts';
import { isCalm } from '../opened.ts';
import { choose, typeInto } from '../hands.ts';

// Pictures of the pages of SIM cards, for screenshots.ts.

export type Say = (zh: string, en: string) => string;

const server = process.env['BASE_URL'] ?? 'http://127.0.0.1:8080';

export async function drawn(page: Page, something: Locator): Promise<void> {
  await something.waitFor();
  await page.waitForFunction(isCalm, 'main :is(h1, .wh-state)', { timeout: 20_000 }).catch(() => undefined);
}

/** Cards in use, those first that use most of their package. */
async function activeCards(): Promise<readonly { readonly id: string; readonly iccid: string }[]> {
  const { list } = await callAsAdmin(server, '/veh/crm/simCard/list', {
    pageSize: 12,
    query: { 'simStatus.in': ['3'] },
  });
  return list.map(({ id, iccid }) => ({ id, iccid: String(iccid) }));
}

async function renewDialog(page: Page, say: Say): Promise<void> {
  await page.goto(`/simManage/simDetail?id=${firstOf(await activeCards()).id}`);
  await page.getByRole('button', { name: say('更多', 'More'), exact: true }).click();
  await page.getByRole('menuitem', { name: say('续期', 'Renew') }).click();
  await drawn(page, page.getByRole('dialog'));
}

async function requestDialog(page: Page, say: Say): Promise<void> {
  await page.goto('/simManage/stopResume');
  await page.getByRole('button', { name: say('新建停复机', 'New request') }).click();
  const dialog = page.getByRole('dialog');
  const cards = (await activeCards()).map(({ iccid }) => iccid);
  await typeInto(dialog.getByLabel(say('ICCID或车架号', 'ICCIDs or VINs')), cards.join('\n'));
  await choose(dialog.getByLabel(say('原因', 'Reason')), /./);
  await typeInto(
    dialog.getByLabel(say('备注', 'Remark')),
    say('批量停运，同时停机', 'Taken out of operation together'),
  );
  await dialog.getByRole('button', { name: say('预览', 'Preview') }).click();
  await drawn(page, dialog.getByRole('table'));
}

export const simShots: Record<string, (page: Page, say: Say) => Promise<void>> = {
  'sim-detail': async (page) => {
    await page.goto(`/simManage/simDetail?id=${firstOf(await activeCards()).id}`);
    await drawn(page, page.getByRole('heading', { level: 1 }));
  },
  'sim-usage': async (page) => {
    await page.goto(`/simManage/simDetail?id=${firstOf(await activeCards()).id}&tab=usage`);
    await drawn(page, page.getByRole('figure').last());
  },
  'sim-live': async (page) => {
    await page.goto(`/simManage/simDetail?id=${firstOf(await activeCards()).id}&tab=live`);
    await drawn(page, page.locator('.sim-answer').first());
  },
  'sim-issue': async (page) => {
    const query = { 'syncIssue.in': ['1'] };
    const { list } = await callAsAdmin(server, '/veh/crm/simCard/list', { pageSize: 1, query });
    await page.goto(`/simManage/simDetail?id=${firstOf(list).id}`);
    await drawn(page, page.getByRole('alert').first());
  },
  'sim-issues': async (page) => {
    await page.goto('/simManage/simIndex?syncIssue.in=1,2');
    await drawn(page, page.getByRole('table'));
  },
  'sim-requests': async (page) => {
    await page.goto('/simManage/stopResume');
    await drawn(page, page.getByRole('table'));
  },
  'sim-request': requestDialog,
  'sim-renew': renewDialog,
  'sim-flow': async (page) => {
    await page.goto('/simManage/simFlow');
    await drawn(page, page.getByRole('figure').first());
  },
  'sim-flow-cards': async (page, say) => {
    await page.goto('/simManage/simFlow');
    await page.getByRole('button', { name: say('按卡', 'Card'), exact: true }).click();
    await drawn(page, page.getByRole('figure').first());
  },
  'sim-months': async (page) => {
    await page.goto('/simManage/simFlow?view=month');
    await drawn(page, page.getByRole('table'));
  },
  'sim-pools': async (page) => {
    await page.goto('/simManage/simFlow?view=pool');
    await drawn(page, page.getByRole('table'));
  },
  'sim-abnormal': async (page) => {
    await page.goto('/simManage/simFlow?view=abnormal');
    await drawn(page, page.getByRole('table'));
  },
};
