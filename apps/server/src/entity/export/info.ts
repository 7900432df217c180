import { listed } from '@wheelhouse/contract/lang';
import { formatInstant, type Condition, type Lang, type Operator, type Text } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { labelOf, shownAs } from '@wheelhouse/entities/registry';
import type { SessionUser } from '../../http/context.ts';
import { sealedByKeyword } from '../admit.ts';
import { maskOf } from '../seal.ts';
import type { DictEntry } from '../sheet-columns.ts';
import { type SheetWriter, styles, type WorkbookWriter } from '../../sheet/write.ts';

const texts = {
  sheet: { zh: '导出说明', en: 'About' },
  item: { zh: '项目', en: 'Item' },
  content: { zh: '内容', en: 'Content' },
  what: { zh: '导出内容', en: 'Content' },
  operator: { zh: '导出人', en: 'Exported by' },
  time: { zh: '导出时间', en: 'Exported at' },
  rows: { zh: '数据条数', en: 'Rows' },
  filter: { zh: '筛选条件', en: 'Filter' },
  none: { zh: '无', en: 'None' },
  privacy: { zh: '个人信息', en: 'Personal data' },
  masked: { zh: '已脱敏', en: 'Masked' },
  unmasked: {
    zh: '未脱敏，仅限申请用途使用，不得外传',
    en: 'Unmasked: only for the stated purpose, do not pass on',
  },
  reason: { zh: '导出原因', en: 'Reason' },
  keyword: { zh: '关键字', en: 'Keyword' },
} as const satisfies Record<string, Text>;

const operatorTexts: Readonly<Record<Operator, Text>> = {
  eq: { zh: '等于', en: 'is' },
  ne: { zh: '不等于', en: 'is not' },
  like: { zh: '包含', en: 'contains' },
  ge: { zh: '从', en: 'from' },
  le: { zh: '到', en: 'to' },
  in: { zh: '属于', en: 'is one of' },
  null: { zh: '为空', en: 'is empty' },
};

/** Name of the sheet that says what an export is. */
export const infoSheet = (lang: Lang): string => texts.sheet[lang];

/** What an export was asked for. */
export interface ExportOrder {
  readonly conditions: readonly Condition[];
  readonly columns: readonly string[];
  /** Given when private values are written in full. */
  readonly reason: string | undefined;
}

/** Whether a condition is about the list's keyword, not about a field of that name. */
const isKeyword = (entity: EntityDef, field: string): boolean =>
  field === 'keyword' && entity.fields[field] === undefined;

/** A condition's value without personal data: a search value is as private as the result. */
function harmless(entity: EntityDef, condition: Condition): unknown {
  const { field, value } = condition;
  if (isKeyword(entity, field)) {
    const [sealed] = sealedByKeyword(entity, condition);
    return sealed ? maskOf(sealed.field.mask, sealed.value) : value;
  }
  const shown = shownAs(entity, field);
  if (shown.kind !== 'private') return value;
  return Array.isArray(value)
    ? value.map((one: unknown) => maskOf(shown.mask, String(one)))
    : maskOf(shown.mask, String(value));
}

/** The query as the operation log keeps it. */
export function loggedQuery(entity: EntityDef, conditions: readonly Condition[]): Row {
  return Object.fromEntries(
    conditions.map((condition) => [`${condition.field}.${condition.op}`, harmless(entity, condition)]),
  );
}

type Dicts = ReadonlyMap<string, ReadonlyMap<string, DictEntry>>;

function conditionText(entity: EntityDef, condition: Condition, dicts: Dicts, lang: Lang): string {
  const known = !isKeyword(entity, condition.field);
  const label = known ? labelOf(entity, condition.field)[lang] : texts.keyword[lang];
  const field = known ? shownAs(entity, condition.field) : undefined;
  const entries = field?.kind === 'dict' || field?.kind === 'dictMany' ? dicts.get(field.dict) : undefined;
  const value = harmless(entity, condition);
  const shown = (Array.isArray(value) ? value : [value]).map(
    (one: unknown) => entries?.get(String(one))?.[lang] ?? String(one),
  );
  return `${label} ${operatorTexts[condition.op][lang]} ${listed(shown, lang)}`;
}

const takerOf = (user: SessionUser, time: Date, lang: Lang): string =>
  `${texts.operator[lang]}: ${user.realName} (${user.username}) · ${formatInstant(time)}`;

/** Who exported the data and when, in the last row. */
export async function writeTaker(sheet: SheetWriter, user: SessionUser, time: Date, lang: Lang): Promise<void> {
  await sheet.line([takerOf(user, time, lang)], styles.note);
}

/** The last row of an export with personal data: who exported them, when, and for which reason. */
export async function writeWatermark(sheet: SheetWriter, user: SessionUser, time: Date, lang: Lang): Promise<void> {
  await sheet.line([`${takerOf(user, time, lang)} · ${texts.unmasked[lang]}`], styles.note);
}

interface Info {
  readonly entity: EntityDef;
  readonly order: ExportOrder;
  readonly user: SessionUser;
  readonly time: Date;
  readonly rows: number;
  readonly dicts: Dicts;
  readonly hasPrivate: boolean;
  readonly lang: Lang;
}

/** The sheet that says who exported what, when and by which filter. */
export async function writeInfo(workbook: WorkbookWriter, info: Info): Promise<void> {
  const { entity, order, user, time, rows, dicts, hasPrivate, lang } = info;
  const sheet = await workbook.sheet([
    { title: texts.item[lang], width: 18 },
    { title: texts.content[lang], width: 80 },
  ]);
  const filters = order.conditions.map((condition) => conditionText(entity, condition, dicts, lang));
  const lines: [string, string | number][] = [
    [texts.what[lang], entity.label[lang]],
    [texts.operator[lang], `${user.realName} (${user.username})`],
    [texts.time[lang], formatInstant(time)],
    [texts.rows[lang], rows],
    ...(filters.length === 0 ? [texts.none[lang]] : filters).map((text): [string, string] => [
      texts.filter[lang],
      text,
    ]),
  ];
  if (hasPrivate) lines.push([texts.privacy[lang], texts[order.reason === undefined ? 'masked' : 'unmasked'][lang]]);
  if (order.reason !== undefined) lines.push([texts.reason[lang], order.reason]);
  await sheet.rows(lines);
  await sheet.end();
}
