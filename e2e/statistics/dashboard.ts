import { expect, type Page } from '@playwright/test';

/** Turns the wheel over the open dashboard to its end: map and charts further down come when they are seen. */
export async function scrollDown(page: Page): Promise<void> {
  await expect(page.getByRole('figure').first()).toBeVisible();
  await page.mouse.move(720, 450);
  await page.mouse.wheel(0, 10_000);
}
