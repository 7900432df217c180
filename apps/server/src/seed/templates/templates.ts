import { alarmTemplates } from '@wheelhouse/entities/templates/alarm-texts';
import { builtInCodes, builtInTemplate } from '@wheelhouse/entities/templates/template-text';
import { sql } from 'kysely';
import type { App } from '../../http/context.ts';

const [inbox, push] = ['1', '2'];

/** The texts that the platform sends by itself; run at every start. Existing ones stay as operators set them. */
export async function seedTemplates(app: App): Promise<void> {
  const service = builtInCodes.flatMap((code) => {
    const texts = builtInTemplate(code);
    return texts === undefined ? [] : [{ code, ...texts, kind: 'service', page: null }];
  });
  const alarm = alarmTemplates.map(({ id, ...texts }) => ({
    code: id,
    ...texts,
    kind: 'alarm',
    page: 'alarm',
    channels: [inbox, push],
  }));
  const rows = [...service, ...alarm].map(({ code, kind, page, name, title, body, channels }) => ({
    code,
    kind,
    page,
    name: name.zh,
    name_en: name.en,
    title: title.zh,
    title_en: title.en,
    body: body.zh,
    body_en: body.en,
    channels,
  }));
  await sql`
    with made as (
      insert into msg_template (kind, template_code, name, name_en, push_title, push_title_en, push_body, push_body_en, channels, jump_page, version, enabled)
      select r.kind, r.code, r.name, r.name_en, r.title, r.title_en, r.body, r.body_en, array(select jsonb_array_elements_text(r.channels)), r.page, 1, 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, code text, name text, name_en text, title text, title_en text, body text, body_en text,
        channels jsonb, page text)
      where not exists (select from msg_template t where t.template_code = r.code and not t.deleted) returning *)
    insert into msg_template_version (template_id, version, content)
    select id, version, jsonb_build_object('templateCode', template_code, 'name', name, 'nameEn', name_en, 'pushTitle', push_title,
      'pushTitleEn', push_title_en, 'pushBody', push_body, 'pushBodyEn', push_body_en,
      'channels', channels, 'jumpPage', jump_page) from made`.execute(app.db);
  // Those of a release before, as long as nobody has renamed them.
  await sql`update msg_template t set name_en = r.name_en
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, name text, name_en text)
    where t.template_code = r.code and t.name = r.name and t.name_en is null`.execute(app.db);
}
