import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { ids, key } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { pagesOf } from './pages.ts';
import { findInManual } from './search.ts';
import { replacedBy } from './shelf.ts';

const entity = entityNamed('instruction');
/** Seconds for which the address of a document is good. */
const downloadSeconds = 300;

const pages = defineCall('POST /ps/crm/instruction/pages', {
  access: 'instructionsManage.query',
  effect: 'reads',
  body: z.object({ id: key }),
  summary: { zh: '说明书页面', en: 'Pages of a manual' },
  async run(ctx, input) {
    const { id } = await findInScope(ctx, entity, input.id);
    return pagesOf(ctx.app, id);
  },
});

const search = defineCall('POST /ps/crm/instruction/search', {
  access: 'instructionsManage.query',
  effect: 'reads',
  body: z.object({ id: key, keyword: z.string().trim().min(1).max(40) }),
  summary: { zh: '在说明书正文中查找', en: 'Find a text in a manual' },
  async run(ctx, input) {
    const { id } = await findInScope(ctx, entity, input.id);
    return findInManual(ctx.app.db, id, input.keyword);
  },
});

const replaces = defineCall('POST /ps/crm/instruction/replaces', {
  access: ['instructionsManage.shelf'],
  effect: 'reads',
  body: z.object({ ids: ids() }),
  summary: { zh: '上架将替换的说明书', en: 'Manuals that others would replace on the shelf' },
  run: (ctx, input) => replacedBy(ctx.app.db, input.ids),
});

const download = defineCall('POST /ps/crm/instruction/download', {
  access: 'instructionsManage.download',
  effect: 'reads',
  traced: true,
  body: z.object({ id: key }),
  summary: { zh: '下载说明书PDF（留痕）', en: 'An address of the PDF of a manual, logged' },
  async run(ctx, input) {
    const { app } = ctx;
    const { id } = await findInScope(ctx, entity, input.id);
    const { rows } = await sql<{ pdfFile: string }>`
      select pdf_file as "pdfFile" from cnt_instruction where id = ${id}`.execute(app.db);
    const functionCode = 'instructionsManage.download';
    await withTransaction(app.db, (tx) =>
      audit(tx, ctx, { action: 'download', entity: entity.name, entityId: id, functionCode }),
    );
    return {
      url: signedUrl(app, rows[0]?.pdfFile ?? '', downloadSeconds),
      expireTime: formatInstant(new Date(Date.now() + downloadSeconds * 1000)),
    };
  },
});

export const manualCalls: readonly Call[] = [pages, search, replaces, download];
