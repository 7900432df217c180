import type { TagUse } from '@wheelhouse/contract/calls/users';
import { codes } from '@wheelhouse/entities/codes';
import { readRule, tagsInRule } from '@wheelhouse/entities/users/tag-rule';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { only, type HooksOf, type SavingOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { importUsers } from './members.ts';
import { refreshTag, refreshUsers } from './refresh.ts';

/** Texts of tags that the rule of `o` asks about. */
const asked = `jsonb_path_query(o.rule, '$.groups[*].items[*] ? (@.field == "tagId").value[*]') #>> '{}'`;
/** Where a tag is used, by the SQL of its id: rules that ask about it, campaigns, advertisements, versions of the app and OTA tasks for its users. */
const usesSql = (id: string): string => `
  select 'userTag' as entity, o.id, o.name from usr_tag o where not o.deleted and o.rule is not null and ${id}::text in (select ${asked})
  union all select 'activityMessage', m.id, m.title from msg_activity m where not m.deleted and ${id} = any(m.tag_ids)
  union all select 'advertisement', a.id, a.title from ps_advertisement a where not a.deleted and ${id} = any(a.tag_ids)
  union all select 'appVersion', o.id, o.version_name from ota_app_version o where not o.deleted and ${id} = any(o.gray_tag_ids)
  union all select 'otaTask', o.id, o.name from ota_task o where not o.deleted and ${id} = any(o.tag_ids)`;

/** Where a tag is used. */
export async function usesOf(db: Db | Tx, id: string): Promise<readonly TagUse[]> {
  const { rows } = await sql<TagUse>`
    select used.entity, used.id::text as id, used.name from usr_tag t, lateral (${sql.raw(usesSql('t.id'))}) used
    where t.id = ${id} order by used.entity desc, used.id limit 200`.execute(db);
  return rows;
}

/** `T` and six digits. */
async function nextCode(tx: Tx): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select 'T' || to_char(nextval('seq_usr_tag'), 'FM000000') as code`.execute(tx);
  return rows[0]?.code ?? '';
}

const notATag = {
  zh: '只能引用手动或导入的标签',
  en: 'Only tags by hand or from a file can be asked about',
} as const;

/** A rule asks about tags without a rule alone, so that no tag depends on itself. */
async function checkTags({ ctx, tx, values }: SavingOf<'userTag'>): Promise<void> {
  if (!values.rule) return;
  const wanted = tagsInRule(readRule(values.rule));
  const { rows } = await sql<{ id: string }>`
    select id::text as id from usr_tag where id = any(${[...wanted]}::bigint[]) and not deleted and tag_type <> ${codes.TagType.rule} for key share`.execute(
    tx,
  );
  if (rows.length < wanted.length) throw refuseField(ctx, 'rule', notATag);
}

async function beforeSave(saving: SavingOf<'userTag'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (!old) values.tagCode = await nextCode(tx);
  await checkTags(saving);
  if (!values.rule) return;
  values.rule = readRule(values.rule);
  values.ruleBy = ctx.user.id;
}

/** The members of a tag are those of its rule or file as soon as it is saved. */
async function fillTag({ ctx, tx, id, old, values }: SavingOf<'userTag'> & { readonly id: string }): Promise<void> {
  if (values.rule)
    try {
      await refreshTag(tx, id, readRule(values.rule));
    } catch (error) {
      throw error instanceof AppError && error.code === 9021 ? fieldRefusal(ctx, 'rule', 9021) : error;
    }
  const file = values.userFile;
  if (typeof file !== 'string' || file === old?.userFile) return;
  if (old)
    await sql`delete from usr_tag_member where tag_id = ${id} and not deleted and source = ${codes.TagType.import}`.execute(
      tx,
    );
  const report = await importUsers(ctx, tx, id, file, 'userFile');
  await sql`update usr_tag set import_report = ${JSON.stringify(report)}::jsonb, last_refresh_time = now() where id = ${id}`.execute(
    tx,
  );
}

export const userTagHooks: HooksOf<'userTag'> = {
  computed: { usedBy: (t) => `(select count(*)::int from (${usesSql(`${t}.id`)}) used)` },
  beforeSave,
  afterSave: fillTag,
  afterSaveOf: ['rule', 'userFile'],
  async refuseDelete(tx, { id }) {
    const uses = await usesOf(tx, id);
    return uses.length === 0
      ? undefined
      : new AppError(1006, { n: uses.length }, { errors: uses.map(({ name }) => ({ field: 'id', message: name })) });
  },
  actions: {
    async refresh(action) {
      const tag = only(action);
      action.store({ lastRefreshTime: new Date() });
      return { count: await refreshUsers(action.tx, tag.id, readRule(tag.rule)) };
    },
  },
};

export const userTagMemberHooks: HooksOf<'userTagMember'> = {
  computed: {
    vehicleCount: (t) =>
      `(select count(*)::int from veh_vehicle v where v.owner_user_id = ${t}.user_id and not v.deleted)`,
  },
};
