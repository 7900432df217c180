import { sql } from 'kysely';
import type { HooksOf } from '../../entity/hooks.ts';
import { column } from '../../entity/scope.ts';

/** A file is its uploader's, wherever it is used. */
export const fileHooks: HooksOf<'fileObject'> = {
  visible: (user, alias) =>
    user.isAdmin
      ? undefined
      : sql`${column(alias, 'uploader_type')} = 'user' and ${column(alias, 'uploader_id')} = ${user.id}`,
  computed: {
    refCount: (alias) => `(select count(*)::int from sys_file_use u where u.file_id = ${alias}.file_id)`,
  },
};
