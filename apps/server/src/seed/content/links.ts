import { codes } from '@wheelhouse/entities/codes';
import { builtInLinks } from '@wheelhouse/entities/content/app-link';
import { sql } from 'kysely';
import type { App } from '../../http/context.ts';

const { agreement, privacy } = codes.LinkCategory;
const built: Readonly<Record<string, { readonly name: string; readonly category: string; readonly path: string }>> = {
  USER_AGREEMENT: { name: '用户协议', category: agreement, path: 'agreement/user' },
  PRIVACY_POLICY: { name: '隐私政策', category: privacy, path: 'agreement/privacy' },
};

/** The built-in links; run at every start. Existing ones stay as operators set them. */
export async function seedLinks(app: App): Promise<void> {
  const rows = builtInLinks.map((code) => ({ code, ...built[code] }));
  await sql`
    insert into ps_link (link_code, name, category, url, url_en, client_os, open_mode, need_login, append_token, version_no, effective_time, enabled)
    select r.code, r.name, r.category, 'https://m.example.com/' || r.path, 'https://m.example.com/en/' || r.path, '{1,2,3}', 1, 0, 0, 1, now(), 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, name text, category text, path text)
    where not exists (select from ps_link l where l.link_code = r.code and not l.deleted)`.execute(app.db);
}
