import { isRecord } from '@wheelhouse/contract/object';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { standingApproval, type Approval } from '../../../entity/approval/keep.ts';
import type { StoredTemplate } from '../../templates/service.ts';

// A reminder that is sent once has the text that was approved, whatever becomes of its template.

/** A template as approvals keep it. */
type ApprovedTemplate = StoredTemplate & { readonly version: number };

/** Templates as they are now, by id, which nobody changes until the transaction ends. */
export async function approvedTemplate(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovedTemplate>> {
  const { rows } = await sql<ApprovedTemplate & { id: string }>`
    select id::text as id, version, name, push_title, push_title_en, push_body, push_body_en, inbox_body, inbox_body_en, sms_template_id, sms_body,
      voice_text, channels, jump_page, sound
    from msg_template where id = any(${[...new Set(ids)]}::bigint[]) and not deleted order by msg_template.id for share`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...template }) => [id, template]));
}

const isTemplate = (value: unknown): value is ApprovedTemplate => isRecord(value) && 'pushTitle' in value;

/** The approval of a reminder and the text that it fixed; neither for a rule, nor for what was approved before contents were kept. */
export async function approvedText(
  tx: Tx,
  id: string,
): Promise<{ readonly approval: Approval | undefined; readonly template: StoredTemplate | undefined }> {
  const approval = await standingApproval(tx, { name: 'serviceMessage' }, id);
  const { template: kept } = approval?.content ?? {};
  return { approval, template: isTemplate(kept) ? kept : undefined };
}
