import { keysOf } from '@wheelhouse/contract/object';
import { fill, type FieldError } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { labelOf } from '@wheelhouse/entities/registry';
import { hostOf, isAllowedLink, linkHostDict, richTextMedia } from '@wheelhouse/entities/rich-text';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import type { CallContext } from '../http/context.ts';
import { filesForUser } from './file-uses.ts';
import { pointersOf } from './html.ts';
import { run, type Executor } from './run.ts';

/** Hosts that links may lead to (D:LinkHost), or that are the platform's own (D:OwnHost), in small letters. */
export async function hostsOf(executor: Executor, category: typeof linkHostDict | 'OwnHost'): Promise<Set<string>> {
  const rows = await run<{ host: string }>(
    executor,
    sql`select lower(name) as host from sys_item_code where category = ${category} and enabled = 1 and not deleted`,
  );
  return new Set(rows.map((row) => row.host));
}

/**
 * What is wrong with where a cleaned text points to: links to hosts that D:LinkHost does not name, pictures and videos that are no
 * uploads or not the user's to use. What the stored text has already is not asked again.
 */
export async function richTextErrors(
  executor: Executor,
  ctx: CallContext,
  html: string,
  { name, label, old }: { readonly name: string; readonly label: string; readonly old: string },
): Promise<FieldError[]> {
  const [now, before] = [pointersOf(html), pointersOf(old)];
  const refuse = (key: 'linkHost' | 'foreignMedia' | 'file', value = ''): FieldError[] => [
    { field: name, message: fill(validationTexts[key][ctx.lang], { label, value: value.slice(0, 100) }) },
  ];
  if (now.foreign[0] !== undefined) return refuse('foreignMedia', now.foreign[0]);
  const links = now.links.filter((address) => !before.links.includes(address));
  if (links.length > 0) {
    const hosts = await hostsOf(executor, linkHostDict);
    const bad = links.find((address) => !isAllowedLink(address, hosts));
    if (bad !== undefined) return refuse('linkHost', hostOf(bad) ?? bad);
  }
  for (const media of keysOf(richTextMedia)) {
    const biz = richTextMedia[media];
    const ids = now.files[media].filter((id) => !before.files[media].includes(id));
    if (ids.length > 0 && (await filesForUser(executor, ctx, { biz }, ids)).size < ids.length) return refuse('file');
  }
  return [];
}

/** What is wrong with where the formatted texts of a new record point to. */
export async function checkRichTexts(
  executor: Executor,
  ctx: CallContext,
  entity: EntityDef,
  values: Row,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (entity.fields[name]?.kind !== 'richText' || typeof value !== 'string') continue;
    const label = labelOf(entity, name)[ctx.lang];
    errors.push(...(await richTextErrors(executor, ctx, value, { name, label, old: '' })));
  }
  return errors;
}
