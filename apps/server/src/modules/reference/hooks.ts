import type { Text } from '@wheelhouse/contract/lang';
import { deviceCodeCategories, itemCode } from '@wheelhouse/entities/reference/item-code';
import { codes } from '@wheelhouse/entities/codes';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { nextOf, type HooksOf, type SavingOf } from '../../entity/hooks.ts';
import { run } from '../../entity/run.ts';
import { isNumericDict } from '../../entity/storage.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import type { CallContext } from '../../http/context.ts';
import { holdMove, holdSave } from './guarded.ts';
import { usesOf } from './uses.ts';

const texts = {
  numeric: { zh: '该类别的编码随版本发布，不可新增', en: 'Codes of this category come with the release' },
  parent: { zh: '上级编码不存在', en: 'No such parent' },
  depth: { zh: '最多两级', en: 'Up to two levels' },
  device: { zh: '部件类型不存在', en: 'No such part' },
} as const satisfies Record<string, Text>;

const deviceTypes = new Set<string>(
  dictionaries.find((dictionary) => dictionary.category === 'DeviceType')?.entries.map((entry) => entry.code),
);
const entity = plain(itemCode);

/** A new entry of a known category takes over the name and the parent category of the category. @throws AppError 1001 */
async function joinCategory({ ctx, tx, values }: SavingOf<'itemCode'>): Promise<void> {
  const category = String(values.category);
  if (isNumericDict(category)) throw refuseField(ctx, 'category', texts.numeric);
  const [known] = await run<{ desc: string; descEn: string | null; parent: string | null }>(
    tx,
    sql`select category_desc as desc, category_desc_en as desc_en, parent_category as parent from sys_item_code where category = ${category} and not deleted order by built_in desc, id limit 1`,
  );
  if (known === undefined) return;
  Object.assign(values, { categoryDesc: known.desc, categoryDescEn: known.descEn, parentCategory: known.parent });
}

/** @throws AppError 1001 unless the parent is an entry of the parent category, at the top of its own */
async function checkParent(saving: SavingOf<'itemCode'>): Promise<void> {
  const { ctx, tx, values } = saving;
  const parentCode = nextOf(saving, 'parentCode') ?? null;
  if (parentCode === null || (values.parentCode === undefined && values.parentCategory === undefined)) return;
  const category = String(nextOf(saving, 'category'));
  const above = String(nextOf(saving, 'parentCategory') ?? category);
  const [parent] = await run<{ parentCode: string | null }>(
    tx,
    sql`select parent_code from sys_item_code where category = ${above} and code = ${String(parentCode)} and not deleted`,
  );
  if (parent === undefined || (above === category && parentCode === nextOf(saving, 'code')))
    throw refuseField(ctx, 'parentCode', texts.parent);
  if (above === category && parent.parentCode !== null) throw refuseField(ctx, 'parentCode', texts.depth);
}

/** A device code is unique in its category for a kind of part. @throws AppError 1001, 1009 */
async function checkDeviceCode(saving: SavingOf<'itemCode'>): Promise<void> {
  const { ctx, tx, old } = saving;
  const deviceType = nextOf(saving, 'deviceType') ?? null;
  if (deviceType !== null && !deviceTypes.has(String(deviceType))) throw refuseField(ctx, 'deviceType', texts.device);
  const category = String(nextOf(saving, 'category'));
  const code = nextOf(saving, 'alarmErrCode') ?? null;
  if (code === null || !deviceCodeCategories.has(category)) return;
  const taken = await run(
    tx,
    sql`select 1 from sys_item_code where category = ${category} and alarm_err_code = ${String(code)} and device_type is not distinct from ${deviceType}
      and not deleted and id <> ${String(old?.id ?? 0)}`,
  );
  if (taken.length > 0)
    throw fieldRefusal(ctx, 'alarmErrCode', 1009, { field: labelOf(entity, 'alarmErrCode')[ctx.lang] });
}

async function checkEntry(saving: SavingOf<'itemCode'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (old === undefined) await joinCategory(saving);
  // Entries of the release are the administrator's; others keep the operator's own.
  else if (Number(old.builtIn) === 1 && !ctx.user.isAdmin) throw new AppError(1141);
  const code = values.code;
  if (old && code !== undefined && code !== old.code && (await usesOf(tx, String(old.category), String(old.code))) > 0)
    throw fieldRefusal(ctx, 'code', 1142);
  await checkParent(saving);
  await checkDeviceCode(saving);
  holdSave(saving);
}

/** The name of a category is the same in all its entries. */
async function renameCategory({ tx, old, values }: SavingOf<'itemCode'>): Promise<void> {
  if (old === undefined || (values.categoryDesc === undefined && values.categoryDescEn === undefined)) return;
  const { categoryDesc = old.categoryDesc, categoryDescEn = old.categoryDescEn } = values;
  await run(
    tx,
    sql`update sys_item_code set category_desc = ${categoryDesc}, category_desc_en = ${categoryDescEn ?? null} where category = ${old.category} and not deleted
      and (category_desc, category_desc_en) is distinct from (${categoryDesc}::text, ${categoryDescEn ?? null}::text)`,
  );
}

async function refuseDelete(tx: Tx, row: StoredRowOf<'itemCode'>, ctx: CallContext): Promise<AppError | undefined> {
  if (Number(row.builtIn) === 1) return new AppError(1141);
  const n = await usesOf(tx, String(row.category), String(row.code));
  return n > 0 ? new AppError(1006, { n }) : holdMove(ctx, tx, row, codes.ChangeAction.delete);
}

export const entryHooks: HooksOf<'itemCode'> = {
  beforeSave: checkEntry,
  afterSave: renameCategory,
  refuseDelete,
  guards: {
    async enabled(tx, row, to, ctx) {
      if (to === 0 && Number(row.builtIn) === 1) return new AppError(1141);
      return holdMove(ctx, tx, row, to === 1 ? codes.ChangeAction.enable : codes.ChangeAction.disable);
    },
  },
};
