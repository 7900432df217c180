import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { writersOf } from '../../entity/approval/keep.ts';
import type { ReviewInput } from '../../entity/approval/rules.ts';

// Tags as a part of what is reviewed: messages and OTA tasks that are for the users who have them.

/** A record that is for the users who have tags. */
interface Tagged {
  readonly id: string;
  readonly tagIds: readonly string[] | null;
}

const tagsOf = ({ tagIds }: Tagged): readonly string[] => tagIds ?? [];
const idsOf = (rows: readonly Tagged[]): string[] => [...new Set(rows.flatMap(tagsOf))];

/** What tags mean: their members move every night, their rule does not. */
export const tagInput: ReviewInput<Tagged> = {
  label: { zh: '用户标签', en: 'User tags' },
  async read(tx, rows) {
    const found = await sql<{ id: string; name: string; tagType: number; rule: unknown; userFile: string | null }>`
      select id::text as id, name, tag_type::int as tag_type, rule, user_file from usr_tag
      where id = any(${idsOf(rows)}::bigint[]) order by usr_tag.id`.execute(tx);
    const tags = new Map(found.rows.map((tag) => [tag.id, tag]));
    return new Map(rows.map((row) => [row.id, tagsOf(row).map((id) => tags.get(id) ?? { id })]));
  },
};

/** Who wrote the rules of tags, and who put users into them or took them out. */
export async function tagAuthors(tx: Tx, rows: readonly Tagged[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const writers = await writersOf(tx, 'userTag', idsOf(rows));
  return new Map(rows.map((row) => [row.id, tagsOf(row).flatMap((id) => writers.get(id) ?? [])]));
}
