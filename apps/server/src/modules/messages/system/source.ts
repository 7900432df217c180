import { plainOf } from '@wheelhouse/entities/rich-text';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { audienceOf } from '../audience.ts';
import type { Broadcast, BroadcastSource } from '../broadcast.ts';

const entity = entityNamed('systemMessage');

interface Stored {
  readonly title: string;
  readonly titleEn: string | null;
  readonly content: string;
  readonly contentEn: string | null;
  readonly receivers: readonly string[];
  readonly channels: readonly string[] | null;
  readonly clientOs: readonly string[] | null;
  readonly minVersion: string | null;
  readonly maxVersion: string | null;
  readonly pinned: number;
  readonly endTime: Date;
  readonly createBy: string | null;
}

/** Length of a push's text; the message itself has all of it. */
const summaryLength = 60;

/** The beginning of a formatted text, in words. */
export function summaryOf(html: string): string {
  const text = plainOf(html);
  const letters = [...text];
  return letters.length > summaryLength ? `${letters.slice(0, summaryLength - 1).join('')}…` : text;
}

async function read(tx: Tx, id: string): Promise<Broadcast> {
  const { rows } = await sql<Stored>`
    select title, title_en, content, content_en, receivers, channels, client_os, min_version, max_version, pinned, end_time,
      create_by::text as create_by
    from msg_system where id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`no notice ${id}`);
  const { title, titleEn, content, contentEn, channels, pinned, endTime } = row;
  return {
    kind: 'system',
    title: { zh: title, en: titleEn ?? title },
    body: { zh: summaryOf(content), en: summaryOf(contentEn ?? content) },
    route: `/message/system/${id}`,
    channels: (channels ?? []).map(Number),
    pinned: pinned === 1,
    expireTime: endTime,
    audience: await audienceOf(tx, entity, { ...row }),
  };
}

export const systemSource: BroadcastSource = { entity, read };
