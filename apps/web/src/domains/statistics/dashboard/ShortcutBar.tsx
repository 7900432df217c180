import { EditOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { useTexts } from '../../../i18n/lang.ts';
import { part } from '../../../ui/part.tsx';
import { LoadingState } from '../../../ui/States.tsx';
import { PageLinks } from './PageLinks.tsx';
import { useShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';

const ShortcutEditor = part(() => import('./ShortcutEditor.tsx'));

/** The favourite pages, one click each; which and in what order is the user's choice. */
export function ShortcutBar(): ReactNode {
  const t = useTexts(texts);
  const { pages, chosen, choose } = useShortcuts();
  const [editing, setEditing] = useState(false);
  return (
    <section className="db-shortcuts" aria-label={t('shortcuts')}>
      <h2>{t('shortcuts')}</h2>
      {editing ? (
        <Suspense fallback={<LoadingState small />}>
          <ShortcutEditor pages={pages} chosen={chosen} onChange={choose} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <>
          <ul>
            {chosen.length === 0 ? <li className="wh-faint">{t('shortcutsEmpty')}</li> : null}
            <PageLinks pages={chosen} />
          </ul>
          <button
            type="button"
            className="wh-icon-button"
            title={t('shortcutsEdit')}
            aria-label={t('shortcutsEdit')}
            onClick={() => setEditing(true)}
          >
            <EditOutlined />
          </button>
        </>
      )}
    </section>
  );
}
