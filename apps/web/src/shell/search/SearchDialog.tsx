import { SearchOutlined } from '@ant-design/icons';
import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../i18n/lang.ts';
import { part } from '../../ui/part.tsx';
import type { Session } from '../../session/session.ts';
import { Modal } from '../Modal.tsx';
import type { KeyTaker, ResultsState } from './SearchResults.tsx';
import { texts } from './texts.ts';
import './search.css';

export const loadResults = () => import('./SearchResults.tsx');
const SearchResults = part(loadResults);

export interface SearchDialogProps {
  readonly session: Session;
  readonly onClose: () => void;
}

/** The search's field is there at once, so that no key is lost; what it finds may be on its way. */
export function SearchDialog({ session, onClose }: SearchDialogProps): ReactNode {
  const t = useTexts(texts);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<ResultsState>({ count: 0, active: 0, searching: true });
  const keys = useRef<KeyTaker>(null);
  return (
    <Modal label={t('search')} className="sh-search" onClose={onClose}>
      <div className="sh-search-field">
        <SearchOutlined aria-hidden="true" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('search')}
          aria-expanded={state.count > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(state.count > 0 && { 'aria-activedescendant': `${id}-${state.active}` })}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder={t('placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => keys.current?.onKeyDown(event)}
        />
        {state.searching ? <span className="wh-spinner" aria-hidden="true" /> : null}
      </div>
      <Suspense fallback={<div id={`${id}-list`} className="sh-search-list" aria-busy="true" />}>
        <SearchResults id={id} session={session} typed={typed} ref={keys} onState={setState} onClose={onClose} />
      </Suspense>
      <Keys />
    </Modal>
  );
}

function Keys(): ReactNode {
  const t = useTexts(texts);
  return (
    <footer className="sh-search-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('keyMove')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('keyOpen')}
      </span>
      <span>
        <kbd>Ctrl</kbd>
        <kbd>Enter</kbd> {t('keyNewTab')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('keyClose')}
      </span>
    </footer>
  );
}
