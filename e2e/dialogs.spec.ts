import { callAnyAsAdmin, doable } from './fixtures.ts';
import type { ActionDef, EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { wrongStateFor } from '@wheelhouse/entities/transitions';
import type { Locator, Page } from '@playwright/test';
import { narrowedTo, routeOf } from './opened.ts';
import { passFields, walkStops } from './stops.ts';
import { closeOthers, expect, test, walkTo } from './tab.ts';

// What actions ask, by mouse and by keyboard. Fields of one kind are one component: of the dialogs that ask for the same, one is opened.

interface Asked {
  readonly entity: EntityDef;
  readonly name: string;
  readonly action: ActionDef;
}

/** The kinds of fields of a dialog. */
const kindsOf = ({ action: { input = {} } }: Asked): ReadonlySet<string> =>
  new Set(Object.values(input).map(({ kind }) => kind));
const nameOf = (kinds: ReadonlySet<string>): string => [...kinds].toSorted().join(' ');

const asked = Object.values(entities)
  .map(plain)
  .filter((entity) => routeOf(entity, 'list') !== undefined && entity.calls.includes('list'))
  // The fleet changes its alarms while one looks at them.
  .toSorted((one, other) => Number(one.domain === 'alarms') - Number(other.domain === 'alarms'))
  .flatMap((entity) => Object.entries(entity.actions ?? {}).map(([name, action]): Asked => ({ entity, name, action })))
  // Another person decides; what only a page of its own shows is in the spec of that page.
  .filter(
    ({ action }) => action.input !== undefined && action.where.includes('row') && action.transition?.by === undefined,
  );
const groups = [...Map.groupBy(asked, (one) => nameOf(kindsOf(one))).values()].map((of) => ({
  of,
  kinds: of.map(kindsOf)[0] ?? new Set<string>(),
}));
/** The largest dialogs first, so that what they have is not opened again. */
const largestFirst = groups.toSorted((one, other) => other.kinds.size - one.kinds.size);

/** Records of one question what may be done. */
const atOnce = 50;

/** A record of the demo that allows one of these actions. */
async function allowed(server: string, of: readonly Asked[]): Promise<(Asked & { readonly row: Row }) | undefined> {
  for (const one of of) {
    const body = { page: 1, pageSize: 100 };
    const { list } = await callAnyAsAdmin<{ list: (Row & { readonly id: string })[] }>(
      server,
      pathOfCall(one.entity, 'list'),
      body,
    );
    const inState = list.filter((record) => wrongStateFor(one.action, record) === undefined).slice(-atOnce);
    // The fleet changes the newest.
    const row = inState.length === 0 ? undefined : (await doable(server, one.entity.base, inState, one.name)).at(-1);
    if (row !== undefined) return { ...one, row };
  }
  return undefined;
}

/** Chooses the action of a row where it stands: as a link, or in the row's menu. */
async function begin(page: Page, row: Locator, name: string): Promise<void> {
  const link = row.getByRole('button', { name, exact: true });
  if (await link.isVisible()) return link.click();
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  return page.getByRole('menuitem', { name, exact: true }).click();
}

test('every field of what actions ask is left by mouse and by Tab', async ({ admin: page, server }) => {
  test.slow();
  await page.goto('/qa');
  const opened: ReadonlySet<string>[] = [];
  for (const { of, kinds } of largestFirst) {
    // A field that stands alone has no other to give the focus to.
    if (kinds.size > 1 && opened.some((one) => [...kinds].every((kind) => one.has(kind)))) continue;
    const found = await allowed(server, of);
    if (found === undefined) continue;
    const { entity, action, row } = found;
    await test.step(`${entity.name}: ${action.label.zh} (${nameOf(kinds)})`, async () => {
      await walkTo(page, narrowedTo(entity, routeOf(entity, 'list')?.path ?? '', row));
      await closeOthers(page);
      const shown = page.locator('.eu-table tbody tr').filter({ visible: true });
      await expect(shown).toHaveCount(1);
      await begin(page, shown, action.label.zh);
      const dialog = page.getByRole('dialog').filter({ has: page.locator('.ant-form-item') });
      await expect(dialog.locator(':focus')).toHaveCount(1);
      await passFields(dialog);
      await walkStops(dialog);
      await dialog.getByRole('button', { name: /^取\s?消$/ }).click();
      await expect(dialog).toHaveCount(0);
    });
    opened.push(kinds);
  }
  expect(opened.length).toBeGreaterThan(10);
});
