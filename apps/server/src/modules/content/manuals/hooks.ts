import { likeText } from '@wheelhouse/contract';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { type HooksOf, nextOf, only, type SavingOf } from '../../../entity/hooks.ts';
import { column } from '../../../entity/scope.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { uploadFacts } from '../../files/service.ts';
import { dropOtherPages, startConversion } from './conversion.ts';
import { textOfPage } from './search.ts';
import { checkCatalog, oneByOne, putOnShelf, unshelvable } from './shelf.ts';

type Saving = SavingOf<'instruction'>;

const { onShelf } = machines['SM-Shelf'].states;
const { converting } = codes.ConversionStatus;
const mebibyte = 1024 * 1024;
const identity = ['docVersion', 'vehicleTypeIds', 'manualType', 'lang'] as const;

/** Versions by their numbers: V1.10 follows V1.9. */
const numbers = (version: string): string => `string_to_array(substr(${version}, 2), '.')::int[]`;

const texts = {
  higher: { zh: '须高于上一版{version}（{title}）', en: 'Must be above the previous {version} ({title})' },
  lower: { zh: '须低于下一版{version}（{title}）', en: 'Must be below the next {version} ({title})' },
};

/** The version rises from manual to manual of the same model, type and language, in the order in which they were added. @throws AppError 1001 */
async function checkVersion(saving: Saving): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (!identity.some((name) => values[name] !== undefined)) return;
  await oneByOne(tx);
  const [version, models, type, lang] = identity.map((name) => nextOf(saving, name));
  const { rows } = await sql<{ title: string; version: string; isBefore: boolean }>`
    select o.title, o.doc_version as version, ${old?.id ?? null}::bigint is null or o.id < ${old?.id ?? null}::bigint as "isBefore"
    from cnt_instruction o
    where not o.deleted and o.id is distinct from ${old?.id ?? null}::bigint and o.manual_type = ${type}::text and o.lang = ${lang}::text
      and o.vehicle_type_ids && ${models}::bigint[]
      and case when ${old?.id ?? null}::bigint is null or o.id < ${old?.id ?? null}::bigint
        then ${sql.raw(numbers('o.doc_version'))} >= string_to_array(substr(${version}::text, 2), '.')::int[]
        else ${sql.raw(numbers('o.doc_version'))} <= string_to_array(substr(${version}::text, 2), '.')::int[] end
    order by "isBefore" desc, ${sql.raw(numbers('o.doc_version'))} desc, o.id desc limit 1`.execute(tx);
  const [other] = rows;
  if (other !== undefined)
    throw refuseField(ctx, 'docVersion', other.isBefore ? texts.higher : texts.lower, {
      version: other.version,
      title: other.title,
    });
}

/** Another document has other pages. */
async function measure({ tx, old, values }: Saving): Promise<void> {
  const { pdfFile } = values;
  if (typeof pdfFile !== 'string' || pdfFile === old?.pdfFile) return;
  const facts = await uploadFacts(tx, pdfFile);
  Object.assign(values, {
    sizeMb: Math.max(0.01, Math.round(((facts?.size ?? 0) / mebibyte) * 100) / 100),
    conversion: converting,
    conversionFailure: null,
    convertedPages: 0,
    pages: null,
  });
}

export const instructionHooks: HooksOf<'instruction'> = {
  computed: {
    replaces: (t) => `(${t}.shelf_status <> ${onShelf} and exists (select from cnt_instruction_live l
      where l.vehicle_type_id = any(${t}.vehicle_type_ids) and l.manual_type = ${t}.manual_type and l.lang = ${t}.lang))::int`,
  },
  conditions: {
    keyword: (alias, values) => {
      const typed = likeText(values.join(' '));
      if (typed === '') return sql`true`;
      return sql`(replace(${column(alias, 'title')}, ' ', '') ilike ${`%${typed}%`} or exists (
        select from cnt_instruction_page p where p.instruction_id = ${column(alias, 'id')} and ${textOfPage(typed)}))`;
    },
  },
  async beforeSave(saving) {
    const { ctx, old, values } = saving;
    await checkVersion(saving);
    await measure(saving);
    const pages = values.pdfFile === undefined || values.pdfFile === old?.pdfFile ? old?.pages : null;
    if (values.catalog) checkCatalog(ctx, values.catalog, pages);
  },
  async afterSave({ tx, id, old, values }) {
    const { pdfFile } = values;
    if (typeof pdfFile !== 'string' || pdfFile === old?.pdfFile) return;
    await dropOtherPages(tx, id, pdfFile);
    await startConversion(tx, id);
  },
  refuses: { shelfOn: unshelvable },
  actions: {
    shelfOn: putOnShelf,
    async reconvert(action) {
      const { id } = only(action);
      action.store({ conversion: converting, conversionFailure: null });
      await startConversion(action.tx, id);
    },
  },
};
