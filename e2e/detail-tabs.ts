import { expect, type Locator, type Page } from '@playwright/test';

const shown = (page: Page): Locator => page.locator('main').filter({ visible: true }).last();

/** Opens a tab of a record's page by the mouse: in view, or in the menu of those that are not. */
export async function openDetailTab(page: Page, name: string): Promise<Locator> {
  // One that has the focus says which of how many it is, too.
  const tab = page.getByRole('tab', { name: new RegExp(`(^| )${name}$`) }).filter({ visible: true });
  const more = page.getByRole('button', { name: '更多页签' }).filter({ visible: true });
  await expect(tab.or(more).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
  else {
    await more.click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  }
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  return shown(page);
}
