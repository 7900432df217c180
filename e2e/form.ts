import { isDeepStrictEqual } from 'node:util';
import { expect, type Locator } from '@playwright/test';
import { isRecord } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Row, type StoredField } from '@wheelhouse/entities/fields';
import { cellText, rowsOf } from '@wheelhouse/entities/rows-cells';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import {
  isSampled,
  pictures,
  plainValue,
  sampleFirmware,
  samplePixels,
  special,
} from '../apps/server/test/registry/values.ts';
import { clickInto, closeList, entriesOf, openList, typeInto, typeTag, typeTime, write } from './hands.ts';
import { pngOf, wavOf } from '../apps/server/test/support/media.ts';
import { pdfWithText } from '../apps/server/test/support/pdf.ts';

/** What a reference is searched by, where not any record will do. */
export type Wanted = Readonly<Record<string, string>>;

const chosenFromList: ReadonlySet<StoredField['kind']> = new Set(['dict', 'dictMany', 'area', 'ref', 'refMany']);
/** Lists of codes whose inputs offer what there is. */
const offered: ReadonlySet<string> = new Set(['roleCodes', 'regionScope']);
const files: ReadonlySet<StoredField['kind']> = new Set(['image', 'images', 'file', 'files', 'video', 'audio']);

/** Fields of an entity's form, in its order. */
export function formFields(entity: EntityDef): [string, StoredField][] {
  const names = entity.form?.flatMap((section) => section.fields) ?? Object.keys(entity.fields);
  return names.flatMap((name): [string, StoredField][] => {
    const field = entity.fields[name];
    return field === undefined || isDerived(field) || field.readonly === true ? [] : [[name, field]];
  });
}

const controlOf = (form: Locator, name: string): Locator => form.locator(`[id="${name}"]`);

const labelsOf = (field: StoredField, value: unknown): string[] => {
  if (field.kind !== 'dict' && field.kind !== 'dictMany') return [];
  const entries = dictionaries.find(({ category }) => category === field.dict)?.entries ?? [];
  const codes = new Set((Array.isArray(value) ? value : [value]).map(String));
  return entries.filter(({ code }) => codes.has(code)).map(({ zh }) => zh);
};

/** Kinds whose lists stay open, because several may be chosen. */
const several: ReadonlySet<StoredField['kind']> = new Set(['dictMany', 'refMany', 'tags']);

/** Chooses in a select, tree or cascade: what has this text, else the first there is. */
async function chooseIn(control: Locator, field: StoredField, text: string | undefined): Promise<void> {
  const page = control.page();
  await clickInto(control);
  if (text !== undefined && (await control.isEditable())) await write(page, text);
  const levels = field.kind === 'area' && field.parent === undefined ? field.level : 0;
  for (let step = 0; step < Math.max(1, levels); step++) {
    const column = openList(page).locator('.ant-cascader-menu').nth(step).locator('.ant-cascader-menu-item');
    const all = levels > 1 ? column : entriesOf(page);
    const option = (text === undefined ? all : all.filter({ hasText: text })).first();
    await option.click();
    if (field.kind === 'refMany' || field.kind === 'dictMany')
      await expect(option, 'taken by the select').toHaveClass(/ant-select-item-option-selected/);
  }
  if (several.has(field.kind)) await closeList(control);
  await expect(openList(page), `${(await control.getAttribute('id')) ?? ''} has been chosen`).toHaveCount(0);
}

async function attach(form: Locator, entity: EntityDef, name: string, field: StoredField): Promise<void> {
  const item = form.locator('.ant-form-item').filter({ has: form.page().locator(`label[for="${name}"]`) });
  const pixels =
    pictures[`${entity.name}.${name}`] ?? samplePixels(field.kind === 'image' || field.kind === 'images' ? field : {});
  const file =
    field.kind === 'audio'
      ? { name: 'sample.wav', mimeType: 'audio/wav', buffer: wavOf(1) }
      : field.kind === 'file' && field.biz === 'firmware'
        ? { name: 'sample.bin', mimeType: 'application/octet-stream', buffer: sampleFirmware }
        : field.kind === 'file' && field.biz === 'pdf'
          ? { name: 'sample.pdf', mimeType: 'application/pdf', buffer: pdfWithText(['Sample page']) }
          : { name: 'sample.png', mimeType: 'image/png', buffer: pngOf(pixels.width, pixels.height) };
  const count = field.kind === 'images' ? (field.min ?? 1) : 1;
  await item.locator('input[type=file]').setInputFiles(Array.from({ length: count }, () => file));
  // What is sent in parts has no tile.
  await expect(item.locator('.eu-tile-remove, .eu-large')).toHaveCount(count);
}

