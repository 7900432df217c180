import type { DictionaryEntry } from '@wheelhouse/contract/calls/reference';
import { itemCode } from '@wheelhouse/entities/reference/item-code';
import { plain } from '@wheelhouse/entities/registry';
import type { EntityDef, Field } from '@wheelhouse/entities';
import { get } from '../../../api/client.ts';
import type { Text } from '../../../i18n/lang.ts';

export interface Category {
  readonly category: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly parentCategory: string | null;
  /** It allows or forbids something: changes wait for a second person. */
  readonly guarded: boolean;
  readonly entries: readonly DictionaryEntry[];
}

export const dictionaryBase = '/data/crm/itemCode';
export const pagePath = '/data/crm/itemCode/pageItemCode';
const pageSize = 500;

/** Every entry, disabled ones too, by category. */
export async function loadCategories(signal: AbortSignal): Promise<readonly Category[]> {
  const entries: DictionaryEntry[] = [];
  for (let page = 1, total = 1; (page - 1) * pageSize < total; page++) {
    const answer = await get(pagePath, { page, pageSize }, { signal });
    entries.push(...answer.list);
    total = answer.total;
  }
  const groups = new Map<string, DictionaryEntry[]>();
  for (const entry of entries) groups.set(entry.category, [...(groups.get(entry.category) ?? []), entry]);
  return [...groups].map(([category, list]) => ({
    category,
    name: list[0]?.categoryDesc ?? category,
    nameEn: list[0]?.categoryDescEn ?? null,
    guarded: list.some((entry) => entry.guarded === 1),
    parentCategory: list.find((entry) => entry.parentCategory !== null)?.parentCategory ?? null,
    entries: list.toSorted((a, b) => a.sort - b.sort),
  }));
}

/** Categories whose entries devices report by an error code. */
const withErrorCode: ReadonlySet<unknown> = new Set(['AlarmType', 'FaultCode']);

const base = plain(itemCode);
const shownIf = (name: string, visible: NonNullable<Field['visible']>): Record<string, Field> => {
  const field = base.fields[name];
  return field === undefined ? {} : { [name]: { ...field, visible } };
};

const labelled = (name: string, label: Text): Record<string, Field> => {
  const field = base.fields[name];
  return field === undefined ? {} : { [name]: { ...field, label } };
};

/** The entry with what its form shows: error codes only where devices report them, a parent only in two-level sets. */
export const entryEntity: EntityDef = {
  ...base,
  fields: {
    ...base.fields,
    ...labelled('category', { zh: '类别编码', en: 'Category' }),
    ...shownIf('alarmErrCode', (row) => withErrorCode.has(row['category'])),
    ...shownIf('deviceType', (row) => withErrorCode.has(row['category'])),
    ...shownIf('parentCode', (row) => typeof row['parentCategory'] === 'string' && row['parentCategory'] !== ''),
  },
  form: [
    { title: { zh: '类别', en: 'Category' }, fields: ['category', 'categoryDesc', 'categoryDescEn', 'parentCategory'] },
    {
      title: { zh: '字典项', en: 'Entry' },
      fields: ['code', 'name', 'nameEn', 'parentCode', 'alarmErrCode', 'deviceType', 'color', 'sort', 'enabled'],
    },
  ],
};
