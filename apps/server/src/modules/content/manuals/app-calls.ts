import type { ShownManual } from '@wheelhouse/contract/calls/content/publications';
import { langs } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { vinInput } from '../../fleet/shared/service.ts';
import { signedUrl } from '../../files/service.ts';
import { ownModel } from '../own-model.ts';
import { pagesOf } from './pages.ts';

const { onShelf } = machines['SM-Shelf'].states;
const mostShown = 200;

/** The cover is the first page where there is none of its own. */
const shown =
  sql.raw(`m.id::text as id, m.title, m.manual_type as "manualType", m.lang, m.doc_version as "docVersion", m.pages,
  m.size_mb::float8 as "sizeMb", m.change_note as "changeNote", coalesce(m.catalog, '[]') as catalog,
  coalesce(m.cover, (select p.file_id from cnt_instruction_page p where p.instruction_id = m.id and p.page = 1)) as cover`);

type Row = Omit<ShownManual, 'coverUrl'> & { readonly cover: string };

const list = defineAppCall('GET /app/v1/manual/list', {
  query: z.object({ vin: vinInput.optional(), lang: z.enum(langs).optional() }),
  summary: { zh: 'APP：已上架的说明书', en: 'App: manuals on the shelf' },
  async run(ctx, { vin, lang = ctx.lang }) {
    const { app } = ctx;
    const model = vin === undefined ? null : await ownModel(ctx, vin);
    const { rows } = await sql<Row>`
      select ${shown} from cnt_instruction m
      where m.shelf_status = ${onShelf} and not m.deleted and m.lang = ${lang}
        and (${model}::bigint is null or m.vehicle_type_ids @> array[${model}]::bigint[])
      order by m.manual_type, m.id desc limit ${mostShown}`.execute(app.db);
    return rows.map(({ cover, ...manual }) => ({ ...manual, coverUrl: signedUrl(app, cover) }));
  },
});

const pages = defineAppCall('GET /app/v1/manual/pages', {
  query: z.object({ id }),
  summary: { zh: 'APP：说明书的页面', en: 'App: the pages of a manual' },
  async run({ app }, input) {
    const { rows } = await sql<Row & { readonly pdfFile: string }>`
      update cnt_instruction m set download_count = download_count + 1
      where m.id = ${input.id} and m.shelf_status = ${onShelf} and not m.deleted returning ${shown}, m.pdf_file as "pdfFile"`.execute(
      app.db,
    );
    const [manual] = rows;
    if (manual === undefined) throw new AppError(1002);
    const { cover, pdfFile, ...facts } = manual;
    return {
      ...facts,
      coverUrl: signedUrl(app, cover),
      pdfUrl: signedUrl(app, pdfFile),
      images: await pagesOf(app, manual.id),
    };
  },
});

/** Manuals in the owners' app. */
export const manualAppCalls: readonly Call[] = [list, pages];
