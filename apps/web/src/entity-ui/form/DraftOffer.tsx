import { Alert, Button } from 'antd';
import { formatInstant } from '@wheelhouse/contract/time';
import type { ReactNode } from 'react';
import { useFormTexts } from './texts.ts';
import type { DraftHandle } from './useDraft.ts';

/** Offers what was typed on an earlier visit and not saved. */
export function DraftOffer({
  draft,
  onRestore,
}: {
  readonly draft: DraftHandle;
  readonly onRestore: () => void;
}): ReactNode {
  const texts = useFormTexts();
  const { offered, outdated } = draft;
  if (offered === null) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="eu-gap"
      title={texts(outdated ? 'draftOutdated' : 'draftFound', {
        time: formatInstant(new Date(offered.at)).slice(0, 16),
      })}
      action={
        <span className="eu-draft-actions">
          <Button size="small" type="primary" onClick={onRestore}>
            {texts('draftRestore')}
          </Button>
          <Button size="small" onClick={draft.discard}>
            {texts('draftDiscard')}
          </Button>
        </span>
      }
    />
  );
}
