import type { ReactNode } from 'react';
import type { EntityDef, Mask } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { attempt } from '../../api/attempt.ts';
import { useCan } from '../../session/session.ts';
import { Masked } from '../../ui/Values.tsx';
import { useDialogs } from '../dialogs.tsx';
import { textOf, type EntityRow } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { CellProps } from './types.ts';
import { dialogPart } from '../../ui/part.tsx';

const ReasonDialog = dialogPart(() => import('../actions/ReasonDialog.tsx'));

const rights = {
  mobile: 'privacy.viewPhone',
  name: 'privacy.viewPhone',
  idNumber: 'privacy.viewIdNumber',
  address: 'privacy.viewAddress',
} as const satisfies Record<Mask, string>;

interface Owner {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
}

/** Whose value it is: the record's own, or that of the record a lookup reads from, where its id is known. */
function ownerOf(entity: EntityDef, name: string, row: EntityRow): Owner | undefined {
  const field = entity.fields[name];
  if (field?.kind !== 'lookup') return { entity: entity.name, id: row.id, field: name };
  const via = entity.fields[field.via];
  const id = textOf(row[field.via]);
  return via?.kind === 'ref' && id !== '' ? { entity: via.to, id, field: field.field } : undefined;
}

/** Personal data as the server masked it; with the right, one value is revealed after a reason is given, and logged. */
export function PrivateCell({ entity, name, field, value, row }: CellProps<'private'>): ReactNode {
  const can = useCan();
  const dialogs = useDialogs();
  const texts = useEntityTexts();
  const text = textOf(value);
  const owner = ownerOf(entity, name, row);
  if (owner === undefined || !text.includes('*') || !can(rights[field.mask])) return <Masked value={text} />;
  const reveal = async (): Promise<string | null> => {
    const reason = await dialogs.open<string>((close) => (
      <ReasonDialog title={texts('revealTitle')} hint={texts('revealHint')} min={2} onClose={close} />
    ));
    if (reason === null) return null;
    const answer = await attempt(call('/system/crm/privacy/reveal', { ...owner, reason }));
    return answer?.value ?? null;
  };
  return <Masked value={text} onReveal={reveal} />;
}
