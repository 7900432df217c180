import type { ReactNode } from 'react';
import type { Mask } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { attempt } from '../../api/attempt.ts';
import { useCan } from '../../session/session.ts';
import { Masked } from '../../ui/Values.tsx';
import { useDialogs } from '../dialogs.tsx';
import { textOf } from '../model.ts';
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

/** Personal data as the server masked it; with the right, one value is revealed after a reason is given, and logged. */
export function PrivateCell({ entity, name, field, value, row }: CellProps<'private'>): ReactNode {
  const can = useCan();
  const dialogs = useDialogs();
  const texts = useEntityTexts();
  const text = textOf(value);
  if (!text.includes('*') || !can(rights[field.mask])) return <Masked value={text} />;
  const reveal = async (): Promise<string | null> => {
    const reason = await dialogs.open<string>((close) => (
      <ReasonDialog title={texts('revealTitle')} hint={texts('revealHint')} min={2} onClose={close} />
    ));
    if (reason === null) return null;
    const asked = { entity: entity.name, id: row.id, field: name, reason };
    const answer = await attempt(call('/system/crm/privacy/reveal', asked));
    return answer?.value ?? null;
  };
  return <Masked value={text} onReveal={reveal} />;
}
