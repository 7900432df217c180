import { listedText } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { setStateIn } from '../../../entity/actions.ts';
import type { ActionOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';

export type Manual = StoredRowOf<'instruction'>;

const { onShelf, offShelf } = machines['SM-Shelf'].states;
const beyond = {
  zh: '目录第{page}页超出文档的{n}页',
  en: 'Page {page} is beyond the {n} {n|page|pages} of the document',
};

/** Pages that the catalogue names are in the document. @throws AppError 1001 */
export function checkCatalog(
  ctx: { readonly lang: 'zh' | 'en' },
  catalog: Manual['catalog'] | undefined,
  pages: number | null | undefined,
): void {
  if (!Array.isArray(catalog) || typeof pages !== 'number') return;
  const at = catalog.findIndex((entry) => entry.page > pages);
  if (at < 0) return;
  throw refuseField(ctx, `catalog[${at}].page`, beyond, { page: String(catalog[at]?.page), n: String(pages) });
}

/** One after the other: versions are compared, and places on the shelf given, with what is there. */
export const oneByOne = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('content.manuals'))`.execute(tx);

/** Manuals that are on the shelf for a model of these, of the same type and language. */
export interface Replaced {
  readonly id: string;
  readonly title: string;
  readonly docVersion: string;
  /** What would replace it. */
  readonly by: string;
  /** Its models that what replaces it is not for. */
  readonly left: readonly string[];
}

export async function replacedBy(db: Db | Tx, ids: readonly string[]): Promise<readonly Replaced[]> {
  const { rows } = await sql<Replaced>`
    select o.id::text as id, o.title, o.doc_version as "docVersion", n.id::text as by,
      array(select m.name from veh_type m where m.id = any(o.vehicle_type_ids) and not m.id = any(n.vehicle_type_ids) order by m.id) as left
    from cnt_instruction n join cnt_instruction o on o.id <> n.id and o.manual_type = n.manual_type and o.lang = n.lang
      and o.vehicle_type_ids && n.vehicle_type_ids and o.shelf_status = ${onShelf} and not o.deleted
    where n.id = any(${[...ids]}::bigint[]) and not n.deleted and n.shelf_status <> ${onShelf} order by n.id, o.id`.execute(
    db,
  );
  return rows;
}

const overlaps = (one: Manual, other: Manual): boolean =>
  one.manualType === other.manualType &&
  one.lang === other.lang &&
  one.vehicleTypeIds.some((model) => other.vehicleTypeIds.includes(model));

const taken = (others: readonly Pick<Replaced, 'title' | 'docVersion'>[]): AppError =>
  new AppError(5251, { names: listedText(others.map(({ title, docVersion }) => `${title} ${docVersion}`)) });

/** What is not converted (5252), or has a catalogue beyond its pages (1001), is not put on the shelf. */
export const unshelvable = each<Manual>(({ conversion, catalog, pages }, { ctx }) => {
  if (conversion !== codes.ConversionStatus.done) return new AppError(5252);
  return checkCatalog(ctx, catalog, pages);
});

/** Puts manuals on the shelf; what is there for the same model, type and language is taken off, if the caller has confirmed that (5251). */
export async function putOnShelf(action: ActionOf<'instruction', 'shelfOn'>): Promise<void> {
  const { ctx, tx, rows, input } = action;
  await oneByOne(tx);
  const placed: Manual[] = [];
  for (const row of rows) {
    const others = await replacedBy(tx, [row.id]);
    const beside = placed.filter((one) => overlaps(one, row));
    if (beside.length > 0 || (others.length > 0 && input.replace !== 1)) {
      action.leaveOut(row.id, taken(beside.length > 0 ? beside : others));
      continue;
    }
    const off = others.map(({ id }) => id);
    if (off.length > 0) await setStateIn(ctx, tx, entityNamed('instruction'), 'shelfStatus', offShelf, off, true);
    placed.push(row);
  }
}
