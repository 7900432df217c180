import { expect, type Locator } from '@playwright/test';
import { clickInto, closeList, openList, write } from './hands.ts';

// The stops of the Tab key in a form or a dialog.

/** Fields that the keyboard has to reach. Radios of one question are one stop. */
const fields =
  'input:not([type=file], [type=hidden], [type=radio]), textarea, select, [contenteditable="true"], [role="switch"]';

/** What each field holds, as it is shown. */
const valuesOf = (box: Locator): Promise<string[]> =>
  box.evaluate(
    (element, selector) =>
      [...element.querySelectorAll(selector)].map((one) => {
        const select = one.closest('.ant-select');
        if (select !== null) return select.textContent;
        // A number shows its decimals when it is left.
        if (one instanceof HTMLInputElement && one.role === 'spinbutton') return one.value && String(Number(one.value));
        return one instanceof HTMLInputElement && one.type === 'checkbox'
          ? String(one.checked)
          : 'value' in one
            ? String(one.value)
            : one.textContent;
      }),
    fields,
  );

interface Stop {
  /** Its number among those of this round; -1 outside the box. */
  readonly at: number;
  readonly isNew: boolean;
  readonly opensList: boolean;
  readonly name: string;
}

interface Noted extends Window {
  /** At which a round has stopped. */
  stops?: Element[];
  /** What had the focus after each key of a round back; null outside the box. */
  led?: (Element | null)[];
  stopNoting?: () => void;
}

/** What has the focus now. */
const stopIn = (box: Locator): Promise<Stop> =>
  box.evaluate((element): Stop => {
    const active = document.activeElement;
    const stops = ((window as Noted).stops ??= []);
    if (active === null || !element.contains(active)) return { at: -1, isNew: false, opensList: false, name: '' };
    const known = stops.indexOf(active);
    if (known < 0) stops.push(active);
    return {
      at: known < 0 ? stops.length - 1 : known,
      isNew: known < 0,
      opensList: active.matches('.ant-select-input, .ant-select input'),
      name: `${active.tagName} ${active.id} ${active.getAttribute('aria-label') ?? ''} ${active.textContent.slice(0, 20)}`,
    };
  });

/** Fields of the box at which no round has stopped. */
const missed = (box: Locator): Promise<string[]> =>
  box.evaluate(
    (element, selector) =>
      [...element.querySelectorAll<HTMLElement>(selector)]
        .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled'))
        .filter((one) => !((window as Noted).stops ?? []).includes(one))
        .map((one) => one.outerHTML.slice(0, 120)),
    fields,
  );

/** Opens the list of a select by a key. Escape closes it alone, and the focus stays. */
async function openAndClose(box: Locator, { name }: Stop): Promise<void> {
  const page = box.page();
  const focused = page.locator(':focus');
  await page.keyboard.press('Enter');
  // A list of free entries may have nothing to offer.
  if ((await focused.getAttribute('aria-expanded')) !== 'true') return;
  await expect(openList(page), name).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(openList(page), `Escape closes the list of ${name}`).toHaveCount(0);
  await expect(box, `Escape closes the list of ${name} alone`).toBeVisible();
}

/** Goes round by Tab until it comes to a stop again, or out of a page's form. */
async function goRound(box: Locator): Promise<void> {
  let stop = await stopIn(box);
  const passed = new Set<number>();
  while (!passed.has(stop.at)) {
    passed.add(stop.at);
    if (stop.isNew && stop.opensList) {
      await openAndClose(box, stop);
      expect((await stopIn(box)).at, `the focus stays at ${stop.name}`).toBe(stop.at);
    }
    await box.page().keyboard.press('Tab');
    let next = await stopIn(box);
    expect(next.at, `Tab leaves ${stop.name}`).not.toBe(stop.at);
    // Behind its last stop a dialog begins again; out of a page's form there is nothing to look at.
    if (next.at < 0 && (await box.getAttribute('role')) === 'dialog') {
      await box.page().keyboard.press('Tab');
      next = await stopIn(box);
    }
    if (next.at < 0) return;
    stop = next;
  }
}

/** Goes back by Shift+Tab to the first stop; the page itself notes where each key led, as a question for each would take as long as the key. */
async function goBack(box: Locator): Promise<void> {
  const stops = await box.evaluate((element) => {
    const noted = window as Noted;
    noted.led = [document.activeElement];
    noted.stopNoting?.();
    const note = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') noted.led?.push(element.contains(document.activeElement) ? document.activeElement : null);
    };
    addEventListener('keyup', note, true);
    noted.stopNoting = () => removeEventListener('keyup', note, true);
    const all = element.querySelectorAll<HTMLElement>(
      'a, button, input, textarea, select, [tabindex], [contenteditable]',
    );
    return [...all].filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length;
  });
  for (let at = 0; at < stops; at++) await box.page().keyboard.press('Shift+Tab');
  const { held, reached } = await box.evaluate(() => {
    const noted = window as Noted;
    noted.stopNoting?.();
    const led = noted.led ?? [];
    const out = led.indexOf(null);
    // Beyond a page's form is nothing to look at.
    const inside = (out < 0 ? led : led.slice(0, out)).filter((one) => one !== null);
    const stops = (noted.stops ??= []);
    stops.push(...inside.filter((one) => !stops.includes(one)));
    return {
      held: inside.filter((one, at) => at > 0 && one === inside[at - 1]).map((one) => one.outerHTML.slice(0, 120)),
      reached: inside.length,
    };
  });
  expect(held, 'Shift+Tab leaves').toEqual([]);
  expect(reached, 'stops of Shift+Tab').toBeGreaterThan(1);
}

/** Fields into which people type or from whose lists they choose; those of pickers open a calendar. */
const typed = (box: Locator): Locator =>
  box
    .locator(
      'input:enabled:not([type=file], [type=checkbox], [type=radio], [type=range], .ant-picker input), textarea:enabled, [contenteditable="true"]',
    )
    .filter({ visible: true });

/** Leaves every field of a box for the next one by mouse: what was clicked has the focus, and what was typed stays. */
export async function passFields(box: Locator): Promise<void> {
  const given: [Locator, string][] = [];
  for (const control of await typed(box).all()) {
    await clickInto(control);
    if ((await openList(box.page()).count()) > 0) {
      await closeList(control);
      await expect(box, 'Escape closes the list alone').toBeVisible();
    } else if (await control.evaluate((element) => element.matches('textarea, .ant-input'))) {
      const before = await control.inputValue();
      await box.page().keyboard.press('End');
      await write(box.page(), '7');
      given.push([control, `${before}7`]);
    }
  }
  for (const [control, text] of given) await expect(control, 'what was typed').toHaveValue(text);
}

/** Clicks into the first or last field, and closes what that opens; a box of calendars alone goes on from where it is. */
async function startAt(box: Locator, which: 'first' | 'last'): Promise<void> {
  const all = typed(box);
  if ((await all.count()) === 0) return;
  const control = all[which]();
  await clickInto(control);
  if ((await openList(control.page()).count()) > 0) await closeList(control);
}

/**
 * Goes through a form by Tab and back by Shift+Tab: every stop lets the focus go on, every field is reached, lists open and close by keys, and
 * what the fields hold stays.
 */
export async function walkStops(box: Locator): Promise<void> {
  const before = await valuesOf(box);
  await box.evaluate(() => ((window as Noted).stops = []));
  await startAt(box, 'first');
  await goRound(box);
  await startAt(box, 'last');
  await goBack(box);
  expect(await missed(box), 'fields that Tab does not reach').toEqual([]);
  expect(await valuesOf(box), 'what the fields hold').toEqual(before);
}
