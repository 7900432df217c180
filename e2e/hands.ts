import { expect, type Locator, type Page } from '@playwright/test';

// The console as people use it: they click where they see something, and type into what has the focus then. Playwright's `fill` and `focus`, and the
// `press` of an element, reach it by script, and so pass where nobody could.

/** Keys that show whether the focus stays; the rest of a text comes at once, as from an input method or the clipboard. */
const keys = 8;

/** Types wherever the keyboard is. */
export async function write({ keyboard }: Page, text: string): Promise<void> {
  await keyboard.type(text.slice(0, keys));
  if (text.length > keys) await keyboard.insertText(text.slice(keys));
}

/** Clicks into a field, which has the focus then. */
export async function clickInto(control: Locator): Promise<void> {
  await control.click();
  await expect(control, 'a click gives the focus').toBeFocused();
}

/**
 * Replaces what a field holds, by a click and keys. @param shown what it shows then, where that is not the text
 * @for a browser test that fills a form: with `choose` and `typeTime`, and `walkStops` (`stops.ts`) once for a dialog that no definition describes:
 * `sim.spec.ts`
 */
export async function typeInto(control: Locator, text: string, shown: string | RegExp = text): Promise<void> {
  const { keyboard } = control.page();
  await clickInto(control);
  await keyboard.press('ControlOrMeta+a');
  await (text === '' ? keyboard.press('Delete') : write(control.page(), text));
  await expect(control, 'the focus stays while one types').toBeFocused();
  const hasValue = await control.evaluate((element) => 'value' in element);
  await (hasValue ? expect(control).toHaveValue(shown) : expect(control).toHaveText(shown));
}

/** Types an entry of a field that holds several. */
export async function typeTag(control: Locator, text: string): Promise<void> {
  await typeInto(control, text);
  await pressOn(control, 'Enter');
}

/** Leaves what has the focus. */
export async function leave(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeFocused();
  await control.page().keyboard.press(key);
  await expect(control, `${key} leaves`).not.toBeFocused();
}

/** A date or time is taken when its field is left. */
export async function typeTime(control: Locator, text: string): Promise<void> {
  await typeInto(control, text);
  await leave(control);
  await expect(control).toHaveValue(text);
}

/** Presses a key on what has the focus already. */
export async function pressOn(control: Locator, key: string): Promise<void> {
  await expect(control).toBeFocused();
  await control.page().keyboard.press(key);
}

/** Stops of Tab in a page, before it is lost. */
const manyStops = 80;

/** Goes on by Tab until something has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  await control.waitFor();
  const hasFocus = (): Promise<boolean> => control.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < manyStops && !(await hasFocus()); stop++) await control.page().keyboard.press('Tab');
  await expect(control, 'Tab leads to it').toBeFocused();
}

/** Lists of selects, trees and cascades that are open. */
export const openList = (page: Page): Locator => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');

const entry =
  '.ant-select-item-option:not([aria-disabled=true]), .ant-select-tree-title, .ant-cascader-menu-item:not([aria-disabled=true])';

/** Entries of the open list; of a cascade, those of one column. */
export const entriesOf = (page: Page, text?: string | RegExp): Locator => {
  const all = openList(page).locator(entry);
  return text === undefined ? all : all.filter({ hasText: text });
};

/** Escape closes an open list, and neither the dialog around it nor the place in it. */
export async function closeList(control: Locator): Promise<void> {
  await pressOn(control, 'Escape');
  await expect(openList(control.page()), 'Escape closes the list').toHaveCount(0);
  await expect(control, 'and nothing else').toBeFocused();
}

/**
 * Opens a list and chooses with the mouse; where several are chosen, Escape closes it. @param search is typed first, where the list is not shown
 * whole
 */
export async function choose(
  control: Locator,
  labels: string | RegExp | readonly (string | RegExp)[],
  search?: string,
): Promise<void> {
  const page = control.page();
  await clickInto(control);
  if (search !== undefined) await write(page, search);
  for (const label of [labels].flat()) await entriesOf(page, label).first().click();
  await expect(control, 'the focus stays at the select').toBeFocused();
  if (Array.isArray(labels)) await closeList(control);
  await expect(openList(page)).toHaveCount(0);
}

/** Leaves menu and tabs behind, as people without a mouse do: the first stop of a page leads to what it is about. */
export async function skipToMain(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: '跳到主要内容' });
  await tabTo(skip);
  await page.keyboard.press('Enter');
  await expect(skip).not.toBeFocused();
}

/** Goes there by Tab and presses it. */
export async function pressAt(control: Locator): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press('Enter');
}

/** Goes there by Tab and types. */
export async function typeAt(control: Locator, text: string): Promise<void> {
  await tabTo(control);
  await write(control.page(), text);
  const hasValue = await control.evaluate((element) => 'value' in element);
  await (hasValue ? expect(control).toHaveValue(text) : expect(control).toHaveText(text));
}

/** Entries that arrows pass in an open list. */
const manyEntries = 40;

/** Goes to a select by Tab, and chooses by arrows and Enter. */
export async function chooseAt(control: Locator, label: string): Promise<void> {
  const page = control.page();
  await pressAt(control);
  const active = openList(page).locator('.ant-select-item-option-active');
  await expect(active).toHaveCount(1);
  for (let at = 0; at < manyEntries && (await active.textContent()) !== label; at++)
    await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText(label);
  await page.keyboard.press('Enter');
  const takesSeveral = await control.evaluate((element) => element.closest('.ant-select-multiple') !== null);
  if (takesSeveral) await page.keyboard.press('Escape');
  await expect(openList(page)).toHaveCount(0);
  await expect(control, 'the focus stays at the select').toBeFocused();
}

/** Opens an action of a row, wherever its button is: in the row, or in its menu. */
export async function act(page: Page, row: Locator, name: string): Promise<void> {
  const button = row.getByRole('button', { name, exact: true });
  if (await button.isVisible()) return button.click();
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
