import { useState } from 'react';
import type { Row } from '@wheelhouse/entities';
import { draftKey, readDraft, writeDraft, type Draft } from '../../../session/drafts.ts';
import { useUser } from '../../../session/session.ts';

/** What of a reply is kept: files are not, as their addresses end. */
const kept: ReadonlySet<string> = new Set(['replyContent', 'internalNote', 'deptCode']);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

export interface ReplyDraft {
  /** From an earlier visit of the same handler. */
  readonly found: Draft | null;
  readonly keep: (values: Row) => void;
  readonly drop: () => void;
}

/** The unsent reply of a handler, by feedback. It is kept in the browser after the page is left. */
export function useReplyDraft(id: string): ReplyDraft {
  const user = useUser();
  const key = draftKey(user.id, 'feedback', id);
  const [found, setFound] = useState(() => readDraft(key));
  return {
    found,
    keep(values) {
      const texts = Object.fromEntries(
        Object.entries(values).filter(([name, value]) => kept.has(name) && isText(value)),
      );
      writeDraft(key, Object.keys(texts).length === 0 ? null : { at: Date.now(), rev: null, values: texts });
    },
    drop() {
      writeDraft(key, null);
      setFound(null);
    },
  };
}
