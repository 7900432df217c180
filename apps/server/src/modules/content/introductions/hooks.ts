import { hasPages } from '@wheelhouse/entities/content/app-introduce';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { versionNumbers } from '../../../db/version-numbers.ts';
import { saveJump } from '../../../entity/check-jump.ts';
import { type HooksOf, nextOf, type SavingOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';

const { onShelf } = machines['SM-Shelf'].states;
const entity = entityNamed('appIntroduce');

/** What the type does not have leaves nothing behind: neither versions that would count on the shelf, nor pictures that would be held. */
function clearOthers(saving: SavingOf<'appIntroduce'>): void {
  const { values } = saving;
  const introType = nextOf(saving, 'introType');
  if (hasPages({ introType })) {
    values.content = null;
    values.contentEn = null;
    return;
  }
  for (const name of [
    'minVersion',
    'maxVersion',
    'pages',
    'buttonText',
    'jumpType',
    'jumpTarget',
    'articleId',
    'activityId',
  ] as const)
    values[name] = null;
}

/**
 * What is on the shelf for one platform and type has versions of its own; without versions it is for all of them, as what is about us always is.
 * Whoever puts one on waits here for others of its type, until they have committed. @returns refusal 5211
 */
async function overlapping(tx: Tx, { id, introType }: StoredRowOf<'appIntroduce'>): Promise<AppError | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('cnt_app_introduce.intro_type'), ${introType}::int)`.execute(tx);
  const { rows } = await sql`
    select 1 from cnt_app_introduce own join cnt_app_introduce t
      on t.id <> own.id and t.intro_type = own.intro_type and t.client_os && own.client_os and t.shelf_status = ${onShelf} and not t.deleted
      and coalesce(${versionNumbers('t.min_version')} <= ${versionNumbers('own.max_version')}, true)
      and coalesce(${versionNumbers('own.min_version')} <= ${versionNumbers('t.max_version')}, true)
    where own.id = ${id} limit 1`.execute(tx);
  return rows.length > 0 ? new AppError(5211) : undefined;
}

/** Introductions of the app. Which versions they are for cannot change on the shelf. */
export const appIntroduceHooks: HooksOf<'appIntroduce'> = {
  computed: {
    versionRange: (t) =>
      `(case when ${t}.max_version is null then '≥' || ${t}.min_version when ${t}.min_version is null then '≤' || ${t}.max_version
        else ${t}.min_version || '–' || ${t}.max_version end)`,
  },
  async beforeSave(saving) {
    clearOthers(saving);
    await saveJump(saving, entity);
  },
  guards: {
    shelfStatus: async (tx, row, to) => (to === onShelf ? overlapping(tx, row) : undefined),
  },
};
