import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PageLinks } from './PageLinks.tsx';
import { useShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';

/** Every page of the menu, for users without any dashboard figures. */
export function OwnPages(): ReactNode {
  const t = useTexts(texts);
  const { pages } = useShortcuts();
  return (
    <Section title={t('nothingTitle')}>
      <nav className="db-own-pages" aria-label={t('nothingTitle')}>
        <p className="wh-faint">{t('nothingText')}</p>
        <ul>
          <PageLinks pages={pages} />
        </ul>
      </nav>
    </Section>
  );
}
