import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import type { AskProps } from '../../../entity-ui/override.ts';
import { PendingState } from '../../../ui/States.tsx';
import { useArticleTexts } from './texts.ts';

/** What leads to an article in the app: it leads nowhere once the article is taken off. */
export function UsesAsk({ ids }: AskProps): ReactNode {
  const words = useArticleTexts();
  const { data, error, refetch } = useCall('/ps/crm/article/uses', { ids }, { staleTime: 0, inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <div className="ar-uses" role="note">
      <p>{words('uses')}</p>
      <ul>
        {data.map(({ kind, id, name }) => (
          <li key={`${kind} ${id}`}>{words(kind, { name })}</li>
        ))}
      </ul>
    </div>
  );
}
