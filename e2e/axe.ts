import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** `axe.source` is more than twice as long, and each page has to compile it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Options {
  /** Only these rules. */
  readonly rules?: readonly string[];
  /** Only inside of what this selector finds. */
  readonly inside?: string;
}

/** Rows of a table are alike: the first ones are looked at. */
const alike = 'tbody tr:nth-child(n + 6) { display: none }';

/** What axe finds on a page that keeps people out. */
export async function findings(page: Page, { rules, inside }: Options = {}): Promise<string[]> {
  // Rows of before are faded while others are on their way; what fades in has its colours at the end.
  await page.waitForFunction(
    () => ![...document.querySelectorAll('.wh-table-stale, .eu-stale')].some((element) => element.checkVisibility()),
  );
  await page.evaluate(() => {
    const fading = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const bound = new Promise((resolve) => setTimeout(resolve, 1_000));
    return Promise.race([bound, Promise.allSettled(fading.map((one) => one.finished))]);
  });
  const context = inside === undefined ? 'document' : JSON.stringify({ include: [inside] });
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate<axe.AxeResults>(`(async () => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = ${JSON.stringify(alike)};
    try {
      return await axe.run(${context}, ${JSON.stringify(options)});
    } finally {
      style.remove();
    }
  })()`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
    );
}
