import { SearchOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/lang.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Session } from '../../session/session.ts';
import { modKey } from '../shortcuts/keys.ts';
import { loadResults, SearchDialog } from './SearchDialog.tsx';
import { texts } from './texts.ts';
import { warm } from '../../ui/part.tsx';
import '../modal.css';

/** Whether the search is open: the button and the keyboard open it. */
export const searchOpen = createStore(false);

/** The search of everything, in the top bar. */
export function SearchButton({ session }: { readonly session: Session }): ReactNode {
  const t = useTexts(texts);
  const open = useStore(searchOpen);
  const prefetch = (): void => warm(loadResults);
  return (
    <>
      <button
        type="button"
        className="sh-search-button"
        aria-haspopup="dialog"
        aria-label={t('search')}
        title={t('searchKey', { key: `${modKey} K` })}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => searchOpen.set(true)}
      >
        <SearchOutlined aria-hidden="true" />
        <span>{t('search')}</span>
        <kbd aria-hidden="true" data-keys={`${modKey} K`} />
      </button>
      {open ? <SearchDialog session={session} onClose={() => searchOpen.set(false)} /> : null}
    </>
  );
}
