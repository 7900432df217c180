import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { MenuIcon } from '../../shell/icons.tsx';
import { useShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';

/** Every page of the menu, for whom the dashboard has no figures. */
export function OwnPages(): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const { pages } = useShortcuts();
  return (
    <nav className="db-own-pages" aria-label={t('nothingTitle')}>
      <p className="wh-faint">{t('nothingText')}</p>
      <ul>
        {pages.map(({ route, title, icon }) => (
          <li key={route.name}>
            <Link to={route.path}>
              <MenuIcon name={icon} />
              {pick(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
