import type { ManualPage } from '@wheelhouse/contract/calls/content/publications';
import { sql } from 'kysely';
import type { App } from '../../../http/context.ts';
import { signedUrl } from '../../files/service.ts';

/** The pages of a manual that are converted, in their order. */
export async function pagesOf(app: Pick<App, 'db' | 'secrets'>, id: string): Promise<readonly ManualPage[]> {
  const { rows } = await sql<Omit<ManualPage, 'url'> & { readonly fileId: string }>`
    select p.page::int as page, p.width, p.height, p.file_id as "fileId"
    from cnt_instruction_page p where p.instruction_id = ${id} order by p.page`.execute(app.db);
  return rows.map(({ fileId, ...page }) => ({ ...page, url: signedUrl(app, fileId) }));
}
