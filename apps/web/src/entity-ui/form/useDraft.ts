import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { DraftAnswer } from '@wheelhouse/contract/calls/kit';
import { parseInstant } from '@wheelhouse/contract/time';
import type { EntityDef, FieldKind, Row } from '@wheelhouse/entities';
import { pictureColumns } from '@wheelhouse/entities/rows-cells';
import { draftKey, readDraft, writeDraft, type Draft } from '../../session/drafts.ts';
import { useUser } from '../../session/session.ts';
import { PageFrameContext } from '../../routing/page.ts';
import { Autosave } from './autosave.ts';

/** Never left on the computer: personal data, and files, whose addresses end. */
const notKept: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'private',
  'image',
  'images',
  'file',
  'files',
  'video',
  'audio',
]);

export interface DraftHandle {
  /** From an earlier visit; null once it was restored or discarded. */
  readonly offered: Draft | null;
  /** Whether the record was saved since. */
  readonly outdated: boolean;
  /** What the server keeps as it is typed; undefined where the computer alone does. */
  readonly autosave: Autosave | undefined;
  /** Others who are writing at the record. */
  readonly others: DraftAnswer['others'];
  /** The offered draft was restored. */
  readonly settle: () => void;
  /** The offered draft is not wanted. */
  readonly discard: () => void;
  /** Keeps what differs from the record; nothing drops the draft. */
  readonly keep: (changed: Row) => void;
  /** The record was saved. */
  readonly drop: () => void;
}

/** The newer of what computer and server have kept; files, which the computer does not keep, come from the server. */
function newest(local: Draft | null, answer: DraftAnswer): Draft | null {
  const { draft } = answer;
  if (draft === null) return local;
  const at = parseInstant(draft.time)?.getTime() ?? 0;
  const kept = { at, rev: draft.baseRev, values: draft.values };
  // The server's time has whole seconds.
  if (local === null || local.at < at + 1_000) return kept;
  return { ...local, values: { ...draft.values, ...local.values } };
}

/**
 * What was typed into an entity's form and not saved, kept for its user on this computer; of what is written over time (`publishable`) at the
 * server too, which offers it at every other computer.
 */
export function useDraft(
  entity: EntityDef,
  stored: { readonly id: string; readonly rev?: unknown } | undefined,
): DraftHandle {
  const user = useUser();
  const place = useContext(PageFrameContext)?.tabKey ?? '';
  const key = draftKey(user.id, place, `${entity.name}.${stored?.id ?? 'new'}`);
  const rev = typeof stored?.['rev'] === 'number' ? stored.rev : null;
  const [offered, setOffered] = useState(() => readDraft(key));
  const [others, setOthers] = useState<DraftAnswer['others']>([]);
  const [autosave] = useState(() =>
    entity.publishable === true ? new Autosave({ entity, id: stored?.id }, rev) : undefined,
  );
  const open = useEffectEvent((answer: DraftAnswer) => {
    setOthers(answer.others);
    setOffered(newest(offered, answer));
  });
  useEffect(() => {
    let left = false;
    void autosave?.open().then(
      (answer) => left || open(answer),
      // Without it the copy on this computer is offered, and the first save says what is wrong.
      () => undefined,
    );
    return () => {
      left = true;
      autosave?.flush();
    };
  }, [autosave]);
  useEffect(() => autosave?.rebase(rev), [autosave, rev]);

  const drop = (): void => {
    writeDraft(key, null);
    if (autosave === undefined) setOffered(null);
    else void autosave.drop();
  };
  const keep = (changed: Row): void => {
    const named = Object.entries(changed).filter(([name]) => !/password/i.test(name));
    const values = Object.fromEntries(
      named.filter(([name]) => {
        const field = entity.fields[name];
        if (field === undefined || notKept.has(field.kind)) return false;
        return field.kind !== 'rows' || pictureColumns(field).length === 0;
      }),
    );
    if (autosave === undefined) setOffered(null);
    writeDraft(key, Object.keys(values).length === 0 ? null : { at: Date.now(), rev, values });
    if (named.length > 0) autosave?.keep(Object.fromEntries(named));
    else void autosave?.drop();
  };
  return {
    offered,
    outdated: offered !== null && offered.rev !== rev,
    autosave,
    others,
    settle: () => {
      setOffered(null);
      autosave?.take();
    },
    discard: () => {
      writeDraft(key, null);
      setOffered(null);
      void autosave?.discard();
    },
    keep,
    drop,
  };
}
