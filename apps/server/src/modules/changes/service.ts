import { sql } from 'kysely';
import { z } from 'zod';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import type { Code } from '@wheelhouse/entities/codes';
import { changeRequest } from '@wheelhouse/entities/changes/change-request';
import { machines } from '@wheelhouse/entities/machines';
import { plain } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import type { Tx } from '../../db/pool.ts';
import { auditAdded, insertChecked } from '../../entity/write.ts';
import type { CallContext } from '../../http/context.ts';

// What other modules may use of requests that somebody else approves.

/** A request as it is stored. */
type Request = StoredRowOf<'changeRequest'>;

/** What is done when requests of a kind are approved. */
export interface KindOfChange {
  /** Who approves has to have this right too: it is the one that asking takes. */
  readonly right: FunctionCode;
  /** Does what the request says, and nothing else. Throws to refuse the approval. */
  carryOut(ctx: CallContext, tx: Tx, request: Request): Promise<void>;
}

const kinds = new Map<number, KindOfChange>();

/** Called once per kind, when the modules are put in place. */
export function registerChange(kind: Code<'ChangeKind'>, what: KindOfChange): void {
  kinds.set(kind, what);
}

export const kindOf = (kind: number): KindOfChange | undefined => kinds.get(kind);

const contentShape = z.object({
  /** The record that the change is about, as it was when it was asked for; absent: a new one. */
  target: z.object({ id: z.string(), rev: z.int() }).optional(),
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      labelEn: z.string(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
});

/** What is to be changed, field by field: what the second person reads is what is done. */
export type Content = z.output<typeof contentShape>;

/** What a request says, which is fixed since it was made. */
export const contentOf = (request: Request): Content => contentShape.parse(request.changes);

interface Asked {
  readonly kind: Code<'ChangeKind'>;
  readonly action: Code<'ChangeAction'>;
  /** Names it in lists. */
  readonly subject: string;
  readonly content: Content;
  readonly userId?: string;
  readonly vehicleId?: string;
  readonly newMobile?: string;
  readonly idImages?: readonly string[];
  readonly reason?: string;
}

const entity = plain(changeRequest);

/**
 * Keeps a change until somebody else approves it. @returns the id of the request
 * @for a change that waits for a second person: a kind of D:ChangeKind, this where it is asked for, and a `KindOfChange` in `modules/index.ts` that
 * does it: `vehicles/vehicle/unbinding.ts`. A dictionary that allows or forbids something says `guards: true`
 */
export async function requestChange(ctx: CallContext, tx: Tx, { content, ...asked }: Asked): Promise<string> {
  const values = {
    ...asked,
    subject: asked.subject.slice(0, 200),
    changes: content,
    status: machines['SM-Change'].states.waiting,
    submitterId: ctx.user.id,
    submitTime: new Date(),
  };
  const { id } = await insertChecked(ctx, tx, entity, values, false);
  await auditAdded(ctx, tx, entity, [id], false);
  return id;
}

const later = new WeakMap<CallContext, (() => Promise<void>)[]>();

/** Has something done when what was approved is committed, such as a message. It does not fail. */
export function afterwards(ctx: CallContext, work: () => Promise<void>): void {
  later.set(ctx, [...(later.get(ctx) ?? []), work]);
}

export function doLater(ctx: CallContext): void {
  for (const work of later.get(ctx) ?? []) void work();
  later.delete(ctx);
}

/** Takes what requests keep of a person out of them, with the account. */
export async function forgetRequestsAbout(tx: Tx, userId: string): Promise<void> {
  await sql`
    update sys_change_request set new_mobile_enc = null, new_mobile_hash = null, new_mobile_mask = null, id_images = null where user_id = ${userId}`.execute(
    tx,
  );
}
