import { useContext, useState } from 'react';
import type { EntityDef, FieldKind, Row } from '@wheelhouse/entities';
import { pictureColumns } from '@wheelhouse/entities/rows-cells';
import { draftKey, readDraft, writeDraft, type Draft } from '../../session/drafts.ts';
import { useUser } from '../../session/session.ts';
import { PageFrameContext } from '../../routing/page.ts';

/** Never left on the computer: personal data, and files, whose addresses end. */
const notKept: ReadonlySet<FieldKind> = new Set<FieldKind>(['private', 'image', 'images', 'file', 'video', 'audio']);

export interface DraftHandle {
  /** From an earlier visit; null once it was restored or discarded. */
  readonly offered: Draft | null;
  /** Whether the record was saved since. */
  readonly outdated: boolean;
  readonly settle: () => void;
  /** Keeps what differs from the record; nothing drops the draft. */
  readonly keep: (changed: Row) => void;
  readonly drop: () => void;
}

/** What was typed into an entity's form and not saved, kept for its user on this computer. */
export function useDraft(
  entity: EntityDef,
  stored: { readonly id: string; readonly rev?: unknown } | undefined,
): DraftHandle {
  const user = useUser();
  const place = useContext(PageFrameContext)?.tabKey ?? '';
  const key = draftKey(user.id, place, `${entity.name}.${stored?.id ?? 'new'}`);
  const rev = typeof stored?.['rev'] === 'number' ? stored.rev : null;
  const [offered, setOffered] = useState(() => readDraft(key));
  const drop = (): void => {
    writeDraft(key, null);
    setOffered(null);
  };
  const keep = (changed: Row): void => {
    const values = Object.fromEntries(
      Object.entries(changed).filter(([name]) => {
        const field = entity.fields[name];
        if (field === undefined || notKept.has(field.kind) || /password/i.test(name)) return false;
        return field.kind !== 'rows' || pictureColumns(field).length === 0;
      }),
    );
    setOffered(null);
    writeDraft(key, Object.keys(values).length === 0 ? null : { at: Date.now(), rev, values });
  };
  return { offered, outdated: offered !== null && offered.rev !== rev, settle: () => setOffered(null), keep, drop };
}
