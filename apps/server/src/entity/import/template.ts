import { listed } from '@wheelhouse/contract/lang';
import { fill, type Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { StoredField } from '@wheelhouse/entities/fields';
import { formats } from '@wheelhouse/entities/formats';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { FileReply } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { importFields, neededInImport, type ImportField } from './columns.ts';
import { naturalKeys } from './keys.ts';
import { guideTexts, importTexts } from './texts.ts';
import { columnTitle, dictionaryEntries, type DictEntry } from '../sheet-columns.ts';
import { type SheetColumn, startWorkbook, styles, type WorkbookWriter, xlsxType } from '../../sheet/write.ts';
import { memorySink } from '../../sheet/zip.ts';

type Dicts = ReadonlyMap<string, ReadonlyMap<string, DictEntry>>;

/** Empty cells of these are text, so that a spreadsheet keeps every digit that is typed. */
const typedAsText = new Set<StoredField['kind']>([
  'text',
  'longText',
  'richText',
  'private',
  'color',
  'ref',
  'refMany',
  'area',
  'tags',
  'dict',
  'dictMany',
]);
const emptyStyles: Partial<Record<StoredField['kind'], number>> = {
  date: styles.date,
  instant: styles.instant,
  money: styles.money,
};

function formColumn(entity: EntityDef, column: ImportField, lang: Lang): SheetColumn {
  const { name, field } = column;
  const title = columnTitle(entity, name, lang) + (neededInImport(entity, column) ? '*' : '');
  const empty = typedAsText.has(field.kind) ? styles.text : emptyStyles[field.kind];
  return { title, width: Math.max(14, Math.min(40, title.length * 2)), ...(empty !== undefined && { empty }) };
}

function keysText(target: EntityDef, lang: Lang): string {
  return naturalKeys(target)
    .map((name) => labelOf(target, name)[lang])
    .join(guideTexts.or[lang]);
}

function withRange(text: string, min: number | undefined, max: number | undefined, lang: Lang): string {
  return min === undefined || max === undefined ? text : fill(guideTexts.range[lang], { text, min, max });
}

function formatText(field: StoredField, lang: Lang): string {
  switch (field.kind) {
    case 'int':
      return withRange(guideTexts.int[lang], field.min, field.max, lang);
    case 'decimal':
      return withRange(fill(guideTexts.decimal[lang], { n: field.decimals ?? 2 }), field.min, field.max, lang);
    case 'money':
      return withRange(
        guideTexts.money[lang],
        field.min === undefined ? undefined : field.min / 100,
        field.max === undefined ? undefined : field.max / 100,
        lang,
      );
    case 'date':
    case 'instant':
      return guideTexts[field.kind][lang];
    case 'dict':
      return guideTexts.choose[lang];
    case 'dictMany':
      return guideTexts.chooseMany[lang];
    case 'ref':
    case 'refMany': {
      const target = entityNamed(field.to);
      return fill(guideTexts[field.kind][lang], { entity: target.label[lang], keys: keysText(target, lang) });
    }
    case 'area':
    case 'tags':
    case 'flag':
    case 'color':
      return guideTexts[field.kind][lang];
    case 'text':
    case 'longText':
    case 'richText':
    case 'private':
      return field.max === undefined ? guideTexts.text[lang] : fill(guideTexts.upTo[lang], { n: field.max });
    default:
      return '';
  }
}

function exampleOf(field: StoredField, dicts: Dicts, lang: Lang): string {
  switch (field.kind) {
    case 'text':
    case 'private':
      return field.format ? formats[field.format].example : '';
    case 'int':
    case 'decimal':
      return String(field.default ?? field.min ?? 1);
    case 'money':
      return '99.90';
    case 'color':
      return '#2F54EB';
    case 'date':
      return '2026-03-15';
    case 'instant':
      return '2026-03-15 08:30:00';
    case 'flag':
      return guideTexts.flag[lang].split(' ')[0] ?? '';
    case 'dict':
      return enabledNames(field.dict, dicts, lang)[0] ?? '';
    case 'dictMany':
      return listed(enabledNames(field.dict, dicts, lang).slice(0, 2), lang);
    default:
      return '';
  }
}

function enabledNames(category: string, dicts: Dicts, lang: Lang): string[] {
  return [...(dicts.get(category)?.values() ?? [])].filter((entry) => entry.enabled).map((entry) => entry[lang]);
}

function requiredText(entity: EntityDef, column: ImportField, lang: Lang): string {
  if (neededInImport(entity, column)) return guideTexts.yes[lang];
  const { field } = column;
  return (field.required && field.visible ? guideTexts.sometimes : guideTexts.no)[lang];
}

async function writeGuide(
  workbook: WorkbookWriter,
  entity: EntityDef,
  fields: readonly ImportField[],
  dicts: Dicts,
  lang: Lang,
): Promise<void> {
  const heads = [
    ['column', 20],
    ['required', 10],
    ['format', 44],
    ['example', 28],
    ['values', 60],
    ['help', 40],
  ] as const;
  const sheet = await workbook.sheet(heads.map(([key, width]) => ({ title: guideTexts[key][lang], width })));
  await sheet.rows(
    fields.map((each) => {
      const { name, field } = each;
      const values =
        field.kind === 'dict' || field.kind === 'dictMany' ? listed(enabledNames(field.dict, dicts, lang), lang) : '';
      return [
        columnTitle(entity, name, lang),
        requiredText(entity, each, lang),
        formatText(field, lang),
        exampleOf(field, dicts, lang),
        values,
        field.help?.[lang] ?? '',
      ];
    }),
  );
  await sheet.end();
}

/** An empty form for imports: headings (`*`: required) on the first sheet, on the second what each column takes. */
export async function templateBytes(ctx: CallContext, entity: EntityDef, lang: Lang): Promise<Buffer> {
  const fields = importFields(entity, ctx.user, lang);
  const dicts = await dictionaryEntries(
    ctx.app.pool,
    fields.flatMap(({ field }) => (field.kind === 'dict' || field.kind === 'dictMany' ? [field.dict] : [])),
  );
  const { sink, bytes } = memorySink();
  const workbook = await startWorkbook(sink, [entity.label[lang], importTexts.guide[lang]]);
  const form = await workbook.sheet(fields.map((field) => formColumn(entity, field, lang)));
  await form.end();
  await writeGuide(workbook, entity, fields, dicts, lang);
  await workbook.finish();
  return bytes();
}

/** The import template as a download, in `lang` (default: the caller's language). */
export async function importTemplate(ctx: CallContext, entity: EntityDef, lang: Lang = ctx.lang): Promise<FileReply> {
  const content = await templateBytes(ctx, entity, lang);
  const name = fill(guideTexts.fileName[lang], { entity: entity.label[lang] });
  return new FileReply({ fileName: name, contentType: xlsxType, content, size: content.length });
}
