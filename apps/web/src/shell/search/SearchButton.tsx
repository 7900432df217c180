import { SearchOutlined } from '@ant-design/icons';
import { Suspense, type ReactNode } from 'react';
import { useTexts } from '../../i18n/lang.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Session } from '../../session/session.ts';
import { modKey } from '../shortcuts/keys.ts';
import type { SearchDialogProps } from './SearchDialog.tsx';
import { texts } from './texts.ts';
import { dialogPart } from '../../lib/part.tsx';
import '../modal.css';

const loadDialog = (): Promise<{ readonly default: (props: SearchDialogProps) => ReactNode }> =>
  import('./SearchDialog.tsx');
const SearchDialog = dialogPart(loadDialog);

/** Whether the search is open: the button and the keyboard open it. */
export const searchOpen = createStore(false);

/** The search of everything, in the top bar. */
export function SearchButton({ session }: { readonly session: Session }): ReactNode {
  const t = useTexts(texts);
  const open = useStore(searchOpen);
  const warm = (): void => void loadDialog().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className="sh-search-button"
        aria-haspopup="dialog"
        aria-label={t('search')}
        title={t('searchKey', { key: `${modKey} K` })}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => searchOpen.set(true)}
      >
        <SearchOutlined aria-hidden="true" />
        <span>{t('search')}</span>
        <kbd aria-hidden="true" data-keys={`${modKey} K`} />
      </button>
      {open ? (
        <Suspense fallback={null}>
          <SearchDialog session={session} onClose={() => searchOpen.set(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
