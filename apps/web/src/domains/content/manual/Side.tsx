import type { ManualPage } from '@wheelhouse/contract/calls/content/publications';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { SearchBox } from '../../../ui/inputs/SearchBox.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { useManualTexts } from './texts.ts';

interface SideProps {
  readonly row: RowOf<'instruction'>;
  readonly pages: readonly ManualPage[];
  readonly at: number;
  readonly onOpen: (page: number) => void;
}

type EntryProps = Pick<SideProps, 'at' | 'onOpen'> & {
  readonly page: number;
  readonly note: ReactNode;
  readonly children: ReactNode;
};

const Entry = ({ page, at, onOpen, note, children }: EntryProps): ReactNode => (
  <li>
    <button
      type="button"
      className="mn-entry"
      aria-current={page === at ? 'page' : undefined}
      onClick={() => onOpen(page)}
    >
      <span>{children}</span>
      <small>{note}</small>
    </button>
  </li>
);

/** Pages whose text contains what is looked for. */
function Hits({
  id,
  keyword,
  at,
  onOpen,
}: Pick<SideProps, 'at' | 'onOpen'> & { id: string; keyword: string }): ReactNode {
  const words = useManualTexts();
  const { data, error, refetch } = useCall(
    '/ps/crm/instruction/search',
    { id, keyword },
    { keepPrevious: true, inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <p role="status">{words('nothing', { text: keyword })}</p>;
  return (
    <ul>
      {data.map(({ page, count, before, hit, after }) => (
        <Entry
          key={page}
          page={page}
          at={at}
          onOpen={onOpen}
          note={`${words('page', { n: page })} · ${words('times', { n: count })}`}
        >
          {before}
          <mark>{hit}</mark>
          {after}
        </Entry>
      ))}
    </ul>
  );
}

/** Ways to a page: what its text says, the catalogue, and small pictures. */
export function Side({ row, pages, at, onOpen }: SideProps): ReactNode {
  const words = useManualTexts();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim().slice(0, 40));
  const catalog = row.catalog ?? [];
  return (
    <div className="mn-side">
      <SearchBox label={words('find')} value={typed} onChange={setTyped} />
      {keyword === '' ? null : <Hits id={row.id} keyword={keyword} at={at} onOpen={onOpen} />}
      {catalog.length === 0 ? null : (
        <nav aria-label={words('catalog')}>
          <h3>{words('catalog')}</h3>
          <ul>
            {catalog.map(({ title, page }, n) => (
              <Entry key={`${n} ${title}`} page={page} at={at} onOpen={onOpen} note={page}>
                {title}
              </Entry>
            ))}
          </ul>
        </nav>
      )}
      <h3>{words('pages')}</h3>
      <div className="mn-thumbs">
        {pages.map(({ page, url, width, height }) => (
          <button
            key={page}
            type="button"
            className="mn-thumb"
            aria-label={words('page', { n: page })}
            aria-current={page === at ? 'page' : undefined}
            onClick={() => onOpen(page)}
          >
            <img src={url} alt="" width={width} height={height} loading="lazy" />
            {page}
          </button>
        ))}
      </div>
    </div>
  );
}
