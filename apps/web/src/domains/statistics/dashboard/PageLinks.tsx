import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePick } from '../../../i18n/lang.ts';
import { MenuIcon } from '../../../shell/icons.tsx';
import type { MenuItem } from '../../../shell/menu.ts';

/** Pages as items of a list, each with its icon. */
export function PageLinks({ pages }: { readonly pages: readonly MenuItem[] }): ReactNode {
  const pick = usePick();
  return pages.map(({ route, title, icon }) => (
    <li key={route.name}>
      <Link to={route.path}>
        <MenuIcon name={icon} />
        {pick(title)}
      </Link>
    </li>
  ));
}