async function put(form: Locator, name: string, field: StoredField, value: unknown): Promise<void> {
  const control = controlOf(form, name);
  if (field.kind === 'json') {
    // A number for each of its parts.
    if (isRecord(value) && (await control.getAttribute('role')) === 'group') {
      for (const [at, part] of Object.values(value).entries())
        await typeInto(control.getByRole('spinbutton').nth(at), String(part));
      return;
    }
    if (field.shape !== 'weeklyHours') return typeInto(control, JSON.stringify(value));
    await control.getByRole('button').last().click();
    return control.getByRole('button', { name: '周一', exact: true }).last().click();
  }
  if (field.kind === 'rows') {
    const table = form.locator('.eu-rows').filter({ has: form.page().locator(`[id="${name}"]`) });
    const rows = rowsOf(value);
    for (const [at, row] of rows.entries()) {
      await table.getByRole('button', { name: '添加一行' }).click();
      for (const [index, [column, of]] of Object.entries(field.fields).entries()) {
        const cell = table.locator(`[data-cell="${at}.${index}"]`);
        if (of.kind === 'image') {
          if (of.required !== true) continue;
          const { width, height } = samplePixels(of);
          const file = { name: 'sample.png', mimeType: 'image/png', buffer: pngOf(width, height) };
          const inside = form.page().locator(`[data-cell="${at}.${index}"]`);
          const place = table.locator('.eu-rows-file').filter({ has: inside });
          await place.locator('input[type=file]').setInputFiles(file);
          await expect(place.locator('img'), `picture of row ${at + 1}`).toHaveCount(1);
          continue;
        }
        const text = cellText(of, row[column]);
        // The browser's own list is no part of the page.
        await (of.kind === 'dict' ? cell.selectOption(text) : typeInto(cell, text));
      }
    }
    return;
  }
  if (field.kind === 'tags') return typeTag(control, String(value));
  if (field.kind === 'flag') {
    const on = (await control.getAttribute('aria-checked')) === 'true';
    if (on !== (value === 1)) await control.click();
    return;
  }
  const text = String(field.kind === 'money' ? Number(value) / 100 : value).replaceAll(/<\/?p>/g, '');
  await (field.kind === 'date' || field.kind === 'instant' ? typeTime(control, text) : typeInto(control, text));
}

/** What a field shows; a number without what it is written with. */
async function shownIn(control: Locator): Promise<string> {
  const text = await control
    .first()
    .evaluate(
      (element) =>
        element.closest('.ant-select')?.textContent ??
        ('value' in element ? String(element.value) : element.textContent),
    );
  const number = Number(text.replaceAll(',', ''));
  return text.trim() === '' || Number.isNaN(number) ? text : String(number);
}

/** Fills an empty form as its definition says. @returns what was given, by field; not what was chosen among records */
export async function fillForm(form: Locator, entity: EntityDef, n: number, wanted: Wanted): Promise<Row> {
  const own = special[entity.name]?.(n) ?? {};
  const given: Record<string, unknown> = {};
  const shown: Record<string, string> = {};
  for (const [name, field] of formFields(entity)) {
    const stated = Object.hasOwn(own, name);
    if (stated ? own[name] === undefined : !isSampled(entity, field)) continue;
    if (!stated && (files.has(field.kind) || field.kind === 'richText') && field.required !== true) continue;
    const isDefault = field.default !== undefined && (!stated || isDeepStrictEqual(own[name], field.default));
    if (isDefault && wanted[name] === undefined) {
      given[name] = field.default;
      continue;
    }
    if (field.visible?.(given) === false) continue;
    const value = stated ? own[name] : plainValue(field, n);
    const control = controlOf(form, name);
    await control.first().waitFor();
    if (files.has(field.kind)) await attach(form, entity, name, field);
    else if (
      chosenFromList.has(field.kind) ||
      offered.has(name) ||
      (field.kind === 'text' && (await control.getAttribute('role')) === 'combobox')
    )
      await chooseIn(control, field, wanted[name] ?? labelsOf(field, value)[0]);
    else await put(form, name, field, value);
    given[name] = value;
    if (!files.has(field.kind)) shown[name] = await shownIn(control);
  }
  const later: Record<string, string> = {};
  for (const name of Object.keys(shown)) later[name] = await shownIn(controlOf(form, name));
  expect(later, 'what was given stays when its field is left').toEqual(shown);
  return given;
}
