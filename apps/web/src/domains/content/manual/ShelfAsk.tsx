import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import type { AskProps } from '../../../entity-ui/override.ts';
import { useListed } from '../../../i18n/lang.ts';
import { PendingState } from '../../../ui/States.tsx';
import { useManualTexts } from './texts.ts';

/** What is taken off the shelf, and which models would be without a manual then. */
export function ShelfAsk({ ids }: AskProps): ReactNode {
  const words = useManualTexts();
  const list = useListed();
  const { data, error, refetch } = useCall(
    '/ps/crm/instruction/replaces',
    { ids },
    { staleTime: 0, inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <div className="mn-replaces" role="note">
      <p>{words('replaces')}</p>
      <ul>
        {data.map(({ id, by, title, docVersion, left }) => (
          <li key={`${id} ${by}`}>
            {title} {docVersion}
            {left.length === 0 ? null : <p className="eu-error">{words('left', { models: list(left) })}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
